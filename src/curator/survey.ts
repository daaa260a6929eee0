/*
 * What the curator decides on: every skill of the curated roots, with its record and the reasons not to move it.
 * Requirements and references are collected from all roots, even if only one is curated. If anything could not be read,
 * it might have named or pinned any skill, so nothing is moved.
 */

import { type Library, type LibraryOptions, openLibrary } from '../library/open-library.js';
import { absorbedSkills } from '../library/read/absorbed.js';
import { readCatalog } from '../library/read/catalog.js';
import { noteFirstSeen } from '../library/read/first-seen.js';
import { provenanceReader } from '../library/read/provenance.js';
import type { SkillEntry } from '../library/rules/entry.js';
import { managedProvenance, type Root } from '../library/rules/root.js';
import { readBundles } from '../library/use/bundles.js';
import type { Files } from '../system/files.js';
import { homePaths } from '../system/home.js';
import { CoppiceError } from '../text/errors.js';
import { isOnlySeen, newRecord, presentState, type UsageRecord, usageRecord } from '../usage/rules/record.js';
import { watchedFiles } from './guarded-files.js';
import type { CuratedRecord, CuratorFacts } from './rules/plan.js';
import { referenceLookup, requiredIds } from './rules/referrers.js';

export interface Survey {
  /** With all roots. */
  readonly library: Library;
  /** With the curated ones. */
  readonly curated: Library;
  /** The skills on the disk by id, which a transition to `archived` moves. */
  readonly skills: ReadonlyMap<string, SkillEntry>;
  readonly records: readonly CuratedRecord[];
  readonly facts: CuratorFacts;
  /** The time of the last activity of any skill; 0 for none. */
  readonly lastActivityAt: number;
  /** Why nothing may be moved. */
  readonly doubts: readonly CoppiceError[];
  /** A record as it is now. */
  reread(id: string): CuratedRecord;
}

interface SurveyOptions {
  /** A dry run writes no caches either. */
  readonly writesCaches: boolean;
}

export function surveySkills(options: LibraryOptions, { writesCaches }: SurveyOptions): Survey {
  const doubts: CoppiceError[] = [];
  const files = watchedFiles(options.files, (fault) => doubts.push(fault));
  const curated = openLibrary({ ...options, files });
  const isAll = (options.onlyRoots ?? []).length === 0;
  const everywhere = isAll ? curated : openLibrary({ ...options, files, onlyRoots: [] });
  const library = { ...everywhere, writesCaches, roots: mergedRoots(curated.roots, everywhere.roots) };

  const all = library.usage.all();
  const records = new Map(all.map((record) => [record.id, record]));
  if (library.usage.health().newer) doubts.push(newerUsage(library.home));
  const catalog = readCatalog(library);
  const entries = [...catalog.skills, ...catalog.hidden.map(({ entry }) => entry)];
  const { bundles, diagnostics } = readBundles(files, library.home);
  for (const { path, message } of diagnostics) doubts.push(unreadableBundle(path, message));

  const labels = new Set(curated.roots.map(({ label }) => label));
  const skills = new Map(
    entries.filter(({ root }) => labels.has(root.label)).map((entry) => [entry.id, entry]),
  );
  noteFirstSeen(library, entries, library.usage.lookUp());
  if (writesCaches) library.usage.compactIfWorthwhile();
  const isGone = (record: UsageRecord) => !skills.has(record.id) && !isOnlySeen(record);
  const gone = all.filter(
    (record) => isGone(record) && labels.has(record.id.slice(0, record.id.indexOf(':'))),
  );
  const ids = [...skills.keys(), ...gone.map(({ id }) => id)];

  const absorbed = absorbedSkills(library);
  // The use of what was merged into a skill is use of that skill.
  const lastUseBefore = new Map<string, number>();
  for (const { id, into } of absorbed) {
    const at = records.get(id)?.lastActivityAt ?? 0;
    lastUseBefore.set(into, Math.max(at, lastUseBefore.get(into) ?? 0));
  }
  const provenance = provenanceReader(files);
  const curatedRecord = (id: string, record: UsageRecord = usageRecord(newRecord(id))): CuratedRecord => {
    const entry = skills.get(id);
    if (entry === undefined) return record;
    const { state, archivedAt, restoredAt } = record;
    return {
      ...record,
      createdBy: provenance(entry, record),
      pinned: entry.pinned || record.pinned,
      state: presentState(record),
      lastActivityAt: Math.max(record.lastActivityAt, lastUseBefore.get(id) ?? 0),
      // The time of its return is not known, except that it was after it was archived.
      restoredAt: state === 'archived' ? Math.max(restoredAt, archivedAt) : restoredAt,
    };
  };
  const formerly = absorbed.map(({ into, name, folder }) => ({ id: into, name, folder, requires: [] }));
  const lookup = referenceLookup([...entries, ...formerly]);
  const isActive = (id: string) => presentState(records.get(id)) === 'active';
  return {
    library,
    curated: { ...curated, writesCaches },
    skills,
    records: ids.map((id) => curatedRecord(id, records.get(id))),
    facts: {
      required: requiredIds(entries, bundles, isActive, lookup),
      referenced: lookup(library.config['curator.referenced']),
      missing: new Set(gone.map(({ id }) => id)),
      unreadable: doubts.length > 0 ? new Set(ids) : sharedIds(entries),
      immovable: immovableIds(files, entries),
    },
    lastActivityAt: all.reduce((latest, record) => Math.max(latest, record.lastActivityAt), 0),
    doubts,
    reread: (id) => curatedRecord(id, library.usage.get(id)),
  };
}

/** The curated roots come first, so that a package that several roots reach belongs to them. */
function mergedRoots(curated: readonly Root[], others: readonly Root[]): readonly Root[] {
  return [...curated, ...others.filter(({ path }) => !curated.some((root) => root.path === path))];
}

/** If two packages have the same id, it is not known which of them was used. */
function sharedIds(entries: readonly SkillEntry[]): ReadonlySet<string> {
  const seen = new Set<string>();
  return new Set(entries.map(({ id }) => id).filter((id) => seen.size === seen.add(id).size));
}

function newerUsage(home: string): CoppiceError {
  return new CoppiceError(
    'newer-format',
    `a newer version of Coppice counts use in ${homePaths(home).usage}`,
    {
      hint: 'update Coppice',
    },
  );
}

function unreadableBundle(path: string, message: string): CoppiceError {
  return new CoppiceError(
    'bad-config',
    `the bundle ${path} cannot be read, so it might need any skill: ${message}`,
    {
      hint: 'correct it, or move it away',
    },
  );
}

type LocatedSkill = Pick<SkillEntry, 'id' | 'root' | 'folder' | 'path'>;

/**
 * The skills that cannot be moved to the archive, because their folder is a root, contains another skill, is only
 * linked, or is written by another program. They are excluded from the plan, since a run would otherwise stop at the same one every time.
 */
function immovableIds(files: Pick<Files, 'realPath'>, entries: readonly LocatedSkill[]): ReadonlySet<string> {
  const parents = new Set<string>();
  for (const { root, folder } of entries) {
    for (let end = folder.lastIndexOf('/'); end > root.path.length; end = folder.lastIndexOf('/', end - 1))
      parents.add(folder.slice(0, end));
  }
  const realRoots = new Map(
    [...new Set(entries.map(({ root }) => root))].map((root) => [root, files.realPath(root.path)]),
  );
  const isMovable = ({ root, folder, path }: LocatedSkill) =>
    folder !== root.path &&
    !parents.has(folder) &&
    managedProvenance(root, folder) === undefined &&
    files.realPath(path) === `${realRoots.get(root)}${path.slice(root.path.length)}`;
  return new Set(entries.filter((entry) => !isMovable(entry)).map(({ id }) => id));
}
