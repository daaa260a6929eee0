/*
 * Where the content of the files comes from that the scripts of a package fetch, write and run. The command count serves
 * as a clock, so that a script is read again only if the origin of a file changed after the script had asked for it.
 */

import type { ShellFunction } from './shell-functions.js';
import type { Checked, Origin } from './step.js';

/** A limit per command, so that the whole scan takes linear time. */
const maxOrigins = 6;

export class FileOrigins {
  /** The functions of the shell scripts of the package, because scripts source each other. */
  readonly functions = new Map<string, ShellFunction>();
  /** Keyed by the last part of the path, because scripts often change the folder. */
  readonly #files = new Map<string, { readonly origins: readonly Origin[]; readonly changedAt: number }>();
  /** When the current script first asked for each file. */
  readonly #firstRequests = new Map<string, number>();
  /** Files with downloads whose checksum was not verified. */
  readonly #unchecked = new Set<string>();
  #now = 0;
  #lastChange = 0;
  #isOutdated = false;

  /** Reads a script, and returns the time up to which it knew all origins. */
  during(read: () => void): number {
    const start = this.#now;
    this.#firstRequests.clear();
    this.#isOutdated = false;
    read();
    return this.#isOutdated ? start : this.#now;
  }

  /** Must be called for every command. */
  advance(): void {
    this.#now += 1;
  }

  originsOf(paths: readonly string[]): readonly Origin[] {
    let found: readonly Origin[] = [];
    for (const path of paths) {
      const name = lastPart(path);
      if (!this.#firstRequests.has(name)) this.#firstRequests.set(name, this.#now);
      const known = this.#files.get(name);
      if (known !== undefined) found = unionOfOrigins([found, known.origins]);
    }
    return found;
  }

  add(path: string, added: readonly Origin[]): void {
    const name = lastPart(path);
    if (added.length === 0 || !/\w/.test(name)) return;
    const known = this.#files.get(name)?.origins ?? [];
    const origins = unionOfOrigins([known, added]);
    if (origins.length === known.length) return;
    this.#lastChange = this.#now;
    if (added.some((origin) => origin.kind === 'download' && origin.checked === undefined))
      this.#unchecked.add(name);
    this.#files.set(name, { origins, changedAt: this.#now });
    if ((this.#firstRequests.get(name) ?? this.#now) < this.#now) this.#isOutdated = true;
  }

  /** Marks downloads as verified by a checksum: those in the given files, or all. */
  check(paths: readonly string[] | undefined, checked: Checked): void {
    for (const name of paths?.map(lastPart) ?? this.#unchecked) {
      const known = this.#files.get(name);
      if (known === undefined || !this.#unchecked.delete(name)) continue;
      const origins = known.origins.map((origin) =>
        origin.kind === 'download' ? { ...origin, checked } : origin,
      );
      this.#files.set(name, { ...known, origins });
    }
  }

  hasChangedSince(time: number): boolean {
    return this.#lastChange > time;
  }

  hasFileChangedSince(time: number, name: string): boolean {
    return (this.#files.get(name)?.changedAt ?? 0) > time;
  }
}

export function unionOfOrigins(sets: readonly (readonly Origin[])[]): readonly Origin[] {
  let all: readonly Origin[] = [];
  for (const set of sets) {
    if (all.length >= maxOrigins) break;
    if (all.length === 0) all = set;
    else if (set.length > 0)
      all = [...all, ...set.filter((origin) => !all.some((known) => isSame(origin, known)))];
  }
  return all.length > maxOrigins ? all.slice(0, maxOrigins) : all;
}

function isSame(one: Origin, other: Origin): boolean {
  if (one.kind === 'download')
    return other.kind === 'download' && one.address === other.address && one.checked === other.checked;
  if (one.kind === 'private')
    return (
      other.kind === 'private' && one.location.what === other.location.what && one.isPath === other.isPath
    );
  if (one.kind === 'secret')
    return (
      other.kind === 'secret' &&
      one.name === other.name &&
      one.isEncoded === other.isEncoded &&
      one.isLogin === other.isLogin
    );
  return other.kind === 'decoded';
}

function lastPart(path: string): string {
  if (path.length <= longestName && !separators.test(path)) return path;
  const name = path
    .slice(-longestName)
    .replace(/[?#].*$/s, '')
    .replace(/\/$/, '');
  let start = name.length;
  while (start > 0 && !'/@=<\\'.includes(name.charAt(start - 1))) start -= 1;
  return name.slice(start);
}

const longestName = 200;
const separators = /[/@=<\\?#]/;
