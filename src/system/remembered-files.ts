/*
 * Files with a memory, for one reading of a library by many readers: the disk answers every question once, and all of
 * them see the same state. Whether a path is a link is known from the listing of its folder, so most paths are resolved
 * without the disk. A change that is made through these files empties the memory.
 *
 * Not for code that asks twice to notice a change in between, such as the write path and whatever works under a lock: it
 * takes the files themselves, or says which paths are not remembered.
 */

import type { Entry, EntryKind, FileContent, Files, ReadRange, Stat } from './files.js';

/** For the contents of files: settings and manifests are small, and what is large is read by one reader. */
const maxContentBytes = 4 * 1024 * 1024;
/** From here on a table finds an entry faster than a search. */
const manyEntries = 16;

/** `isLive` names the paths that are asked of the disk every time. */
export function rememberedFiles(files: Files, isLive: (path: string) => boolean = () => false): Files {
  let memory = new Memory(files);
  const change = <Result>(act: () => Result): Result => {
    try {
      return act();
    } finally {
      memory = new Memory(files);
    }
  };
  return {
    read: (path, range) => (isLive(path) ? files : memory).read(path, range),
    list: (path) => (isLive(path) ? files : memory).list(path),
    stat: (path, options) => (isLive(path) ? files : memory).stat(path, options),
    realPath: (path) => (isLive(path) ? files : memory).realPath(path),
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
class Memory implements Pick<Files, 'read' | 'list' | 'stat' | 'realPath'> {
  readonly #files: Files;
  readonly #contents = new Map<string, FileContent | undefined>();
  #freeBytes = maxContentBytes;
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

  read(path: string, range?: ReadRange): FileContent | undefined {
    const known = this.#contents.get(path);
    const isWhole =
      range === undefined || ((range.offset ?? 0) === 0 && (known?.bytes.length ?? 0) <= range.maxBytes);
    if (isWhole && this.#contents.has(path)) return known;
    const content = this.#files.read(path, range);
    const length = content?.bytes.length ?? 0;
    const isAll = content === undefined || content.stat.sizeBytes === length;
    if (isAll && length <= this.#freeBytes) {
      this.#contents.set(path, content);
      this.#freeBytes -= length;
    }
    return content;
  }

  list(path: string): readonly Entry[] | undefined {
    return remembered(this.#entries, path, () => this.#files.list(path));
  }

  stat(path: string, { follow = true }: { readonly follow?: boolean } = {}): Stat | undefined {
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
