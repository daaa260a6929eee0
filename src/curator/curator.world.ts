/*
 * A machine in memory for the tests of the curator: a home with skills of its own, the root of an agent, a clock that is
 * set by hand, and a disk that can be inspected, disturbed and restarted.
 */

import type { LibraryOptions } from '../library/open-library.js';
import type { Disk } from '../system/disk/disk.js';
import { filesOn } from '../system/disk/disk-files.js';
import { type MemoryDisk, memoryDisk } from '../system/disk/memory-disk.js';
import type { Files } from '../system/files.js';
import { countingIds } from '../system/ids.js';
import type { SettableFacts, UsageRecord } from '../usage/rules/record.js';
import { UsageStore } from '../usage/store.js';
import type { CuratorReport } from './rules/report.js';
import { type CuratorDeps, type CuratorRequest, runCurator } from './run.js';
import { type Survey, surveySkills } from './survey.js';

export const day = 86_400_000;
export const now = Date.UTC(2026, 0, 31);

export interface GivenSkill extends Partial<SettableFacts> {
  /** Days since the last use; never used unless given. */
  readonly idle?: number;
  /** More lines of the frontmatter. */
  readonly extra?: string;
}

export class CuratorWorld {
  readonly disk: MemoryDisk = memoryDisk();
  readonly files: Files = filesOn(this.disk);
  time = now;
  readonly #ids = countingIds('e');
  readonly #temporaryIds = countingIds();

  /** Skills of the home by their names, made by an agent by default. */
  constructor(skills: Readonly<Record<string, GivenSkill>> = {}) {
    for (const folder of ['/home/skills', '/user', '/work']) this.files.makeFolder(folder);
    for (const [name, skill] of Object.entries(skills))
      this.skill(`/home/skills/${name}`, `home:${name}`, skill);
  }

  skill(folder: string, id: string, { idle, extra = '', ...facts }: GivenSkill = {}): void {
    const name = id.slice(id.indexOf(':') + 1);
    this.put(
      `${folder}/SKILL.md`,
      `---\nname: ${name}\ndescription: Does ${name}.\n${extra}---\n\n# ${name}\n`,
    );
    this.usage().put(id, { createdBy: 'agent', createdAt: this.time - 1000 * day, ...facts });
    if (idle !== undefined) this.usage(this.time - idle * day).record(id, 'use');
  }

  put(path: string, text: string): void {
    this.files.makeFolder(path.slice(0, path.lastIndexOf('/')), 0o755);
    this.files.write(path, new TextEncoder().encode(text));
  }

  text(path: string): string {
    return new TextDecoder().decode(this.files.read(path)?.bytes);
  }

  usage(at = this.time): UsageStore {
    return new UsageStore({ path: '/home/usage.json', files: this.files, clock: { now: () => at } });
  }

  record(id: string): UsageRecord | undefined {
    return this.usage().get(id);
  }

  /** What a process works with whose disk is this one. */
  deps(disk: Disk = this.disk): CuratorDeps {
    return {
      files: filesOn(disk, this.#temporaryIds),
      clock: { now: () => this.time },
      home: '/home',
      userHome: '/user',
      workingFolder: '/work',
      platform: 'linux',
      environment: {},
      ids: this.#ids,
      lockTimeoutMs: 0,
    };
  }

  survey(changes: Partial<LibraryOptions> = {}): Survey {
    return surveySkills({ ...this.deps(), ...changes }, { writesCaches: false });
  }

  async run(request: CuratorRequest = { now: true }, disk: Disk = this.disk): Promise<CuratorReport> {
    return await runCurator(this.deps(disk), request);
  }

  /** Which folders of skills are where, below the home's root. */
  skills(): readonly string[] {
    const below = (folder: string): readonly string[] =>
      (this.files.list(`/home/skills/${folder}`) ?? []).flatMap(({ name, kind }) =>
        kind !== 'folder'
          ? name === 'SKILL.md'
            ? [folder]
            : []
          : below(folder === '' ? name : `${folder}/${name}`),
      );
    return below('');
  }

  /** Everything below the home: files with their text, and folders. */
  tree(folder = '/home'): Readonly<Record<string, string>> {
    const entries = (this.files.list(folder) ?? []).flatMap(({ name, kind }): [string, string][] => {
      const path = `${folder}/${name}`;
      return kind === 'folder'
        ? [[path, 'folder'], ...Object.entries(this.tree(path))]
        : [[path, this.text(path)]];
    });
    return Object.fromEntries(entries);
  }

  /** The processes that worked here are gone. */
  restart(): void {
    for (const { name } of this.files.list('/home/locks') ?? []) this.files.remove(`/home/locks/${name}`);
    this.files.remove('/home/usage.json.lock');
  }
}
