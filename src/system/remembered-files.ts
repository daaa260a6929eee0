/*
 * Files with a memory, for one reading of a library by many readers: what one of them has asked of the disk, the next one
 * is told from memory, so that all of them see the same state. Whether a path is a link is known from the listing of its
 * folder, so most paths are resolved without the disk. A change that is made through these files empties the memory.
 *
 * Not for code that asks twice to notice a change in between, such as the write path: it takes the files themselves.
 */

import type { Entry, EntryKind, FileContent, Files, ReadRange, Stat } from './files.js';

/** Larger files are read once by one reader, and would only take memory. */
const maxRememberedBytes = 256 * 1024;
/** From here on a table finds an entry faster than a search. */
const manyEntries = 16;

export function rememberedFiles(files: Files): Files {
  let memory = new Memory(files);
  const change = <Result>(act: () => Result): Result => {
    try {
      return act();
    } finally {
      memory = new Memory(files);
    }
  };
  return {
    read: (path, range) => memory.read(path, range),
    list: (path) => memory.list(path),
    stat: (path, { follow = true } = {}) => memory.stat(path, follow),
    realPath: (path) => memory.realPath(path),
    readLink: (path) => files.readLink(path),
    openFolder: (path) => files.openFolder(path),
    write: (path, bytes, options) => change(() => files.write(path, bytes, options)),
    create: (path, bytes, options) => change(() => files.create(path, bytes, options)),
    createAll: (folder, contents) => change(() => files.createAll(folder, contents)),
    append: (path, bytes, options) => change(() => files.append(path, bytes, options)),
    rename: (from, to) => change(() => files.rename(from, to)),
    makeLink: (path, target) => change(() => files.makeLink(path, target)),
    remove: (path) => change(() => files.remove(path)),
    makeFolder: (path, mode) => change(() => files.makeFolder(path, mode)),
  };
}

/** A refusal is not remembered: whoever asks again is refused again. */
class Memory {
  readonly #files: Files;
  readonly #contents = new Map<string, FileContent | undefined>();
  readonly #entries = new Map<string, readonly Entry[] | undefined>();
  /** Of the entries of large folders, by their names. */
  readonly #kinds = new Map<string, ReadonlyMap<string, EntryKind>>();
  readonly #stats = {
    followed: new Map<string, Stat | undefined>(),
    itself: new Map<string, Stat | undefined>(),
  };
  readonly #realPaths = new Map<string, string | undefined>();

  constructor(files: Files) {
    this.#files = files;
  }

  read(path: string, range: ReadRange | undefined): FileContent | undefined {
    const known = this.#contents.get(path);
    const isWhole =
      range === undefined || ((range.offset ?? 0) === 0 && (known?.bytes.length ?? 0) <= range.maxBytes);
    if (isWhole && this.#contents.has(path)) return known;
    const content = this.#files.read(path, range);
    const size = content?.stat.sizeBytes ?? 0;
    if (content === undefined || (size === content.bytes.length && size <= maxRememberedBytes))
      this.#contents.set(path, content);
    return content;
  }

  list(path: string): readonly Entry[] | undefined {
    return remembered(this.#entries, path, () => this.#files.list(path));
  }

  stat(path: string, follow: boolean): Stat | undefined {
    const isPlain = this.#isPlain(path);
    const stats = follow || isPlain ? this.#stats.followed : this.#stats.itself;
    return remembered(stats, path, () => this.#files.stat(path, { follow: follow && !isPlain }));
  }

  realPath(path: string): string | undefined {
    return remembered(this.#realPaths, path, () => {
      const parent = this.#isPlain(path) ? this.realPath(parentOf(path)) : undefined;
      return parent === undefined
        ? this.#files.realPath(path)
        : `${parent}${path.slice(path.lastIndexOf('/'))}`;
    });
  }

  /** Whether the path is known to be a file or folder in a folder that was listed, and no link. */
  #isPlain(path: string): boolean {
    const folder = parentOf(path);
    const entries = this.#entries.get(folder);
    if (entries === undefined) return false;
    const wanted = path.slice(path.lastIndexOf('/') + 1);
    const kind =
      entries.length < manyEntries
        ? entries.find(({ name }) => name === wanted)?.kind
        : remembered(this.#kinds, folder, () => kindsOf(entries)).get(wanted);
    return kind === 'file' || kind === 'folder';
  }
}

function kindsOf(entries: readonly Entry[]): ReadonlyMap<string, EntryKind> {
  return new Map(entries.map(({ name, kind }) => [name, kind]));
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

function remembered<Value>(memory: Map<string, Value>, key: string, ask: () => Value): Value {
  if (memory.has(key)) return memory.get(key) as Value;
  const answer = ask();
  memory.set(key, answer);
  return answer;
}
