import { expect, test } from 'vitest';
import { EvolveWorld, hour, now, start } from '../evolve.world.js';
import { type RewrittenNote, rewriteNotes } from './rewrite-notes.js';

/** A skill whose note was made from two faults, one of which shows a secret. */
async function worldWithNote(): Promise<EvolveWorld> {
  const world = new EvolveWorld({ deploy: {} });
  world.fails('deploy', { result: 'Harmless fault', at: now - 2 * hour });
  world.fails('deploy', { result: 'hunter2 is wrong' });
  await world.apply();
  expect(world.text('deploy')).toContain('hunter2');
  return world;
}

async function rewrite(world: EvolveWorld, skill = 'home:deploy'): Promise<readonly RewrittenNote[]> {
  return await rewriteNotes(world.deps(), [{ skill, firstSeen: now - 2 * hour }]);
}

test('the remaining evidence is in the note, and the purged is not', async () => {
  const world = await worldWithNote();
  const before = world.text('deploy');
  world.purge(({ result }) => result === 'hunter2 is wrong');
  const [rewritten] = await rewrite(world);
  expect(rewritten).toMatchObject({ kind: 'rewritten', skill: 'home:deploy', reason: 'applied' });
  expect(world.text('deploy')).toContain('Harmless fault');
  expect(world.text('deploy')).not.toContain('hunter2');
  expect(world.entries().at(-1)).toMatchObject({ actor: 'user', action: 'note', notes: [{}] });
  await world.undo(rewritten?.entry);
  expect(world.text('deploy')).toBe(before);
});

test('where nothing is left the note goes, and the skill is as it was before it', async () => {
  const world = new EvolveWorld({ deploy: {} });
  const bare = world.text('deploy');
  world.fails('deploy');
  await world.apply();
  const written = world.text('deploy');
  world.purge(() => true);
  const [rewritten] = await rewrite(world);
  expect(rewritten?.kind).toBe('rewritten');
  expect(world.text('deploy')).toBe(bare);
  expect(world.entries().at(-1)?.notes).toEqual([]);
  await world.undo(rewritten?.entry);
  expect(world.text('deploy')).toBe(written);
});

test('what was undone before does not come back', async () => {
  const world = new EvolveWorld({ deploy: {} });
  const bare = world.text('deploy');
  world.fails('deploy', { result: 'Harmless fault', at: now - 2 * hour });
  await world.undo((await world.apply()).runId);
  world.fails('deploy', { result: 'hunter2 is wrong' });
  await world.apply();
  expect(world.text('deploy')).toContain('hunter2');
  world.purge(({ result }) => result === 'hunter2 is wrong');
  expect(await rewrite(world)).toMatchObject([{ kind: 'rewritten' }]);
  expect(world.text('deploy')).toBe(bare);
});

test('after that the next error gets a new note', async () => {
  const world = await worldWithNote();
  world.purge(() => true);
  await rewrite(world);
  world.fails('deploy', { result: 'Another fault' });
  await world.apply();
  expect(world.text('deploy')).toContain('Another fault');
});

test('a pinned skill is rewritten too: the user asked for it', async () => {
  const world = await worldWithNote();
  world.usage.put('home:deploy', { pinLevel: 'freeze' });
  world.purge(() => true);
  expect(await rewrite(world)).toMatchObject([{ kind: 'rewritten' }]);
});

test('a note that was undone or taken out by hand is not brought back', async () => {
  const undone = await worldWithNote();
  await undone.undo(undone.entries()[0]?.id);
  undone.purge(({ result }) => result === 'hunter2 is wrong');
  const byHand = await worldWithNote();
  const bare = byHand.text('deploy').slice(0, byHand.text('deploy').indexOf(start));
  byHand.put('/home/skills/deploy/SKILL.md', bare);
  for (const world of [undone, byHand]) {
    const before = world.text('deploy');
    expect(await rewrite(world)).toMatchObject([{ kind: 'gone', reason: 'no-note', entry: null }]);
    expect(world.text('deploy')).toBe(before);
  }
});

test('an edited block stays, and this is reported', async () => {
  const world = await worldWithNote();
  const edited = world.text('deploy').replace('hunter2', 'my own words');
  world.put('/home/skills/deploy/SKILL.md', edited);
  expect(await rewrite(world)).toMatchObject([{ kind: 'failed', reason: 'managed-block-edited' }]);
  expect(world.text('deploy')).toBe(edited);
});

test('a missing skill is reported', async () => {
  const world = await worldWithNote();
  expect(await rewrite(world, 'home:gone')).toEqual([
    { kind: 'failed', skill: 'home:gone', reason: 'skill-not-found', entry: null },
  ]);
});

test('an interrupted note is settled before the new one is planned', async () => {
  const world = await worldWithNote();
  world.fails('deploy', { result: 'Another fault' });
  await world.apply();
  const lines = world.text('/home/ledger.jsonl').trim().split('\n');
  world.put('/home/ledger.jsonl', `${lines.slice(0, -1).join('\n')}\n`);
  world.purge(({ result }) => result === 'hunter2 is wrong');
  expect(await rewrite(world)).toMatchObject([{ kind: 'rewritten' }]);
  expect(world.text('deploy')).not.toContain('hunter2');
});
