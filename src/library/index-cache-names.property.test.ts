import fc from 'fast-check';
import { expect, test } from 'vitest';
import { memoryFiles } from '../system/memory-disk.js';
import type { RootScan } from './catalog-scan.js';
import { noConditions } from './entry.js';
import { findPlaces, saveNames } from './index-cache-names.js';

const home = '/home';

/** A root with a skill for every pair of a name and a folder. */
function scanOf(skills: readonly (readonly [name: string, folder: string])[], mtimeMs?: number): RootScan {
  return {
    root: { label: 'x', shownAs: 'x', kind: 'user', path: '/root', trusted: true },
    skills: skills.map(([name, folder]) => ({
      place: { folder, file: `${folder}/SKILL.md`, realFolder: `/root/${folder}` },
      mtimeMs: 0,
      sizeBytes: 0,
      inode: 0,
      summary: {
        name,
        description: '',
        category: undefined,
        tags: [],
        pinned: false,
        platforms: [],
        requires: [],
        conditions: noConditions,
        diagnostics: [],
      },
    })),
    folders: [{ path: '', mtimeMs }],
    diagnostics: [],
    hasNews: true,
  };
}

function filesWithRoot() {
  const files = memoryFiles();
  files.makeFolder('/root');
  return { files, mtimeMs: files.stat('/root')?.mtimeMs };
}

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
        for (const typed of [other, ...skills.flatMap(([each, place]) => [each, last(place)])]) {
          expect(findPlaces(files, home, '/root', typed)).toEqual({
            byName: skills.filter(([each]) => each === typed).map(([, place]) => `${place}/SKILL.md`),
            byFolderName: skills
              .filter(([each, place]) => last(place) === typed && each !== typed)
              .map(([, place]) => `${place}/SKILL.md`),
          });
        }
      },
    ),
    { numRuns: 50 },
  );
});
