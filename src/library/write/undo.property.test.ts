import { array, assert, asyncProperty, constantFrom, oneof, record } from 'fast-check';
import { expect, test } from 'vitest';

import { CoppiceError } from '../../text/errors.js';
import { archiveSkill } from './archive.js';
import { archivedSkills, findArchived } from './archive-find.js';
import { restoreSkill } from './archive-restore.js';
import { editSkill, patchSkill, removeSupportFile, writeSupportFile } from './author.js';
import { createSkill } from './author-create.js';
import { drill } from './drill.js';
import { renameSkill } from './rename.js';
import { undo } from './undo.js';
import { skillText, World } from './write.world.js';

const user = { actor: 'user' } as const;
const free = () => undefined;

type Step = (world: World) => Promise<unknown>;

const name = constantFrom('a', 'b', 'c');
const path = constantFrom('references/x.md', 'references/deep/y.md', 'scripts/z.sh');
const text = constantFrom('', 'one\n', 'two\r\nlines\r\n', '\u0000binary');

const step = oneof(
  record({ name, category: constantFrom(undefined, 'k') }).map(
    ({ name, category }): Step =>
      ({ deps, root }) =>
        createSkill(deps, { root, name, category, description: 'D.', createdBy: 'user', taken: free }, user),
  ),
  record({ name, text }).map(
    ({ name, text }): Step =>
      (world) =>
        editSkill(world.deps, world.target(name), skillText(name, text), user),
  ),
  record({ name }).map(
    ({ name }): Step =>
      (world) =>
        patchSkill(
          world.deps,
          world.target(name),
          { find: 'e', replace: 'ee', all: true, file: 'references/x.md' },
          user,
        ),
  ),
  record({ name, path, text }).map(
    ({ name, path, text }): Step =>
      (world) =>
        writeSupportFile(world.deps, world.target(name), path, text, user),
  ),
  record({ name, path }).map(
    ({ name, path }): Step =>
      (world) =>
        removeSupportFile(world.deps, world.target(name), path, user),
  ),
  record({ name, to: name }).map(
    ({ name, to }): Step =>
      (world) =>
        renameSkill(world.deps, world.target(name), to, { ...user, taken: free }),
  ),
  record({ name }).map(
    ({ name }): Step =>
      (world) =>
        archiveSkill(world.deps, { target: world.target(name) }, user),
  ),
  record({ name, as: constantFrom(undefined, 'a', 'd') }).map(
    ({ name, as }): Step =>
      async ({ deps, root }) => {
        const [found] = findArchived(archivedSkills(deps, [root]), name);
        return found && (await restoreSkill(deps, found, { ...user, as }));
      },
  ),
);

test('after any changes, undoing each of them from the last to the first gives back every byte', async () => {
  let undone = 0;
  await assert(
    asyncProperty(array(step, { maxLength: 12 }), async (steps) => {
      const world = new World({
        'a/SKILL.md': skillText('a'),
        'b/SKILL.md': skillText('b'),
        'b/references/x.md': 'x\n',
      });
      const before = world.tree();
      for (const take of steps) await unlessRefused(() => take(world));
      world.files.makeFolder('/drill');
      expect(drill(world.deps).problems).toEqual([]);
      for (const { id } of world.entries().toReversed()) {
        expect(await undo(world.deps, id, user)).toMatchObject([{ kind: 'undone' }]);
        undone += 1;
      }
      expect(world.tree()).toEqual(before);
    }),
    { numRuns: 150 },
  );
  expect(undone).toBeGreaterThan(150);
});

/** A step that does not fit the state of the library changes nothing. */
async function unlessRefused(take: () => Promise<unknown>): Promise<void> {
  try {
    await take();
  } catch (error) {
    if (!(error instanceof CoppiceError)) throw error;
    expect(['not-found', 'already-exists', 'patch-no-match', 'bad-value', 'would-break-skill']).toContain(
      error.code,
    );
  }
}
