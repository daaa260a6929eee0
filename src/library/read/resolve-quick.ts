/*
 * The part of the catalog that has to do with a few names, without a scan: the names cache says where such skills
 * are, and only their files are read. What it finds is checked against the disk.
 */

import type { Catalog } from '../rules/catalog.js';
import { arrange, type Library } from './catalog.js';
import type { ScannedSkill } from './catalog-scan.js';
import { folderName } from './entry.js';
import { unlessRefused } from './entry-refusal.js';
import { findPlaces } from './index-cache-names.js';
import { readSummary } from './read-entry.js';
import type { Root } from './root.js';

/** Undefined when the cache does not know, or what it says does not hold any more: only a scan can tell. */
export function readNamed(library: Library, names: readonly string[]): Catalog | undefined {
  const roots = [];
  for (const root of library.roots) {
    const skills = new Map<string, ScannedSkill>();
    for (const name of names) {
      const places = unlessRefused(() => findPlaces(library.files, library.home, root.path, name));
      if (places === undefined) return undefined;
      for (const file of [...places.byName, ...places.byFolderName]) {
        const skill = unlessRefused(() => readPlace(library, root, file));
        if (skill === undefined) return undefined;
        if (places.byName.includes(file) && skill.summary.name !== name) return undefined;
        skills.set(file, skill);
      }
    }
    const inWalkOrder = [...skills.values()].sort((a, b) => (a.place.folder < b.place.folder ? -1 : 1));
    roots.push({ root, skills: inWalkOrder, diagnostics: [] });
  }
  return arrange(roots, library.surroundings);
}

function readPlace({ files }: Library, root: Root, file: string): ScannedSkill | undefined {
  const folder = file.slice(0, Math.max(file.lastIndexOf('/'), 0));
  const realFolder = files.realPath(folder === '' ? root.path : `${root.path}/${folder}`);
  if (realFolder === undefined) return undefined;
  const place = { folder, file, realFolder };
  const read = readSummary(files, `${root.path}/${file}`, folderName(root, place));
  return read && { place, summary: read.summary };
}
