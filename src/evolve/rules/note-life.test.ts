import { expect, test } from 'vitest';
import { archiveSkill } from '../../library/write/archive.js';
import { patchSkill } from '../../library/write/author.js';
import { createSkill } from '../../library/write/author-create.js';
import { renameSkill } from '../../library/write/rename.js';
import { undo } from '../../library/write/undo.js';
import { writePackage } from '../../library/write/write.js';
import { now, skillText, World } from '../../library/write/write.world.js';
import { dayMs } from '../../text/time.js';
import { type NoteLife, noteLives, promotionReason } from './note-life.js';

const user = { actor: 'user' } as const;
const free = { ...user, taken: () => undefined };

type Step = (world: World) => Promise<unknown>;

/** Each item as one letter. */
function note(
  items: string,
  { name = 'pdf', ok = true, reason = undefined as string | undefined } = {},
): Step {
  return async (world) =>
    await writePackage(
      world.deps,
      world.target(name),
      () => ({
        action: 'note',
        reason,
        files: [{ path: 'SKILL.md', bytes: new TextEncoder().encode(skillText(name, `At ${world.time}.`)) }],
        notes: [...items].map((id) => ({
          id,
          evidence: [],
          firstSeen: 0,
          lastSeen: world.time,
          expiresAt: world.time,
        })),
      }),
      { actor: 'evolver', verify: [{ name: 'check', run: async () => ({ ok, message: '' }) }] },
    );
}

const patch: Step = async (world) =>
  await patchSkill(world.deps, world.target('pdf'), { find: 'A', replace: 'a' }, user);
const rename =
  (from: string, to: string): Step =>
  async (world) =>
    await renameSkill(world.deps, world.target(from), to, free);
const undoEntry =
  (entry: string): Step =>
  async (world) => {
    const [outcome] = await undo(world.deps, entry, user);
    if (outcome?.kind === 'failed') throw outcome.error;
  };
const archive: Step = async (world) => await archiveSkill(world.deps, { target: world.target('pdf') }, user);
const putByHand: Step = async (world) => world.put('pdf/SKILL.md', skillText('pdf', 'Another text.'));
const create: Step = async (world) =>
  await createSkill(
    world.deps,
    { root: world.root, name: 'pdf', description: 'P.', createdBy: 'user', taken: () => undefined },
    user,
  );

/** The first step is on day 1 and writes the entry e1, and so on. */
async function lives(steps: readonly Step[]): Promise<readonly NoteLife[]> {
  const world = new World({ 'pdf/SKILL.md': skillText('pdf', 'A text.') });
  for (const step of steps) {
    world.time += dayMs;
    await step(world);
  }
  return noteLives(world.entries());
}

/** What it says, by what it was written, and from when to when nothing else was changed before and after, in days. */
function shown({ skill, said, entries, changedBefore, appliedAt, endedAt, isLatest }: NoteLife): string {
  const [before, at, end] = [changedBefore, appliedAt, endedAt].map((time) =>
    time === undefined ? '' : (time - now) / dayMs,
  );
  return `${skill} ${[...said].join('')} ${entries.join('+')} ${before}..${at}..${end}${isLatest ? '' : ' replaced'}`;
}

test.for<[string, readonly Step[], readonly string[]]>([
  ['a note lives on while nothing changes', [note('a')], ['home:pdf a e1 ..1..']],
  [
    'a change before and after it bounds it',
    [patch, note('a'), note('b')],
    ['home:pdf a e2 1..2..3 replaced', 'home:pdf b e3 2..3..'],
  ],
  ['an edit ends it, though it stays the latest', [note('a'), patch], ['home:pdf a e1 ..1..2']],
  [
    'one that was rolled back never was, and changes nothing',
    [note('a'), note('b', { ok: false })],
    ['home:pdf a e1 ..1..'],
  ],
  [
    'one that was undone is gone, but was a change',
    [note('a'), note('b'), undoEntry('e2')],
    ['home:pdf a e1 ..1..2'],
  ],
  [
    'after an undo of the undo it counts, for the time before',
    [note('a'), undoEntry('e1'), undoEntry('e2')],
    ['home:pdf a e1 ..1..2'],
  ],
  ['the same told again is one note', [note('a'), note('a'), note('a')], ['home:pdf a e1+e2+e3 ..1..']],
  [
    'less told again too, and what was left out may come back',
    [note('ab'), note('a'), note('ab')],
    ['home:pdf ab e1+e2+e3 ..1..'],
  ],
  [
    'fewer items because one became a step of the skill are another note',
    [note('ab'), note('a', { reason: promotionReason })],
    ['home:pdf ab e1 ..1..2 replaced', 'home:pdf a e2 1..2..'],
  ],
  [
    'more is another note, and telling again was no change before it',
    [note('a'), note('a'), note('ab')],
    ['home:pdf a e1+e2 ..1..3 replaced', 'home:pdf ab e3 1..3..'],
  ],
  [
    'the same after an edit is another note',
    [note('a'), patch, note('a')],
    ['home:pdf a e1 ..1..2 replaced', 'home:pdf a e3 2..3..'],
  ],
  [
    'a rename is no change, and the past follows the name',
    [note('a'), rename('pdf', 'forms'), note('b', { name: 'forms' })],
    ['home:forms a e1 ..1..3 replaced', 'home:forms b e3 1..3..'],
  ],
  ['neither is archiving', [note('a'), archive], ['home:pdf a e1 ..1..']],
  [
    'a new skill has nothing of the one whose name it took',
    [note('a'), rename('pdf', 'forms'), create, note('b')],
    ['home:forms a e1 ..1..', 'home:pdf b e4 3..4..'],
  ],
  [
    'nor has one that was put there by hand',
    [note('a'), rename('pdf', 'forms'), putByHand, note('b')],
    ['home:forms a e1 ..1..', 'home:pdf b e3 ..4..'],
  ],
])('%s', async ([, steps, expected]) => {
  expect((await lives(steps)).map(shown)).toEqual(expected);
});

test('it is known by all names it had, but for those that another skill has now', async () => {
  const renamed = [note('a'), rename('pdf', 'forms'), rename('forms', 'sheets')];
  const [known] = await lives(renamed);
  expect(known?.ids).toEqual(['home:pdf', 'home:forms', 'home:sheets']);
  const [other] = await lives([...renamed, create]);
  expect(other?.ids).toEqual(['home:forms', 'home:sheets']);
  const [archived] = await lives([note('a'), archive, create]);
  expect(archived?.ids).toEqual([]);
});

test('it says what it said last, and what it ever said is not forgotten', async () => {
  const [life] = await lives([note('ab'), note('a')]);
  expect(life?.items.map(({ id, lastSeen }) => [id, (lastSeen - now) / dayMs])).toEqual([['a', 2]]);
  expect(life?.said).toEqual(new Set('ab'));
});
