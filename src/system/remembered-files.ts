/*
 * Files with a memory, for one reading of a library by many readers: the disk answers every question once, and all of
 * them see the same state. The listing of a folder answers more than it was asked for: what is in it is no link and need
 * not be resolved, what is not in it does not exist. A change that is made through these files empties the memory.
 *
 * Not for code that asks twice to notice a change in between, such as the write path and whatever works under a lock: it
 * takes the files themselves, or says which paths are not remembered.
 */

import type { Entry, EntryKind, FileContent, Files, ReadRange, Stat } from './files.js';

/** For the contents of files: settings and manifests are small, and what is large is read by one reader. */
const maxContentBytes = 4 * 1024 * 1024;
/** From here on a table finds an entry faster than a search. */
const manyEntries = 16;
/** How far up a listing is looked for that does not have the path. */
const maxLevels = 3;

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
  /** The same listings, made when something in the folder is asked for. */
  readonly #listings = new Map<string, Listing>();
  readonly #stats = {
    followed: new Map<string, Stat | undefined>(),
    itself: new Map<string, Stat | undefined>(),
  };
  readonly #realPaths = new Map<string, string | undefined>();

  constructor(files: Files) {
    this.#files = files;
  }

  read(path: string, range?: ReadRange): FileContent | undefined {
    if (this.#isAbsent(path)) return undefined;
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
    if (this.#isAbsent(path)) return undefined;
    return remembered(this.#entries, path, () => this.#files.list(path));
  }

  stat(path: string, { follow = true }: { readonly follow?: boolean } = {}): Stat | undefined {
    if (this.#isAbsent(path)) return undefined;
    const isPlain = this.#kindOf(path) === 'plain';
    const stats = follow || isPlain ? this.#stats.followed : this.#stats.itself;
    return remembered(stats, path, () => this.#files.stat(path, { follow: follow && !isPlain }));
  }

  realPath(path: string): string | undefined {
    if (this.#isAbsent(path)) return undefined;
    return remembered(this.#realPaths, path, () => {
      const parent = this.#kindOf(path) === 'plain' ? this.realPath(parentOf(path)) : undefined;
      return parent === undefined
        ? this.#files.realPath(path)
        : `${parent}${path.slice(path.lastIndexOf('/'))}`;
    });
  }

  /** Whether a folder on the way was listed without it. */
  #isAbsent(path: string): boolean {
    let below = path;
    for (let level = 0; level < maxLevels; level += 1) {
      const kind = this.#kindOf(below);
      if (kind !== undefined) return kind === 'absent';
      below = parentOf(below);
    }
    return false;
  }

  /** What the listing of its folder says about a path; undefined where that is not enough. */
  #kindOf(path: string): 'plain' | 'absent' | undefined {
    const folder = parentOf(path);
    if (!this.#entries.has(folder)) return undefined;
    const listing = remembered(this.#listings, folder, () => new Listing(this.#entries.get(folder) ?? []));
    return listing.kindOf(path.slice(folder.length + 1));
  }
}

class Listing {
  readonly #entries: readonly Entry[];
  #kinds: ReadonlyMap<string, EntryKind> | undefined;
  #folded: ReadonlySet<string> | undefined;

  constructor(entries: readonly Entry[]) {
    this.#entries = entries;
  }

  /** A link may lead anywhere, and a disk may find a name that is written in another way. */
  kindOf(name: string): 'plain' | 'absent' | undefined {
    if (name === '' || name === '.' || name === '..') return undefined;
    const kind = this.#entries.length < manyEntries ? this.#search(name) : this.#lookUp(name);
    if (kind !== undefined) return kind === 'file' || kind === 'folder' ? 'plain' : undefined;
    this.#folded ??= new Set(this.#entries.map((entry) => folded(entry.name)));
    return this.#folded.has(folded(name)) ? undefined : 'absent';
  }

  #search(wanted: string): EntryKind | undefined {
    return this.#entries.find(({ name }) => name === wanted)?.kind;
  }

  #lookUp(wanted: string): EntryKind | undefined {
    this.#kinds ??= new Map(this.#entries.map(({ name, kind }) => [name, kind]));
    return this.#kinds.get(wanted);
  }
}

function folded(name: string): string {
  return name.normalize('NFC').toLowerCase();
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
