/*
 * A machine in memory for the tests of the doctor and the clients: a user, a project, and whatever a test puts there.
 */

import { fixedClock } from '../../system/clock.js';
import { filesOn } from '../../system/disk/disk-files.js';
import { type MemoryDisk, memoryDisk } from '../../system/disk/memory-disk.js';
import type { Files } from '../../system/files.js';
import { UsageStore } from '../../usage/store.js';
import { type Diagnosis, type DoctorRequest, examine } from './doctor.js';

const userHome = '/user';
const project = '/work/app';

export class DoctorWorld {
  readonly disk: MemoryDisk = memoryDisk();
  readonly files: Files = filesOn(this.disk);
  readonly usage = new UsageStore({
    path: '/user/.coppice/usage.json',
    files: this.files,
    clock: fixedClock(Date.UTC(2026, 0, 31)),
  });

  /** Texts by their paths; a text that begins with `-> ` is a link. A path that ends in a slash is a folder. */
  constructor(tree: Readonly<Record<string, string>> = {}) {
    this.files.makeFolder(userHome);
    this.files.makeFolder(`${project}/.git`);
    for (const [path, text] of Object.entries(tree)) this.put(path, text);
  }

  put(path: string, text: string): void {
    this.files.makeFolder(path.slice(0, path.lastIndexOf('/')) || '/');
    if (path.endsWith('/')) return;
    if (text.startsWith('-> ')) this.disk.symlink(text.slice('-> '.length), path);
    else this.files.write(path, new TextEncoder().encode(text));
  }

  examine(changes: Partial<DoctorRequest> = {}): Diagnosis {
    return examine({
      files: this.files,
      home: '/user/.coppice',
      userHome,
      workingFolder: project,
      platform: 'linux',
      environment: {},
      configPath: '/user/.coppice/config.toml',
      usage: this.usage,
      loadCuratorState: () => undefined,
      only: [],
      ...changes,
    });
  }
}

export function skillText(name: string, description = `Does ${name}.`): string {
  return `---\nname: ${name}\ndescription: ${description}\n---\n\n# ${name}\n`;
}
