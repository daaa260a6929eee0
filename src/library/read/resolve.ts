/*
 * Finds the one skill that was typed: by id (`home:gif-search`), by name, or by the name of its folder. For reading, the
 * first of several skills with that name is used, with a warning. For writing, an ambiguous name is refused, because a
 * change to the wrong skill is worse than a question.
 */

import { basename } from 'node:path';
import { didYouMean } from '../../text/closest.js';
import { CoppiceError, unlessRefused } from '../../text/errors.js';
import type { Catalog } from '../rules/catalog.js';
import { type LocatedDiagnostic, locationDiagnostic } from '../rules/diagnostics.js';
import { folderName, type SkillEntry } from '../rules/entry.js';
import { explainHidden, type HiddenReason } from '../rules/filters.js';
import { managedProvenance, type Root } from '../rules/root.js';
import { archivedSkills, findArchived } from '../write/archive-find.js';
import { type Absorbed, absorbedNamed } from './absorbed.js';
import { arrange, type ReadLibrary, readCatalog } from './catalog.js';
import type { ScannedSkill } from './catalog-scan.js';
import { findLocations } from './index-cache-names.js';
import { isPluginName, pluginSkillNamed, pluginSkills } from './plugins.js';
import { listedName, readSummary } from './read-summary.js';

interface ResolvedSkill {
  readonly entry: SkillEntry;
  /** What to know about the match: that the name is not unique, or that the project is not trusted. */
  readonly diagnostics: readonly LocatedDiagnostic[];
  /** What was meant, if the name is that of a skill that was merged into this one. */
  readonly absorbed?: Absorbed;
}

/** For reading. The cost does not grow with the library, unless a scan is due or there is no such skill. */
export function findSkill(library: ReadLibrary, typed: string): ResolvedSkill {
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
  if (ofPlugin !== undefined) return { entry: ofPlugin, diagnostics: [] };
  const merged = mergedSkill(library, catalog, typed);
  if (merged === undefined) throw skillNotFound(library, catalog, typed);
  return merged;
}

/** The skill that the one of this name was merged into; undefined also if that one is not offered. */
export function mergedSkill(
  library: ReadLibrary,
  catalog: Catalog,
  typed: string,
): (ResolvedSkill & { readonly absorbed: Absorbed }) | undefined {
  const absorbed = absorbedNamed(library, typed);
  if (absorbed === undefined) return undefined;
  const matches = matchesIn(catalog, meaningsOf(absorbed.into, library.roots));
  if (!matches.some(isOffered)) return undefined;
  const { entry, diagnostics } = first(matches, absorbed.into);
  const message = `"${absorbed.name}" was merged into ${entry.id}.`;
  const fix = `its text is in references/${absorbed.name}/, unless the merge had a text of its own`;
  return {
    entry,
    absorbed,
    diagnostics: [locationDiagnostic('merged', entry.path, message, fix), ...diagnostics],
  };
}

/** For writing. Skills that are not offered can be changed too; those that another program writes cannot. */
export function findSkillToChange(library: ReadLibrary, typed: string): SkillEntry {
  return theOnly(library, typed, ({ root, folder }) => managedProvenance(root, folder) === undefined);
}

/** For a setting about the skill, which changes none of its files: those that another program writes count too. */
export function findSkillToSwitch(library: ReadLibrary, typed: string): SkillEntry {
  return theOnly(library, typed, () => true);
}

/** Refuses an ambiguous name, and a skill that must not be chosen. */
function theOnly(library: ReadLibrary, typed: string, mayBe: (entry: SkillEntry) => boolean): SkillEntry {
  const catalog = readCatalog(library);
  const matches = matchesIn(catalog, meaningsOf(typed, library.roots)).map(({ entry }) => entry);
  const entries = matches.filter(mayBe);
  const [entry] = entries;
  if (entry === undefined) {
    const ofPlugin = isPluginName(typed) ? pluginSkillNamed(pluginSkills(library), typed) : undefined;
    const [other = ofPlugin] = matches;
    throw other === undefined ? skillNotFound(library, catalog, typed) : writtenElsewhere(other);
  }
  if (entries.length === 1) return entry;
  const list = entries.map(({ id, path }) => `${id} (${path})`).join(', ');
  const haveOwnIds = new Set(entries.map(({ id }) => id)).size === entries.length;
  throw new CoppiceError('ambiguous-name', `${entries.length} skills are named ${typed}: ${list}`, {
    hint: haveOwnIds ? 'use the id of the one you mean' : 'rename one of them, or move it to another root',
  });
}

function writtenElsewhere({ id, root }: SkillEntry): CoppiceError {
  const [writer, hint] =
    root.kind === 'plugin'
      ? [`belongs to the plugin ${root.label}`, 'turn the plugin off or update it in its agent']
      : ['is in a folder that its agent writes', 'change it where the agent gets it from'];
  return new CoppiceError('written-elsewhere', `${id} ${writer}, so Coppice does not change it`, { hint });
}

interface Meaning {
  readonly roots: readonly Root[];
  readonly name: string;
}

/** `a:b` is the skill b of the root a if there is such a root, else a name that contains a colon. */
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

/** The matches of the first meaning that has any. A folder's name counts only if no skill has that name itself. */
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

/** A shadowed skill is no longer found by its name, but still by its id. */
function isOffered({ reason }: Match): boolean {
  return reason === undefined || reason === 'shadowed';
}

function first(matches: readonly Match[], typed: string): ResolvedSkill {
  const [entry, ...others] = matches.filter(isOffered).map((match) => match.entry);
  if (entry === undefined) throw notOffered(matches);
  const diagnostics: LocatedDiagnostic[] = [];
  if (others.length > 0) {
    const ids = others.map(({ id, path }) => `${id} (${path})`).join(', ');
    const message = `"${typed}" is also the name of ${ids}; ${entry.id} takes precedence.`;
    diagnostics.push(
      locationDiagnostic('ambiguous-name', entry.path, message, 'use the id of the one you mean'),
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

/**
 * The part of the catalog with these names, without a scan: the names cache says where such skills are, and only their
 * files are read. Undefined when the cache does not know them or is out of date, so that a scan is needed.
 */
function readNamed(library: ReadLibrary, names: readonly string[]): Catalog | undefined {
  const roots = [];
  for (const root of library.roots) {
    const skills = new Map<string, ScannedSkill>();
    for (const name of names) {
      const locations = unlessRefused(() => findLocations(library.files, library.home, root.path, name));
      if (locations === undefined) return undefined;
      for (const file of [...locations.byName, ...locations.byFolderName]) {
        const skill = unlessRefused(() => readSkillAt(library, root, file));
        if (skill === undefined) return undefined;
        if (locations.byName.includes(file) && skill.summary.name !== name) return undefined;
        skills.set(file, skill);
      }
    }
    const inWalkOrder = [...skills.values()].sort((a, b) => (a.location.folder < b.location.folder ? -1 : 1));
    roots.push({ root, skills: inWalkOrder, diagnostics: [] });
  }
  return arrange(roots, library.surroundings);
}

function readSkillAt({ files }: ReadLibrary, root: Root, file: string): ScannedSkill | undefined {
  const folder = file.slice(0, Math.max(file.lastIndexOf('/'), 0));
  const realFolder = files.realPath(folder === '' ? root.path : `${root.path}/${folder}`);
  if (realFolder === undefined) return undefined;
  const location = { folder, file, realFolder };
  const read = readSummary(files, `${root.path}/${file}`, folderName(root, location));
  return read && { location, summary: read.summary };
}

/** The hint says which names are similar, and whether the skill can be restored from an archive. */
function skillNotFound(library: ReadLibrary, { skills }: Catalog, typed: string): CoppiceError {
  const name = typed.slice(typed.indexOf(':') + 1);
  const archived = unlessRefused(() => archivedSkills(library, library.roots)) ?? [];
  const names = skills.map((skill) => skill.name);
  const absorbed = absorbedNamed(library, typed);
  const hints = [
    absorbed === undefined ? '' : `it was merged into ${absorbed.into}`,
    findArchived(archived, typed).length > 0
      ? `it is archived; restore it with: coppice restore ${typed}`
      : '',
    didYouMean(name, names) ?? '',
  ].filter((hint) => hint !== '');
  return new CoppiceError('skill-not-found', `there is no skill ${typed}`, {
    hint: hints.join('; ') || 'coppice list shows all skills',
  });
}
