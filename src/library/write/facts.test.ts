import { expect, test } from 'vitest';
import type { JsonValue } from '../rules/ledger-entry.js';
import { factOf, factsOf } from './fact-store.js';
import { type FactWrite, setFact, setFacts } from './facts.js';
import { history } from './history.js';
import { undo } from './undo.js';
import { skillText, World } from './write.world.js';

const user = { actor: 'user' } as const;

function worldOf(...names: readonly string[]): World {
  return new World(Object.fromEntries(names.map((name) => [`${name}/SKILL.md`, skillText(name)])));
}

function write(world: World, changes: Partial<FactWrite> = {}): FactWrite {
  return { target: world.target('pdf'), action: 'pin', key: 'pinned', value: 'pin', ...changes };
}

test.each<[string, FactWrite['action'], JsonValue, JsonValue]>([
  ['pinned', 'pin', 'freeze', 'none'],
  ['provenance', 'adopt', 'agent', 'unknown'],
  ['policy', 'policy', { staleAfterDays: 3 }, {}],
  ['scan-accepted', 'accept', { digest: 'd', reason: 'read' }, null],
])(
  '%s is set, is in the ledger with the hash of SKILL.md, and can be undone',
  async (key, action, value, unset) => {
    const world = worldOf('pdf');
    const now = () => factOf(world.deps, 'home:pdf', key);
    expect(now()).toEqual(unset);
    const entry = await setFact(world.deps, write(world, { key, action, value, reason: 'why' }), user);
    expect(now()).toEqual(value);
    const [item] = history(world.deps, 'pdf').entries;
    expect(item).toMatchObject({
      action,
      reason: 'why',
      state: 'committed',
      fact: { key, before: unset, after: value },
    });
    expect(item?.before).toMatch(/^[0-9a-f]{64}$/);
    expect(item?.after).toBe(item?.before);

    world.put('pdf/SKILL.md', skillText('pdf', 'Edited by hand.\n'));
    expect(await undo(world.deps, entry?.id ?? '', user)).toMatchObject([{ kind: 'undone' }]);
    expect(now()).toEqual(unset);
    expect(await undo(world.deps, world.entries().at(-1)?.id ?? '', user)).toMatchObject([
      { kind: 'undone' },
    ]);
    expect(now()).toEqual(value);
    expect(world.text('pdf/SKILL.md')).toBe(skillText('pdf', 'Edited by hand.\n'));
  },
);

test('a value that is there already gets no entry', async () => {
  const world = worldOf('pdf');
  expect(await setFact(world.deps, write(world, { value: 'none' }), user)).toBeUndefined();
  expect(world.entries()).toEqual([]);
});

test('of many each has an entry, and one that is refused does not stop the others', async () => {
  const names = ['pdf', 'saw', 'awl'];
  const world = worldOf(...names);
  const writes = names.map((name) =>
    write(world, { target: world.target(name), value: name === 'saw' ? 'glue' : 'pin' }),
  );
  const outcomes = await setFacts(world.deps, writes, { ...user, run: 'r1' });
  expect(outcomes.map(({ kind }) => kind)).toEqual(['recorded', 'failed', 'recorded']);
  expect(world.entries().map(({ skill, state }) => `${skill} ${state}`)).toEqual([
    'home:pdf committed',
    'home:saw rolled-back',
    'home:awl committed',
  ]);
  expect(await undo(world.deps, 'r1', user)).toHaveLength(2);
  expect(names.map((name) => factOf(world.deps, `home:${name}`, 'pinned'))).toEqual(['none', 'none', 'none']);
});

test('a skill that is gone, a link, or in no root that exists can have facts', async () => {
  const world = worldOf();
  world.disk.symlink('/elsewhere', '/skills/linked');
  const gone = { id: 'lost:x', name: 'x', root: { label: 'lost', path: '/nowhere' }, folder: '/nowhere/x' };
  for (const target of [world.target('pdf'), world.target('linked'), gone]) {
    const entry = await setFact(world.deps, write(world, { target }), user);
    expect(entry).toMatchObject({ skill: target.id, files: [] });
    expect(await undo(world.deps, entry?.id ?? '', user)).toMatchObject([{ kind: 'undone' }]);
    expect(factOf(world.deps, target.id, 'pinned')).toBe('none');
  }
});

test('a fact that was changed since is not taken back, unless the undo is forced', async () => {
  const world = worldOf('pdf');
  const entry = await setFact(world.deps, write(world), user);
  world.deps.usage?.put('home:pdf', { pinLevel: 'freeze' });
  expect(await undo(world.deps, entry?.id ?? '', user)).toMatchObject([
    {
      kind: 'failed',
      error: { code: 'changed-since', message: 'e1 cannot be undone: the fact "pinned" has changed since' },
    },
  ]);
  expect(await undo(world.deps, entry?.id ?? '', { ...user, force: true })).toMatchObject([
    { kind: 'undone' },
  ]);
  expect(factOf(world.deps, 'home:pdf', 'pinned')).toBe('none');
});

test('an agent does not take back what a person said about a skill', async () => {
  const world = worldOf('pdf');
  const entry = await setFact(world.deps, write(world), user);
  expect(await undo(world.deps, entry?.id ?? '', { actor: 'agent' })).toMatchObject([
    { kind: 'failed', error: { code: 'pinned' } },
  ]);
});

test('a cut or foreign line of the facts hides no other', () => {
  const world = worldOf();
  const line = (value: JsonValue) => JSON.stringify({ skill: 'home:pdf', key: 'seen', value });
  world.files.write(
    '/home/facts.jsonl',
    new TextEncoder().encode(`[]\n{"skill":"home:pdf","key":"se\n${line(1)}\nnull\n`),
  );
  expect([...factsOf(world.deps, 'seen')]).toEqual([['home:pdf', 1]]);
});
