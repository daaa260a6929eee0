/*
 * What is known of the files that scripts fetch, make and run, over the whole package: where their content comes from.
 * It keeps time by commands, so that a script is read again only when something was added to a file that it had asked
 * for before.
 */

import type { Checked, Origin } from './step.js';

/** A command gathers no more, so that the whole takes linear time. */
const maxOrigins = 6;

export class FileOrigins {
  /** By the last part of their path, as the folder is often another one by then. */
  readonly #files = new Map<string, { readonly origins: readonly Origin[]; readonly changedAt: number }>();
  /** When the script that is read has first asked for a file. */
  readonly #asked = new Map<string, number>();
  /** The files with downloads that were not compared with a checksum. */
  readonly #unchecked = new Set<string>();
  #now = 0;
  #lastChange = 0;
  #isOutdated = false;

  /** Reads a script, and says up to which time it has seen what is known. */
  during(read: () => void): number {
    const start = this.#now;
    this.#asked.clear();
    this.#isOutdated = false;
    read();
    return this.#isOutdated ? start : this.#now;
  }

  /** To be told at every command. */
  goOn(): void {
    this.#now += 1;
  }

  originsOf(paths: readonly string[]): readonly Origin[] {
    let found: readonly Origin[] = [];
    for (const path of paths) {
      const name = lastPart(path);
      if (!this.#asked.has(name)) this.#asked.set(name, this.#now);
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
    if ((this.#asked.get(name) ?? this.#now) < this.#now) this.#isOutdated = true;
  }

  /** What was downloaded into the files, all of them unless told, has been compared with a checksum. */
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

  hasNewsSince(time: number): boolean {
    return this.#lastChange > time;
  }

  isNewsSince(time: number, name: string): boolean {
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
  if (one.kind === 'private') return other.kind === 'private' && one.place.what === other.place.what;
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
