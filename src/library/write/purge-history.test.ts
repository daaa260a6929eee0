import { expect, test } from 'vitest';
import { editSkill } from './author.js';
import { drill } from './drill.js';
import { entryDiff, history } from './history.js';
import { planPurge, purgeHistory } from './purge-history.js';
import { undo } from './undo.js';
import { skillText, World } from './write.world.js';

const user = { actor: 'user' } as const;
const secret = 'the secret of Ada';

/** Three edits; the secret came with the second and went with the third. */
async function worldWithSecret(): Promise<World> {
  const world = new World({ 'pdf/SKILL.md': skillText('pdf') });
  for (const body of ['one\n', `${secret}\n`, 'three\n']) {
    await editSkill(world.deps, world.target('pdf'), skillText('pdf', body), user);
  }
  return world;
}

function stored(world: World): string {
  return (world.files.list('/home/blobs') ?? [])
    .map(({ name }) => new TextDecoder().decode(world.files.read(`/home/blobs/${name}`)?.bytes))
    .join('');
}

test('a purge by text removes the content everywhere, and names what it takes from undo', async () => {
  const world = await worldWithSecret();
  const plan = planPurge(world.deps, { matching: secret });
  expect(plan.entries.map(({ id }) => id)).toEqual(['e2', 'e3']);
  expect(stored(world)).toContain(secret);
  expect(await purgeHistory(world.deps, { matching: secret })).toEqual(plan);
  expect(stored(world)).not.toContain(secret);

  expect(history(world.deps)).toMatchObject({
    entries: [{ id: 'e1' }, { id: 'e2' }, { id: 'e3' }],
    malformed: 0,
  });
  const [first, second, third] = world.entries();
  if (first === undefined || second === undefined || third === undefined) throw new Error('three entries');
  expect(entryDiff(world.deps, first)).toContain('+one');
  expect(() => entryDiff(world.deps, second)).toThrow('removed from the history by coppice history purge');
  expect(await undo(world.deps, 'e3', user)).toMatchObject([
    { kind: 'failed', error: { code: 'not-stored' } },
  ]);
  expect(world.text('pdf/SKILL.md')).toBe(skillText('pdf', 'three\n'));
  world.files.makeFolder('/drill');
  expect(drill(world.deps)).toMatchObject({ ok: true, entries: 3 });
});

test('a purge of an entry removes what was there before and after it', async () => {
  const world = await worldWithSecret();
  const { contents, entries } = await purgeHistory(world.deps, { entry: 'e2' });
  expect(contents).toHaveLength(2);
  expect(entries.map(({ id }) => id)).toEqual(['e1', 'e2', 'e3']);
  expect(await purgeHistory(world.deps, { entry: 'e2' })).toMatchObject({ contents: [] });
  await expect(purgeHistory(world.deps, { entry: 'none' })).rejects.toMatchObject({ code: 'not-found' });
});

test('content that is written again is stored again, and can be restored', async () => {
  const world = await worldWithSecret();
  await purgeHistory(world.deps, { entry: 'e2' });
  await editSkill(world.deps, world.target('pdf'), skillText('pdf', 'one\n'), user);
  await editSkill(world.deps, world.target('pdf'), skillText('pdf', 'five\n'), user);
  expect(await undo(world.deps, world.entries().at(-1)?.id ?? '', user)).toMatchObject([{ kind: 'undone' }]);
  expect(world.text('pdf/SKILL.md')).toBe(skillText('pdf', 'one\n'));
});

test('a text that nothing contains removes nothing, and leaves no line', async () => {
  const world = await worldWithSecret();
  const before = world.files.read('/home/ledger.jsonl')?.bytes.length;
  expect(await purgeHistory(world.deps, { matching: 'nothing' })).toEqual({ contents: [], entries: [] });
  expect(world.files.read('/home/ledger.jsonl')?.bytes.length).toBe(before);
});
