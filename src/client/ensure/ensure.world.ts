/*
 * A project, a home and a registry: what the tests of ensure happen in. In memory by default, where all of it is fast
 * and the power can go.
 */

import { dirname, join } from 'node:path';
import { filesOn } from '../../system/disk/disk-files.js';
import type { Fault } from '../../system/disk/faulty-disk.js';
import { type LinkDisk, type Links, linksOn } from '../../system/disk/links.js';
import { removeFolder } from '../../system/disk/remove-folder.js';
import type { Files } from '../../system/files.js';
import { CoppiceError } from '../../text/errors.js';
import { memoryLinkDisk } from '../link/memory-link-disk.fixture.js';
import { type MemoryRemote, memoryRemote } from '../remote/memory-remote.fixture.js';
import type { EnsureResult } from '../rules/ensure-result.js';
import { diskStore } from '../store/disk-store.js';
import { type EnsureOptions, ensureProject } from './ensure.js';
import type { EnsureDeps } from './ports.js';
import { MemorySources } from './sources.fixture.js';
import { type VerifyResult, verifyProject } from './verify.js';

interface WorldOptions<D extends LinkDisk> {
  readonly disk: D;
  /** A folder that is there. */
  readonly place?: string;
  /** Shared with another world. */
  readonly home?: string;
  readonly remote?: MemoryRemote;
}

export class EnsureWorld<D extends LinkDisk = LinkDisk> {
  readonly disk: D;
  readonly files: Files;
  readonly links: Links;
  readonly home: string;
  readonly project: string;
  readonly remote: MemoryRemote;
  readonly sources = new MemorySources();
  readonly warnings: string[] = [];

  static inMemory(remote: MemoryRemote = memoryRemote()) {
    return new EnsureWorld({ disk: memoryLinkDisk(), remote });
  }

  constructor({ disk, place = '', home = `${place}/home`, remote = memoryRemote() }: WorldOptions<D>) {
    this.disk = disk;
    this.files = filesOn(disk);
    this.links = linksOn(disk);
    this.home = home;
    this.project = `${place}/project`;
    this.remote = remote;
    this.files.makeFolder(this.project);
  }

  deps(disk: LinkDisk = this.disk): EnsureDeps {
    return {
      files: filesOn(disk),
      links: linksOn(disk),
      store: diskStore(`${this.home}/store`, disk),
      home: this.home,
      openRemote: async () => this.remote,
      openSources: async () => this.sources,
      config: { 'scan.policy': {}, 'scan.suppress': [], path: 'config.toml' },
      warn: (sentence) => this.warnings.push(sentence),
    };
  }

  depsWith(fault: Fault): EnsureDeps {
    // It counts every call of what it is put on, also those that a plain disk does not have.
    return this.deps(fault.on(this.disk) as LinkDisk);
  }

  async ensure(options: Partial<EnsureOptions> = {}): Promise<EnsureResult> {
    return await ensureProject(this.deps(), { project: this.project, ...options });
  }

  /** How an ensure is refused. */
  async refusal(options: Partial<EnsureOptions> = {}): Promise<CoppiceError> {
    try {
      await this.ensure(options);
    } catch (error) {
      if (error instanceof CoppiceError) return error;
      throw error;
    }
    throw new Error('it was not refused');
  }

  verify(): VerifyResult {
    return verifyProject(this.deps(), this.project);
  }

  /** Items as `slug`, `slug@range` or `agent:slug`, then tables as they are. */
  manifest(items: readonly string[], agents: readonly string[] = ['claude'], tables = ''): void {
    const { url, tenant } = this.remote.place;
    const registry = `[registry]\nurl = "${url}"\ntenant = "${tenant}"\nagents = ${JSON.stringify(agents)}\n`;
    const wanted = items.map((item) => {
      const [, kind = 'skill', slug = '', range = '*'] = /^(?:(\w+):)?([^@]+)(?:@(.+))?$/.exec(item) ?? [];
      return `[[${kind}s]]\nslug = "${slug}"\nversion = "${range}"\n`;
    });
    this.put('coppice.toml', [registry, ...wanted, tables].join('\n'));
  }

  /** Into the project, as a person would. */
  put(path: string, text: string): void {
    this.files.makeFolder(dirname(join(this.project, path)), 0o755);
    this.files.write(join(this.project, path), new TextEncoder().encode(text), { mode: 0o644 });
  }

  /** Of the project; follows links. */
  text(path: string): string | undefined {
    const content = this.files.read(join(this.project, path));
    return content && new TextDecoder().decode(content.bytes);
  }

  takeAway(path: string): void {
    const at = join(this.project, path);
    if (this.files.stat(at, { follow: false })?.kind === 'folder') removeFolder(this.files, at);
    else this.files.remove(at);
  }

  /** Changes a file of the store behind its back. */
  tamper(path: string, text: string): void {
    const real = this.files.realPath(join(this.project, path)) ?? '';
    const folder = this.disk.open(dirname(real), 'folder');
    this.disk.fchmod(folder, 0o755);
    this.disk.close(folder);
    this.files.write(real, new TextEncoder().encode(text));
  }

  /** All of a folder of the project: the text of a file, and where a link leads, with the home as `~`. */
  tree(folder = ''): Readonly<Record<string, string>> {
    const tree: Record<string, string> = {};
    for (const { name, kind } of this.files.list(join(this.project, folder)) ?? []) {
      const path = folder === '' ? name : `${folder}/${name}`;
      if (kind === 'folder') Object.assign(tree, this.tree(path));
      else if (kind === 'link')
        tree[path] = `-> ${this.links.target(join(this.project, path))?.replace(this.home, '~')}`;
      else tree[path] = this.text(path) ?? '';
    }
    return tree;
  }

  /** What the agents find: the text of every file behind the links. */
  seen(folder = '.claude'): Readonly<Record<string, string>> {
    const found: Record<string, string> = {};
    const path = join(this.project, folder);
    const stat = this.files.stat(path);
    if (stat?.kind === 'file') found[folder] = this.text(folder) ?? '';
    if (stat?.kind === 'folder')
      for (const { name } of this.files.list(path) ?? [])
        Object.assign(found, this.seen(folder === '' ? name : `${folder}/${name}`));
    return found;
  }
}
