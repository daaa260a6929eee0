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

/** What it says, by what it was written, from when to when, since when nothing else was changed, and why it ended. */
function shown({ skill, items, entries, changedBefore, appliedAt, ...life }: NoteLife): string {
  const { endedAt, why, isPresent, isKept } = life;
  const [before, at, end] = [changedBefore, appliedAt, endedAt].map((time) =>
    time === undefined ? '' : (time - now) / dayMs,
  );
  const said = items.map(({ id }) => id).join('');
  const marks = [why, isPresent ? 'present' : 'gone', isKept ? 'kept' : undefined];
  return [skill, said, entries.join('+'), `${before}..${at}..${end}`, ...marks].filter(Boolean).join(' ');
}

const removed = (reason?: string): Step => note('', { reason });

test.for<[string, readonly Step[], readonly string[]]>([
  ['a note lives on while nothing changes', [note('a')], ['home:pdf a e1 ..1.. present']],
  [
    'a change before it bounds it, and a new line does not end it',
    [patch, note('a'), note('b')],
    ['home:pdf b e2+e3 1..2.. present'],
  ],
  [
    'an edit ends it, though it stays in the skill',
    [note('a'), patch],
    ['home:pdf a e1 ..1..2 skill-changed present'],
  ],
  [
    'one that was rolled back never was, and changes nothing',
    [note('a'), note('b', { ok: false })],
    ['home:pdf a e1 ..1.. present'],
  ],
  [
    'an undone line is gone, and the note lives on',
    [note('a'), note('ab'), undoEntry('e2')],
    ['home:pdf a e1 ..1.. present'],
  ],
  ['one that was undone has ended', [note('a'), undoEntry('e1')], ['home:pdf a e1 ..1..2 undone gone']],
  [
    'after an undo of the undo it begins again, and is kept',
    [note('a'), undoEntry('e1'), undoEntry('e2')],
    ['home:pdf a e1 ..1..2 undone gone', 'home:pdf a e3 2..3.. present kept'],
  ],
  [
    'the same told again is one note',
    [note('a'), note('a'), note('a')],
    ['home:pdf a e1+e2+e3 ..1.. present'],
  ],
  [
    'so is less, and what was left out may come back',
    [note('ab'), note('a'), note('ab')],
    ['home:pdf ab e1+e2+e3 ..1.. present'],
  ],
  [
    'fewer items because one became a step of the skill are another note',
    [note('ab'), note('a', { reason: promotionReason })],
    ['home:pdf ab e1 ..1..2 promoted gone', 'home:pdf a e2 1..2.. present'],
  ],
  [
    'a note that was removed because it harmed says so',
    [note('a'), removed('note-harmed')],
    ['home:pdf a e1 ..1..2 harmed gone'],
  ],
  [
    'and one that was removed for another reason',
    [note('a'), removed('note-expired'), note('b'), removed()],
    ['home:pdf a e1 ..1..2 expired gone', 'home:pdf b e3 2..3..4 removed gone'],
  ],
  [
    'a removal that a person undid begins it again, and it is kept',
    [note('a'), removed('note-harmed'), undoEntry('e2')],
    ['home:pdf a e1 ..1..2 harmed gone', 'home:pdf a e3 2..3.. present kept'],
  ],
  [
    'the same after an edit is another note',
    [note('a'), patch, note('a')],
    ['home:pdf a e1 ..1..2 skill-changed gone', 'home:pdf a e3 2..3.. present'],
  ],
  [
    'an undone edit is an edit, and what was there before an undone note is another one',
    [note('a'), patch, note('ab'), undoEntry('e3'), undoEntry('e2')],
    [
      'home:pdf a e1 ..1..2 skill-changed gone',
      'home:pdf ab e3 2..3..4 undone gone',
      'home:pdf a e4 3..4..5 skill-changed present kept',
    ],
  ],
  [
    'a rename is no change, and the past follows the name',
    [note('a'), rename('pdf', 'forms'), note('b', { name: 'forms' })],
    ['home:forms b e1+e3 ..1.. present'],
  ],
  ['neither is archiving', [note('a'), archive], ['home:pdf a e1 ..1.. present']],
  [
    'a new skill has nothing of the one whose name it took',
    [note('a'), rename('pdf', 'forms'), create, note('b')],
    ['home:forms a e1 ..1.. present', 'home:pdf b e4 3..4.. present'],
  ],
  [
    'nor has one that was put there by hand',
    [note('a'), rename('pdf', 'forms'), putByHand, note('b')],
    ['home:forms a e1 ..1.. present', 'home:pdf b e3 ..4.. present'],
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
  expect([...(life?.said.keys() ?? [])]).toEqual(['a', 'b']);
});

test('it is known since when it says each line', async () => {
  const [life] = await lives([note('a'), note('ab'), note('b'), note('ba')]);
  const days = [...(life?.said ?? [])].map(([id, at]) => [id, (at - now) / dayMs]);
  expect(days).toEqual([
    ['a', 1],
    ['b', 2],
  ]);
});
