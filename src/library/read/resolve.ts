/*
 * From what somebody typed to one skill: an id (`home:gif-search`), a name, or the name of a folder. A reader of a
 * name that several skills have gets the first, and is told; a writer is refused, because a change to the wrong
 * skill is worse than a question.
 */

import { basename } from 'node:path';
import { closest } from '../../text/closest.js';
import { CoppiceError, unlessRefused } from '../../text/errors.js';
import type { Catalog } from '../rules/catalog.js';
import { type LocatedDiagnostic, locationDiagnostic } from '../rules/diagnostics.js';
import { folderName, type SkillEntry } from '../rules/entry.js';
import { explainHidden, type HiddenReason } from '../rules/filters.js';
import type { Root } from '../rules/root.js';
import { isPluginName, pluginSkillNamed, pluginSkills } from '../use/plugins.js';
import { archivedSkills, findArchived } from '../write/archive-find.js';
import { arrange, type Library, readCatalog } from './catalog.js';
import type { ScannedSkill } from './catalog-scan.js';
import { findLocations } from './index-cache-names.js';
import { listedName, readSummary } from './read-summary.js';

interface ResolvedSkill {
  readonly entry: SkillEntry;
  /** Of the way it was found: that the name is not unique, that its project is not trusted. */
  readonly diagnostics: readonly LocatedDiagnostic[];
}

/** For reading; costs the same however many skills there are, unless a scan is due or there is no such skill. */
export function findSkill(library: Library, typed: string): ResolvedSkill {
  const meanings = meaningsOf(typed, library.roots);
  const named = readNamed(
    library,
    meanings.map((meaning) => meaning.name),
  );
  const quick = named === undefined ? [] : matchesIn(named, meanings);
  if (quick.length > 0) return first(quick, typed);
  const catalog = readCatalog(library, { keepsNames: true });
  const matches = matchesIn(catalog, meanings);
  if (matches.length > 0) return first(matches, typed);
  const ofPlugin = isPluginName(typed) ? pluginSkillNamed(pluginSkills(library), typed) : undefined;
  if (ofPlugin === undefined) throw skillNotFound(library, catalog, typed);
  return { entry: ofPlugin, diagnostics: [] };
}

/** For writing. Skills that are not offered can be changed all the same. */
export function findSkillToChange(library: Library, typed: string): SkillEntry {
  const catalog = readCatalog(library);
  const [match, ...others] = matchesIn(catalog, meaningsOf(typed, library.roots));
  if (match === undefined) throw skillNotFound(library, catalog, typed);
  if (others.length === 0) return match.entry;
  const entries = [match, ...others].map(({ entry }) => entry);
  const told = entries.map(({ id, path }) => `${id} (${path})`).join(', ');
  const haveOwnIds = new Set(entries.map(({ id }) => id)).size === entries.length;
  throw new CoppiceError('ambiguous-name', `${typed} is the name of ${entries.length} skills: ${told}`, {
    hint: haveOwnIds ? 'name the one you mean by its id' : 'rename one of them, or move it to another root',
  });
}

interface Meaning {
  readonly roots: readonly Root[];
  readonly name: string;
}

/** `a:b` is the skill b of the root a, if there is such a root, and else a name with a colon in it. */
function meaningsOf(typed: string, roots: readonly Root[]): readonly Meaning[] {
  const colon = typed.indexOf(':');
  const label = typed.slice(0, Math.max(colon, 0));
  const labelled = roots.filter((root) => root.label === label || root.shownAs === label);
  const byId = labelled.length === 0 ? [] : [{ roots: labelled, name: listedName(typed.slice(colon + 1)) }];
  return [...byId, { roots, name: listedName(typed) }];
}

interface Match {
  readonly entry: SkillEntry;
  readonly reason: HiddenReason | undefined;
}

/** By the first meaning that has any; of the skills whose folder has the name, only if no skill has it itself. */
function matchesIn({ skills, hidden }: Catalog, meanings: readonly Meaning[]): readonly Match[] {
  const all: readonly Match[] = [...skills.map((entry) => ({ entry, reason: undefined })), ...hidden];
  for (const { roots, name } of meanings) {
    const inRoots = all.filter(
      ({ entry }) => roots.includes(entry.root) || entry.alsoIn.some((root) => roots.includes(root)),
    );
    const byName = inRoots.filter(({ entry }) => entry.name === name);
    if (byName.length > 0) return byName;
    const byFolder = inRoots.filter(({ entry }) => basename(entry.folder) === name);
    if (byFolder.length > 0) return byFolder;
  }
  return [];
}

/** A shadowed skill has lost its name, and is still to be had. */
function isOffered({ reason }: Match): boolean {
  return reason === undefined || reason === 'shadowed';
}

function first(matches: readonly Match[], typed: string): ResolvedSkill {
  const [entry, ...others] = matches.filter(isOffered).map((match) => match.entry);
  if (entry === undefined) throw notOffered(matches);
  const diagnostics: LocatedDiagnostic[] = [];
  if (others.length > 0) {
    const ids = others.map(({ id, path }) => `${id} (${path})`).join(', ');
    const message = `"${typed}" is also the name of ${ids}; ${entry.id} comes first.`;
    diagnostics.push(
      locationDiagnostic('ambiguous-name', entry.path, message, 'name the one you mean by its id'),
    );
  }
  if (!entry.root.trusted) {
    const message = 'The skill belongs to a project that is not trusted.';
    diagnostics.push(locationDiagnostic('untrusted', entry.path, message, 'read it, then: coppice trust'));
  }
  return { entry, diagnostics };
}

function notOffered(matches: readonly Match[]): CoppiceError {
  for (const { entry, reason } of matches) {
    if (reason === undefined) continue;
    const { message, hint } = explainHidden(entry, reason);
    return new CoppiceError('skill-hidden', message, { hint });
  }
  return new CoppiceError('internal', 'a skill is neither offered nor hidden');
}

/*
 * The part of the catalog that has to do with a few names, without a scan: the names cache says where such skills
 * are, and only their files are read. What it finds is checked against the disk.
 */

/** Undefined when the cache does not know, or what it says does not hold any more: only a scan can tell. */
function readNamed(library: Library, names: readonly string[]): Catalog | undefined {
  const roots = [];
  for (const root of library.roots) {
    const skills = new Map<string, ScannedSkill>();
    for (const name of names) {
      const places = unlessRefused(() => findLocations(library.files, library.home, root.path, name));
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

/*
 * The answer when there is no such skill: what may have been meant, and whether it is in an archive, from which it
 * can be brought back.
 */

function skillNotFound(library: Library, { skills }: Catalog, typed: string): CoppiceError {
  const name = typed.slice(typed.indexOf(':') + 1);
  const archived = unlessRefused(() => archivedSkills(library, library.roots)) ?? [];
  const near = closest(
    name,
    skills.map((skill) => skill.name),
  );
  const hints = [
    findArchived(archived, typed).length > 0
      ? `it is archived; bring it back with: coppice restore ${typed}`
      : '',
    near.length > 0 ? `did you mean: ${near.join(', ')}` : '',
  ].filter((hint) => hint !== '');
  return new CoppiceError('skill-not-found', `there is no skill ${typed}`, {
    hint: hints.join('; ') || 'coppice list shows the skills there are',
  });
}
