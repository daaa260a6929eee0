/*
 * A library in memory for the tests of finding and invoking: a home, a root of an agent, an untrusted project, and a
 * fixed clock.
 */

import { fixedClock } from '../../system/clock.js';
import { filesOn } from '../../system/disk/disk-files.js';
import { type MemoryDisk, memoryDisk } from '../../system/disk/memory-disk.js';
import type { Files } from '../../system/files.js';
import { UsageStore } from '../../usage/store.js';
import type { ReadLibrary } from '../read/catalog.js';
import type { PluginSearch } from '../read/plugins-find.js';
import type { Root } from '../rules/root.js';

export class FindWorld {
  readonly disk: MemoryDisk = memoryDisk();
  readonly files: Files = filesOn(this.disk);
  readonly library: ReadLibrary & { readonly usage: UsageStore };

  /** Texts by their paths; see `roots` for where skills are. */
  constructor(texts: Readonly<Record<string, string>> = {}, changes: Partial<ReadLibrary> = {}) {
    const clock = fixedClock(Date.UTC(2026, 0, 31));
    this.library = {
      files: this.files,
      home: '/home',
      roots,
      surroundings: { platform: 'linux', disabled: [], platformDisabled: {} },
      environment: { PATH: '/bin' },
      writesCaches: true,
      ...changes,
      usage: new UsageStore({ path: '/home/usage.json', files: this.files, clock }),
    };
    for (const [path, text] of Object.entries(texts)) this.put(path, text);
  }

  put(path: string, text: string): void {
    this.files.makeFolder(path.slice(0, path.lastIndexOf('/')), 0o755);
    this.files.write(path, new TextEncoder().encode(text), { mode: 0o644 });
  }
}

/** Where to look for the user's plugins. */
export const pluginSearch: PluginSearch = {
  machine: { userHome: '/user', platform: 'linux', environment: {} },
  workingFolder: '/project',
  offered: true,
};

const roots: readonly Root[] = [
  root('home', '/home/skills'),
  root('claude', '/user/.claude/skills'),
  {
    ...root('agents@0a1b2c3d', '/project/.agents/skills'),
    kind: 'project',
    shownAs: 'project',
    trusted: false,
  },
];

function root(label: string, path: string): Root {
  return { label, shownAs: label, kind: label === 'home' ? 'home' : 'user', path, trusted: true };
}

export function skillText(name: string, description: string, body = `# ${name}\n`): string {
  return `---\nname: ${name}\ndescription: ${description}\n---\n\n${body}`;
}
