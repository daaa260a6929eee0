/*
 * A root in memory whose scans say which files they opened and which folders they listed.
 */

import type { Clock } from '../../system/clock.js';
import type { Disk, DiskStat } from '../../system/disk/disk.js';
import { filesOn } from '../../system/disk/disk-files.js';
import { type MemoryDisk, memoryDisk, memoryFiles } from '../../system/disk/memory-disk.js';
import type { Files } from '../../system/files.js';
import type { Root } from '../rules/root.js';
import { skillText } from '../use/find.world.js';
import { scanRoots } from './catalog-scan.js';

export const home = '/home';
export const indexPath = '/home/cache/index.json';

export class ScanWorld {
  readonly disk: MemoryDisk = memoryDisk();
  /** The SKILL.md files that were opened. */
  opened: string[] = [];
  /** The folders below the roots that were listed. */
  listed: string[] = [];
  readonly files: Files;

  constructor(wrap: (disk: Disk) => Disk = (disk) => disk) {
    const open: Disk['open'] = (path, purpose, mode) => {
      if (purpose === 'read' && path.endsWith('SKILL.md')) this.opened.push(path);
      return this.disk.open(path, purpose, mode);
    };
    const readdir: Disk['readdir'] = (path) => {
      if (path.startsWith('/roots/')) this.listed.push(path);
      return this.disk.readdir(path);
    };
    this.files = filesOn(wrap({ ...this.disk, open, readdir }));
    for (const name of ['a', 'b']) this.put(`/roots/one/${name}/SKILL.md`, skillText(name, `Does ${name}.`));
  }

  put(path: string, text: string): void {
    memoryFiles(this.disk).makeFolder(path.slice(0, path.lastIndexOf('/')));
    memoryFiles(this.disk).write(path, new TextEncoder().encode(text));
  }

  /** What a scan finds, and which files it opened for that. */
  scan({
    roots = ['one'],
    writesCaches = true,
    realTime,
    usesCaches = true,
  }: {
    roots?: string[];
    writesCaches?: boolean;
    realTime?: Clock;
    usesCaches?: boolean;
  } = {}) {
    this.opened = [];
    this.listed = [];
    const scanned = scanRoots(this.files, {
      home: usesCaches ? home : '/no-caches',
      roots: roots.map(rootAt),
      writesCaches: writesCaches && usesCaches,
      ...(realTime && { realTime }),
    });
    const skills = scanned.flatMap((root) =>
      root.skills.map(({ location, summary }) => `${location.file}: ${summary.description}`),
    );
    const { opened, listed } = this;
    return { skills, opened, listed, diagnostics: scanned.flatMap((root) => root.diagnostics) };
  }
}

function rootAt(label: string): Root {
  return { label, shownAs: label, kind: 'user', path: `/roots/${label}`, trusted: true };
}

/** A disk whose clock stands still, so that two changes of a file cannot be distinguished by their times. */
export function withFrozenClock(timeMs: number): (disk: Disk) => Disk {
  const at = <T extends DiskStat | undefined>(stat: T) => stat && { ...stat, mtimeMs: timeMs, inode: 1 };
  return (disk) => ({
    ...disk,
    stat: (path) => at(disk.stat(path)),
    fstat: (fd) => ({ ...disk.fstat(fd), mtimeMs: timeMs, inode: 1 }),
  });
}
