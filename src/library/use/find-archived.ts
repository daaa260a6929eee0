/*
 * The skills in the archives of the roots as search needs them. What the ledger knows of them is not asked for: a
 * search is frequent, and whoever restores one asks the ledger.
 */

import type { Library } from '../read/catalog.js';
import { scanRoots } from '../read/catalog-scan.js';
import { type SkillEntry, skillEntry } from '../read/entry.js';
import { unlessRefused } from '../read/entry-refusal.js';
import { hidingRule } from '../read/filters.js';
import { archiveFolder } from '../write/ledger-entry.js';

/** With the ids they had. None of a project that is not trusted, and none that would not be offered. */
export function archivedEntries(library: Library): readonly SkillEntry[] {
  const { files, roots, surroundings } = library;
  const archives = roots
    .filter((root) => root.trusted)
    .map((root) => ({ ...root, path: `${root.path}/${archiveFolder}` }))
    .filter(({ path }) => unlessRefused(() => files.stat(path))?.kind === 'folder');
  const reasonToHide = hidingRule(surroundings);
  return scanRoots(files, { ...library, roots: archives })
    .flatMap(({ root, skills }) => skills.map(({ place, summary }) => skillEntry(root, place, summary, [])))
    .filter((entry) => reasonToHide(entry) === undefined);
}
