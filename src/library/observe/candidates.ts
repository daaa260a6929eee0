/*
 * The files that others may have changed, by their stats alone: what is not as it was last known, what is met for the
 * first time, and what is gone. Only skills of the user's own roots are observed, and only files of the same owner.
 */

import { basename } from 'node:path';
import type { Files, Stat } from '../../system/files.js';
import { unlessRefused } from '../../text/errors.js';
import { managedProvenance, type Root } from '../rules/root.js';
import { locationOf, type PackageLocation } from '../write/write-target.js';
import { type Baseline, isSameStat, type KnownFile } from './baseline.js';
import type { ObservedSkill, ObserveRequest } from './observe.js';

/** A file that may have changed. */
export interface Candidate {
  readonly skill: Pick<ObservedSkill, 'id' | 'name' | 'root' | 'folder'>;
  readonly location: PackageLocation;
  readonly file: string;
  /** Null if the file is gone. */
  readonly stat: Stat | null;
}

/** What is observed. */
export interface Scope extends Pick<ObserveRequest, 'skills' | 'maxBytes'> {
  readonly files: Files;
  readonly home: string;
  /** By their real paths. */
  readonly roots: ReadonlyMap<string, Root>;
  /** Of the home. */
  readonly owner: number | undefined;
}

/** A SKILL.md above this size is not one that a person wrote, and is not observed. */
const maxFileBytes = 4 * 1024 * 1024;

export function observedScope(files: Files, home: string, request: ObserveRequest): Scope {
  const { skills, maxBytes } = request;
  const roots = new Map(
    request.roots
      .filter(({ kind }) => kind === 'home' || kind === 'user')
      .flatMap((root) => {
        const path = unlessRefused(() => files.realPath(root.path));
        return path === undefined ? [] : [[path, root] as const];
      }),
  );
  return { files, home, skills, maxBytes, roots, owner: unlessRefused(() => files.stat(home))?.uid };
}

/** What changed first, then the newest. Files beyond the space for baselines are not met at all. */
export function findCandidates(scope: Scope, baseline: Baseline): readonly Candidate[] {
  const observed = observedSkills(scope);
  const met = metIn(scope, observed, baseline);
  const changed = met.filter(({ known }) => known !== undefined);
  const byAge = (a: { stat: Stat }, b: { stat: Stat }) => b.stat.mtimeMs - a.stat.mtimeMs;
  let free = scope.maxBytes;
  for (const { storedBytes } of baseline.files.values()) free -= storedBytes;
  const first = met
    .filter(({ known }) => known === undefined)
    .sort(byAge)
    .filter(({ stat }) => {
      const fits = stat.sizeBytes <= free;
      if (fits) free -= stat.sizeBytes;
      return fits;
    });
  return [
    ...goneIn(scope, observed, baseline),
    ...[...changed.sort(byAge), ...first].flatMap(({ skill, stat }) => {
      const location = unlessRefused(() => locationOf(scope, skill));
      if (location === undefined || !isInRoot(scope, location)) return [];
      return [{ skill, location, file: basename(skill.path), stat }];
    }),
  ];
}

/** A place that cannot be looked at may still have the file. */
export function isThere(files: Pick<Files, 'stat'>, path: string): boolean {
  const stat = unlessRefused(() => files.stat(path, { follow: false }) ?? 'absent');
  return stat !== 'absent';
}

interface MetFile {
  readonly skill: ObservedSkill;
  readonly stat: Stat;
  readonly known: KnownFile | undefined;
}

/** The files of the walk that are not as they were last known; `known` is undefined at first sight. */
function metIn(
  scope: Scope,
  observed: readonly LocatedSkill[],
  { links, files: knownFiles }: Baseline,
): readonly MetFile[] {
  return observed.flatMap(({ skill, realPath }) => {
    const stat = unlessRefused(() => scope.files.stat(skill.path, { follow: false }));
    const isOwn = stat?.kind === 'file' && stat.sizeBytes <= maxFileBytes && stat.uid === scope.owner;
    if (!isOwn) return [];
    const known = knownFiles.get(links.get(skill.path) ?? realPath);
    return known !== undefined && isSameStat(known.stat, stat) ? [] : [{ skill, stat, known }];
  });
}

interface LocatedSkill {
  readonly skill: ObservedSkill;
  readonly realPath: string;
}

function observedSkills({ skills, roots }: Scope): readonly LocatedSkill[] {
  const realRoots = new Map([...roots].map(([real, { path }]) => [path, real]));
  return skills.flatMap((skill) => {
    const real = realRoots.get(skill.root.path);
    // Another program keeps these as they are, and replaces them whenever it likes.
    if (real === undefined || managedProvenance(skill.root, skill.folder) !== undefined) return [];
    return [{ skill, realPath: real + skill.path.slice(skill.root.path.length) }];
  });
}

/** Whether the real place is in an observed root: a link may lead into a folder of somebody else. */
function isInRoot({ roots }: Scope, { root, folder }: PackageLocation): boolean {
  const path = `${root}/${folder}/`;
  return [...roots.keys()].some((observed) => path.startsWith(`${observed}/`));
}

/** What was known and is not there any more, in roots that are. */
function goneIn(
  scope: Scope,
  observed: readonly LocatedSkill[],
  { files: knownFiles, links }: Baseline,
): readonly Candidate[] {
  const met = new Set(observed.map(({ skill, realPath }) => links.get(skill.path) ?? realPath));
  return [...knownFiles].flatMap(([path, known]) => {
    if (met.has(path)) return [];
    const root = rootOf(scope, path);
    if (root === undefined || isThere(scope.files, path)) return [];
    const name = known.skill.slice(known.skill.indexOf(':') + 1);
    const skill = { id: known.skill, name, root, folder: `${known.root}/${known.folder}` };
    const location = { root: known.root, folder: known.folder, linked: false };
    return [{ skill, location, file: known.file, stat: null }];
  });
}

function rootOf({ roots }: Scope, path: string): Root | undefined {
  for (const [real, root] of roots) if (path.startsWith(`${real}/`)) return root;
  return undefined;
}
