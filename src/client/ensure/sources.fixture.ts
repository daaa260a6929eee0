/*
 * Packages that come from no registry, in memory: by the address of a repository or the path of a folder.
 */

import { CoppiceError } from '../../text/errors.js';
import type { SourceItem, SourceOrigin, SourcePackage, Sources } from '../source/source-packages.js';
import type { StoreFile } from '../store/store.js';
import { contentDigestOf } from '../store/store.js';

export class MemorySources implements Sources {
  readonly calls: string[] = [];
  readonly #texts = new Map<string, { readonly text: string; readonly requires: readonly string[] }>();

  put(place: string, text: string, requires: readonly string[] = []): void {
    this.#texts.set(place, { text, requires });
  }

  async resolve({ wanted }: SourceItem): Promise<SourcePackage> {
    this.calls.push(`resolve ${placeOf(wanted)}`);
    const { files, requires } = this.#at(wanted);
    const commit = 'a'.repeat(40);
    const origin = wanted.from === 'git' ? { ...wanted, commit } : wanted;
    return { origin, requires, files, contentDigest: contentDigestOf(files) ?? '' };
  }

  async fetch(origin: SourceOrigin): Promise<readonly StoreFile[]> {
    this.calls.push(`fetch ${placeOf(origin)}`);
    return this.#at(origin).files;
  }

  #at(origin: SourceOrigin | SourceItem['wanted']) {
    const found = this.#texts.get(placeOf(origin));
    if (found === undefined) throw new CoppiceError('not-found', `there is no ${placeOf(origin)}`);
    const bytes = new TextEncoder().encode(found.text);
    return { requires: found.requires, files: [{ path: 'SKILL.md', bytes, executable: false }] };
  }
}

function placeOf(origin: SourceOrigin | SourceItem['wanted']): string {
  return origin.from === 'git' ? origin.url : origin.path;
}
