import fc from 'fast-check';
import { expect, test } from 'vitest';
import { filesWithRoot, scanOf } from './index-cache.world.js';
import { findLocations, saveNames } from './index-cache-names.js';

const home = '/home';

test('every name and every folder is found, and nothing else', () => {
  const { files, mtimeMs } = filesWithRoot();
  const name = fc.string({ unit: 'binary', maxLength: 6 });
  const folder = fc.stringMatching(/^[a-cé]{1,3}(\/[a-c]{1,2})?$/u);
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(name, folder), { selector: ([, each]) => each, maxLength: 30 }),
      name,
      (skills, other) => {
        saveNames(files, home, scanOf(skills, mtimeMs));
        const last = (each: string) => each.split('/').at(-1) ?? '';
        for (const typed of [other, ...skills.flatMap(([each, location]) => [each, last(location)])]) {
          expect(findLocations(files, home, '/root', typed)).toEqual({
            byName: skills.filter(([each]) => each === typed).map(([, location]) => `${location}/SKILL.md`),
            byFolderName: skills
              .filter(([each, location]) => last(location) === typed && each !== typed)
              .map(([, location]) => `${location}/SKILL.md`),
          });
        }
      },
    ),
    { numRuns: 50 },
  );
});
