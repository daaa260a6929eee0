/*
 * A library in memory for the tests of everything that writes: a home, one root, a clock that is set by hand,
 * and a disk that can be looked at, disturbed and restarted.
 */

import type { Disk } from '../../system/disk/disk.js';
import { filesOn } from '../../system/disk/disk-files.js';
import { type MemoryDisk, memoryDisk } from '../../system/disk/memory-disk.js';
import type { Files } from '../../system/files.js';
import { countingIds } from '../../system/ids.js';
import { UsageStore } from '../../usage/store.js';
import type { RecordedEntry } from '../rules/ledger-lines.js';
import { readLedger } from './ledger.js';
import type { PackageTarget, RecoveredEntry, WriteDeps } from './write-target.js';

export const now = Date.UTC(2026, 0, 31);

export class World {
  readonly disk: MemoryDisk = memoryDisk();
  readonly files: Files = filesOn(this.disk);
  time = now;
  readonly home = '/home';
  readonly root = { label: 'home', path: '/skills' };
  /** What writes found unfinished and settled. */
  readonly recovered: RecoveredEntry[] = [];
  readonly #ids = countingIds('e');
  readonly #temporaryIds = countingIds();
  readonly deps: WriteDeps = this.depsOn(this.disk);

  constructor(skills: Readonly<Record<string, string>> = {}) {
    this.files.makeFolder(this.root.path, 0o755);
    this.files.makeFolder(this.home);
    for (const [path, text] of Object.entries(skills)) this.put(path, text);
  }

  /** What a process works with whose disk is this one. */
  depsOn(disk: Disk): WriteDeps {
    const files = filesOn(disk, this.#temporaryIds);
    const clock = { now: () => this.time };
    return {
      files,
      clock,
      ids: this.#ids,
      home: this.home,
      usage: new UsageStore({ path: `${this.home}/usage.json`, files, clock }),
      onRecovered: (entry) => this.recovered.push(entry),
      lockTimeoutMs: 0,
    };
  }

  /** A file below the root. */
  put(path: string, text: string, mode = 0o644): void {
    const file = `${this.root.path}/${path}`;
    this.files.makeFolder(file.slice(0, file.lastIndexOf('/')), 0o755);
    this.files.remove(file);
    this.files.write(file, new TextEncoder().encode(text), { mode });
  }

  text(path: string): string | undefined {
    const content = this.files.read(`${this.root.path}/${path}`);
    return content && new TextDecoder().decode(content.bytes);
  }

  target(folder: string, name = folder.slice(folder.lastIndexOf('/') + 1)): PackageTarget {
    return { id: `home:${name}`, name, root: this.root, folder: `${this.root.path}/${folder}` };
  }

  /** Everything below the root: files with their mode and text, and folders. */
  tree(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#below(this.root.path));
  }

  /** Only the files, for those who do not mind an empty folder. */
  fileTree(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#below(this.root.path).filter(([, value]) => value !== 'folder'));
  }

  entries(): readonly RecordedEntry[] {
    return readLedger(this.deps).entries;
  }

  /** The processes that worked here are gone. */
  restart(): void {
    const locks = `${this.home}/locks`;
    for (const { name } of this.files.list(locks) ?? []) this.files.remove(`${locks}/${name}`);
  }

  #below(folder: string): readonly (readonly [string, string])[] {
    return (this.files.list(folder) ?? []).flatMap(({ name, kind }) => {
      const path = `${folder}/${name}`;
      const shown = path.slice(this.root.path.length + 1);
      if (kind === 'folder') return [[shown, 'folder'] as const, ...this.#below(path)];
      const content = kind === 'file' ? this.files.read(path) : undefined;
      if (content === undefined) return [[shown, kind] as const];
      return [
        [shown, `${content.stat.mode.toString(8)} ${new TextDecoder().decode(content.bytes)}`] as const,
      ];
    });
  }
}

export function skillText(name: string, body = `Steps for ${name}.\n`): string {
  return `---\nname: ${name}\ndescription: Does ${name}.\n---\n\n${body}`;
}
