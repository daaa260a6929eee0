/*
 * The targets of `coppice scan`: a word that is a path means what is there, any other means a skill, and no word
 * at all every skill that is found, offered or not.
 */

import { basename, dirname, join, resolve } from 'node:path';
import { walkRoot } from '../library/folders/walk.js';
import type { Library } from '../library/open-library.js';
import { readCatalog } from '../library/read/catalog.js';
import { pluginSkills } from '../library/read/plugins.js';
import { provenanceOf, type RootManifests, readManifests } from '../library/read/provenance.js';
import { findSkill } from '../library/read/resolve.js';
import type { SkillEntry } from '../library/rules/entry.js';
import { isSkillFile } from '../skill/package-names.js';
import { CoppiceError } from '../text/errors.js';
import type { Provenance } from '../usage/rules/record.js';

export interface ScanTarget {
  /** As the user names it. */
  readonly target: string;
  readonly name: string;
  /** The folder of the package. */
  readonly path: string;
  readonly provenance: Provenance;
  /** What the user knows it by. */
  readonly knownAs: readonly string[];
  /** Set for a skill of the library. */
  readonly skill?: SkillEntry;
  /** Why there is nothing to look at. */
  readonly error?: CoppiceError;
}

export function scanTargets(
  library: Library,
  workingFolder: string,
  words: readonly string[],
): readonly ScanTarget[] {
  const { skills, hidden } = readCatalog(library);
  const known = [...skills, ...hidden.map(({ entry }) => entry), ...pluginSkills(library)];
  const ofSkill = skillTargets(library);
  if (words.length === 0) return known.map((entry) => ofSkill(entry, entry.id));
  const byFolder = new Map(known.map((entry) => [library.files.realPath(entry.folder), entry]));
  const ofFolder = (path: string, target: string): ScanTarget => {
    const entry = byFolder.get(library.files.realPath(path));
    if (entry !== undefined) return { ...ofSkill(entry, target), path };
    return { target, name: basename(path), path, provenance: 'unknown', knownAs: [path] };
  };
  return words.flatMap((word) => {
    const path = resolve(workingFolder, word);
    try {
      const kind = library.files.stat(path)?.kind;
      if (kind === undefined) return [ofSkill(findSkill(library, word).entry, word)];
      if (kind === 'folder') {
        return packagesIn(library, path).map((at) => ofFolder(at, at === path ? word : at));
      }
      if (isSkillFile(basename(path))) return [ofFolder(dirname(path), word)];
      throw new CoppiceError('not-a-folder', `${word} is neither a folder nor a SKILL.md`);
    } catch (error) {
      if (!(error instanceof CoppiceError)) throw error;
      return [{ target: word, name: basename(path), path, provenance: 'unknown', knownAs: [], error }];
    }
  });
}

/** The folder itself if it is a skill or contains none, else the skills below it. */
function packagesIn({ files }: Library, folder: string): readonly string[] {
  const { skills } = walkRoot(files, folder);
  const below = skills.map((location) => location.folder);
  return below.length === 0 || below.includes('') ? [folder] : below.map((path) => join(folder, path));
}

/** The manifests of a root, which name each of its skills, are read once. */
function skillTargets({ files, usage }: Library): (entry: SkillEntry, target: string) => ScanTarget {
  const known = new Map<string, RootManifests>();
  return (entry, target) => {
    const { id, name, folder, root } = entry;
    const manifests = known.get(root.path) ?? readManifests(files, root.path);
    known.set(root.path, manifests);
    const provenance = provenanceOf(entry, usage.get(id), manifests);
    return { target, name, path: folder, provenance, knownAs: [id, name, folder], skill: entry };
  };
}
