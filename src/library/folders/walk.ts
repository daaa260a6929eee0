/*
 * Finds every skill below a root. The result depends on the tree alone: it is in code-unit order of the paths, whatever
 * order the disk lists its entries in.
 *
 * Links to folders are followed last. A folder is identified by its path without links, which for a plain folder is
 * known without asking the disk. So a loop ends at once, and a package that is reached twice is found at its real path,
 * or else through the first of the links to it.
 *
 * A folder of a skill that an earlier walk has listed is only checked for changes, which takes a fifth of the time. Folders
 * in which a skill could depend on more than the names in them, because they contain links, are listed every time.
 */

import { skillFileNames } from '../../skill/package-names.js';
import type { Entry, Files, Stat } from '../../system/files.js';
import { CoppiceError, sentenceOf, unlessRefused } from '../../text/errors.js';
import { type LocatedDiagnostic, type LocationCode, locationDiagnostic } from '../rules/diagnostics.js';
import type { ListedFolder, SkillLocation } from '../rules/entry.js';
import { prunedFolders, supportFolders } from '../rules/package-path.js';

export interface RootWalk {
  readonly skills: readonly WalkedSkill[];
  /** The folders outside of skills: a skill can appear or disappear only where one of them has changed. */
  readonly folders: readonly WalkedFolder[];
  readonly diagnostics: readonly LocatedDiagnostic[];
}

/** The folder of the skill is absent where it must be listed every time, or was not asked about. */
export interface WalkedSkill extends SkillLocation {
  readonly listed?: ListedFolder | undefined;
}

/** The skill that an earlier walk found in a folder, by the folder's path relative to the root. */
export type KnownSkills = (
  folder: string,
) => { readonly file: string; readonly listed: ListedFolder | undefined } | undefined;

export interface WalkedFolder {
  /** Relative to the root. */
  readonly path: string;
  /** The time just after the folder was listed. Undefined when it does not exist. */
  readonly mtimeMs: number | undefined;
}

export interface WalkBounds {
  readonly depth: number;
  readonly folders: number;
}

export const walkBounds: WalkBounds = { depth: 8, folders: 200_000 };

type WalkFiles = Pick<Files, 'list' | 'stat' | 'realPath'>;

export function walkRoot(files: WalkFiles, root: string, bounds = walkBounds, known?: KnownSkills): RootWalk {
  const walk = new Walk(files, root, bounds, known);
  walk.run();
  return {
    skills: walk.skills.sort((a, b) => (a.folder < b.folder ? -1 : 1)),
    folders: walk.folders,
    diagnostics: [...walk.diagnostics.values()].sort((a, b) => (a.path < b.path ? -1 : 1)),
  };
}

/** A folder on the way: where it seems to be, where it really is, and whether it is part of a skill. */
interface Step {
  /** Relative to the root. */
  readonly path: string;
  readonly realPath: string;
  readonly depth: number;
  readonly inSkill: boolean;
}

class Walk {
  readonly skills: WalkedSkill[] = [];
  readonly folders: WalkedFolder[] = [];
  /** By path, or by code where one per root is enough. */
  readonly diagnostics = new Map<string, LocatedDiagnostic>();
  readonly #files: WalkFiles;
  readonly #root: string;
  readonly #bounds: WalkBounds;
  readonly #known: KnownSkills | undefined;
  /** The real paths of the folders, made into a set when a link could lead to one of them again. */
  readonly #visited: string[] = [];
  #visitedSet: Set<string> | undefined;
  #links: Step[] = [];

  constructor(files: WalkFiles, root: string, bounds: WalkBounds, known: KnownSkills | undefined) {
    this.#files = files;
    this.#root = root;
    this.#bounds = bounds;
    this.#known = known;
  }

  run(): void {
    const realPath = this.#unlessRefused('', () => this.#files.realPath(this.#root));
    if (realPath === undefined) {
      this.folders.push({ path: '', mtimeMs: undefined });
      return;
    }
    this.#descend({ path: '', realPath, depth: 0, inSkill: false });
    while (this.#links.length > 0) {
      this.#visitedSet ??= new Set(this.#visited);
      const links = this.#links.sort((a, b) => (a.path < b.path ? -1 : 1));
      this.#links = [];
      for (const link of links) this.#descend(link);
    }
  }

  #descend(from: Step): void {
    const pending = [from];
    for (let step = pending.pop(); step !== undefined; step = pending.pop()) {
      if (this.#visitedSet?.has(step.realPath)) continue;
      if (this.#visited.length === this.#bounds.folders) {
        this.#report(
          'too-many-folders',
          '',
          `Only the first ${this.#bounds.folders} folders were searched, so some skills may be missing.`,
        );
        return;
      }
      this.#visited.push(step.realPath);
      this.#visitedSet?.add(step.realPath);
      this.#visit(step, pending);
    }
  }

  /** Records the skill in a folder, and the folders to search next. */
  #visit(step: Step, pending: Step[]): void {
    const known = step.path === '' ? undefined : this.#known?.(step.path);
    // Before the listing, so that a change in between is noticed the next time.
    const stat = known && unlessRefused(() => this.#files.stat(step.realPath));
    if (known?.listed !== undefined && isSameFolder(known.listed, stat)) {
      this.#addSkill(step, known.file.slice(step.path.length + 1), known.listed);
      for (const name of known.listed.below) this.#goInto(step, name, 'folder', true, pending);
      return;
    }
    const entries = this.#list(step);
    const file = entries && this.#skillFile(step, entries);
    if (step.path === '' || (file === undefined && !step.inSkill)) {
      const now = this.#unlessRefused(step.path, () => this.#files.stat(step.realPath));
      this.folders.push({ path: step.path, mtimeMs: now?.mtimeMs });
    }
    if (entries === undefined) return;
    if (file !== undefined) this.#addSkill(step, file, stat && listedFolder(stat, entries));
    this.#goBelow(step, entries, file !== undefined, pending);
  }

  #addSkill({ path, realPath }: Step, file: string, listed: ListedFolder | undefined): void {
    this.skills.push({ folder: path, file: inside(path, file), realFolder: realPath, listed });
    if (file !== 'SKILL.md') {
      this.#report(
        'file-name-case',
        inside(path, file),
        `The file is named ${file}; most agents look only for SKILL.md.`,
        'rename it to SKILL.md',
      );
    }
  }

  #skillFile({ path }: Step, entries: readonly Entry[]): string | undefined {
    return skillFileNames.find((name) => {
      const file = inside(path, name);
      const entry = entries.find((candidate) => candidate.name === name);
      const kind = entry?.kind === 'link' ? this.#statOf(file)?.kind : entry?.kind;
      // A broken link has no kind, and is reported where links are followed.
      if (kind !== undefined && kind !== 'file')
        this.#report(
          'unreadable',
          file,
          'It is not a regular file, so there is no skill here.',
          'replace it with a file',
        );
      return kind === 'file';
    });
  }

  #goBelow(step: Step, entries: readonly Entry[], isSkill: boolean, pending: Step[]): void {
    for (const { name, kind } of entries)
      if ((kind === 'folder' || kind === 'link') && isSearched(name, isSkill))
        this.#goInto(step, name, kind, isSkill, pending);
  }

  #goInto(step: Step, name: string, kind: 'folder' | 'link', isSkill: boolean, pending: Step[]): void {
    const path = inside(step.path, name);
    const realPath = kind === 'link' ? this.#linkedFolder(path) : `${step.realPath}/${name}`;
    if (realPath === undefined) return;
    if (step.depth === this.#bounds.depth) {
      this.#report(
        'too-deep',
        path,
        `Folders more than ${this.#bounds.depth} levels below the root are not searched; this is the first one.`,
      );
      return;
    }
    const below = { path, realPath, depth: step.depth + 1, inSkill: step.inSkill || isSkill };
    if (kind === 'link') this.#links.push(below);
    else pending.push(below);
  }

  /** Where a link leads, if that is a folder. */
  #linkedFolder(path: string): string | undefined {
    const stat = this.#statOf(path);
    if (stat?.kind === 'folder')
      return this.#unlessRefused(path, () => this.#files.realPath(this.#absolute(path)));
    if (stat === undefined) {
      this.#report(
        'broken-link',
        path,
        'The link is broken: its target does not exist.',
        'remove the link, or restore its target',
      );
    }
    return undefined;
  }

  #list({ path, realPath }: Step): readonly Entry[] | undefined {
    const entries = this.#unlessRefused(path, () => this.#files.list(realPath));
    // Node puts this character where bytes of a name are not UTF-8; the resulting name does not open the folder.
    if (entries === undefined && path.includes('\uFFFD')) {
      this.#report(
        'name-not-utf8',
        path,
        'The name is not UTF-8, so the folder cannot be opened.',
        'rename the folder',
      );
    }
    return entries;
  }

  #statOf(path: string): Stat | undefined {
    return this.#unlessRefused(path, () => this.#files.stat(this.#absolute(path)));
  }

  #unlessRefused<T>(path: string, read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof CoppiceError)) throw error;
      this.#report('unreadable', path, sentenceOf(error), error.hint);
      return undefined;
    }
  }

  /** One per path: the first gives the cause, and later ones would only follow from it. */
  #report(code: LocationCode, path: string, message: string, fix?: string): void {
    const key = code === 'too-deep' ? code : path;
    if (!this.diagnostics.has(key))
      this.diagnostics.set(key, locationDiagnostic(code, this.#absolute(path), message, fix));
  }

  #absolute(path: string): string {
    return path === '' ? this.#root : `${this.#root}/${path}`;
  }
}

/** Undefined where links could change what is found without a change of the folder. */
function listedFolder({ ctimeMs, inode }: Stat, entries: readonly Entry[]): ListedFolder | undefined {
  if (entries.some(({ kind }) => kind === 'link')) return undefined;
  const below = entries.filter(({ name, kind }) => kind === 'folder' && isSearched(name, true));
  return { ctimeMs, inode, below: below.length === 0 ? nothingBelow : below.map(({ name }) => name) };
}

const nothingBelow: readonly string[] = [];

function isSameFolder({ ctimeMs, inode }: ListedFolder, stat: Stat | undefined): boolean {
  return stat?.kind === 'folder' && stat.ctimeMs === ctimeMs && stat.inode === inode;
}

function isSearched(name: string, isInSkill: boolean): boolean {
  return !prunedFolders.has(name) && !(isInSkill && supportFolders.some((folder) => folder === name));
}

function inside(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}
