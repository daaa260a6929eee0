/*
 * A machine for the tests of the evolver: a home with skills of its own, evidence about them, a clock that is set by
 * hand, and a disk that can be looked at, disturbed and restarted: one in memory unless a test brings its own.
 */

import type { ShownFix } from '../evidence/rules/fixes/failure.js';
import { evidenceOf, type GivenEvent, happened } from '../evidence/rules/report/evidence.world.js';
import type { RecordedEntry } from '../library/rules/ledger-lines.js';
import { readLedger } from '../library/write/ledger.js';
import { type UndoOutcome, undo } from '../library/write/undo.js';
import type { Disk } from '../system/disk/disk.js';
import { filesOn } from '../system/disk/disk-files.js';
import { type MemoryDisk, memoryDisk } from '../system/disk/memory-disk.js';
import type { Files } from '../system/files.js';
import { countingIds } from '../system/ids.js';
import { CoppiceError } from '../text/errors.js';
import type { SettableFacts } from '../usage/rules/record.js';
import { UsageStore } from '../usage/store.js';
import { withLessons } from './lessons.world.js';
import type { Models } from './rules/candidates.js';
import { marker } from './rules/note/block.js';
import type { CandidateReport, EvolveReport } from './rules/report.js';
import { type EvolveDeps, type EvolveOptions, runEvolver } from './run.js';

export const now = Date.UTC(2026, 5, 15, 12);
export const hour = 3_600_000;
export const day = 24 * hour;
export const [start, end] = [marker('start'), marker('end')];

/** The two flags without which nothing is written. */
const bothFlags = { applyLowRisk: true, approveAutoApply: true };

const plain: EvolveOptions = {
  days: 7,
  maxSkills: 3,
  minEvidence: 2,
  variants: 1,
  applyLowRisk: false,
  approveAutoApply: false,
  names: { protectCore: true, coreSkills: ['core-*'], allow: [], block: [] },
  requireRestoreDrill: false,
  semantic: false,
  rerank: false,
};

const noModels: Models = {
  embedder: () => Promise.reject(new CoppiceError('model-missing', 'no embedding model')),
  reranker: () => Promise.reject(new CoppiceError('model-missing', 'no reranking model')),
  textLimit: 512,
};

export interface GivenSkill extends Partial<SettableFacts> {
  /** More lines of the frontmatter. */
  readonly extra?: string;
  readonly body?: string;
}

export class EvolveWorld {
  /** Where a test brings its own disk, this one is not used. */
  readonly memory: MemoryDisk = memoryDisk();
  readonly disk: Disk;
  readonly files: Files;
  /** Empty in memory. */
  readonly folder: string;
  time = now;
  readonly #events: GivenEvent[] = [];
  readonly #fixes = new Map<string, Pick<ShownFix, 'kind' | 'commands'>>();
  readonly #ids = countingIds('e');
  readonly #purged = new Set<string>();
  readonly #temporaryIds = countingIds();

  /** Skills of the home by their names, made by an agent unless told otherwise. */
  constructor(
    skills: Readonly<Record<string, GivenSkill>> = {},
    { disk, folder = '' }: { readonly disk?: Disk; readonly folder?: string } = {},
  ) {
    this.disk = disk ?? this.memory;
    this.folder = folder;
    this.files = filesOn(this.disk);
    for (const name of ['home/skills', 'user', 'work']) this.files.makeFolder(`${folder}/${name}`);
    for (const [name, skill] of Object.entries(skills)) this.skill(name, skill);
  }

  get home(): string {
    return `${this.folder}/home`;
  }

  skill(name: string, { extra = '', body = `# ${name}\n\nDo it.\n`, ...facts }: GivenSkill = {}): void {
    this.put(
      `/home/skills/${name}/SKILL.md`,
      `---\nname: ${name}\ndescription: Does ${name}.\n${extra}---\n\n${body}`,
    );
    this.usage.put(`home:${name}`, { createdBy: 'agent', createdAt: now - 100 * day, ...facts });
  }

  /** Below the folder of the machine. */
  put(path: string, text: string | Uint8Array): void {
    const file = this.folder + path;
    this.files.makeFolder(file.slice(0, file.lastIndexOf('/')), 0o755);
    this.files.write(file, typeof text === 'string' ? new TextEncoder().encode(text) : text, { mode: 0o644 });
  }

  /** Of a file below the folder of the machine, or the SKILL.md of a skill of the home. */
  text(path: string): string {
    const file = path.startsWith('/') ? path : `/home/skills/${path}/SKILL.md`;
    return new TextDecoder('utf-8', { ignoreBOM: true }).decode(this.files.read(this.folder + file)?.bytes);
  }

  get usage(): UsageStore {
    const clock = { now: () => this.time };
    return new UsageStore({ path: `${this.home}/usage.json`, files: this.files, clock });
  }

  /** An hour ago by default, the same went wrong while the skill was active, in as many sessions. */
  fails(skill: string, { count = 3, result = 'Traceback: boom', ...facts }: GivenEvent & Failure = {}): void {
    const args = JSON.stringify({ command: 'make' });
    const event = { isError: true, result, cluster: result, args, at: this.time - hour, ...facts };
    this.#happensIn(count, skill, event);
  }

  /** What failed with this result worked after these steps, every time. */
  fixes(result: string, commands: readonly string[], kind: ShownFix['kind'] = 'steps'): void {
    this.#fixes.set(result, { kind, commands });
  }

  /** An hour ago by default, the user corrected the agent, in as many sessions. */
  corrects(skill: string, args: string, { count = 2, ...facts }: GivenEvent & Failure = {}): void {
    this.#happensIn(count, skill, { kind: 'turn', isCorrection: true, args, at: this.time - hour, ...facts });
  }

  #happensIn(sessions: number, skill: string, event: GivenEvent): void {
    const id = skill.includes(':') || skill.includes('/') ? skill : `home:${skill}`;
    for (let index = 0; index < sessions; index += 1) {
      this.#events.push({ skill: id, session: `session-${this.#events.length}`, ...event });
    }
  }

  happens(...events: readonly GivenEvent[]): void {
    this.#events.push(...events);
  }

  /** As if those events had never been recorded; the others keep their ids. */
  purge(isGone: (event: GivenEvent) => boolean): void {
    const ids = happened(this.#events).map(({ id }) => id);
    for (const [index, event] of this.#events.entries()) {
      if (!isGone(event)) continue;
      this.#purged.add(ids[index] ?? '');
      this.#events[index] = { ...event, at: -1 };
    }
  }

  deps(disk: Disk = this.disk): EvolveDeps {
    const known = (name: string) => (name.includes(':') || name.includes('/') ? name : undefined);
    const events = happened(this.#events);
    return {
      files: filesOn(disk, this.#temporaryIds),
      clock: { now: () => this.time },
      home: this.home,
      userHome: `${this.folder}/user`,
      workingFolder: `${this.folder}/work`,
      platform: 'linux',
      environment: {},
      ids: this.#ids,
      lockTimeoutMs: 0,
      evidence: {
        ...withLessons(
          evidenceOf(events, ({ name }) => known(name)),
          events,
          this.#fixes,
        ),
        purgedAny: (ids) => ids.some((id) => this.#purged.has(id)),
      },
      models: noModels,
    };
  }

  async run(options: Partial<EvolveOptions> = {}, changes: Partial<EvolveDeps> = {}): Promise<EvolveReport> {
    return await runEvolver({ ...this.deps(), ...changes }, { ...plain, ...options });
  }

  async apply(
    options: Partial<EvolveOptions> = {},
    changes: Partial<EvolveDeps> = {},
  ): Promise<EvolveReport> {
    return await this.run({ ...bothFlags, ...options }, changes);
  }

  async undo(entry: string | null | undefined): Promise<readonly UndoOutcome[]> {
    const { files, clock, home } = this.deps();
    return await undo({ files, clock, home, ids: this.#ids, usage: this.usage }, entry ?? '', {
      actor: 'user',
    });
  }

  entries(): readonly RecordedEntry[] {
    return readLedger({ files: this.files, home: this.home }).entries;
  }

  /** Everything below a folder of the machine, or in all of it: files with their text, and folders. */
  tree(folder?: string): Readonly<Record<string, string>> {
    if (folder === undefined) return { ...this.tree('/home'), ...this.tree('/user'), ...this.tree('/work') };
    const entries = (this.files.list(`${this.folder}${folder}`) ?? []).flatMap(
      ({ name, kind }): [string, string][] => {
        const path = `${folder}/${name}`;
        if (kind === 'folder') return [[path, 'folder'], ...Object.entries(this.tree(path))];
        return [[path, kind === 'file' ? this.text(path) : kind]];
      },
    );
    return Object.fromEntries(entries);
  }

  /** The processes that worked here are gone. */
  restart(): void {
    for (const { name } of this.files.list(`${this.home}/locks`) ?? [])
      this.files.remove(`${this.home}/locks/${name}`);
    this.files.remove(`${this.home}/usage.json.lock`);
  }
}

interface Failure {
  /** How many sessions. */
  readonly count?: number;
}

/** What became of each, by its name. */
export function outcomes({ candidates }: EvolveReport): Readonly<Record<string, string>> {
  return Object.fromEntries(
    candidates.map((candidate) => [
      candidate.skill.replace(/^home:/, ''),
      [candidate.status, ...(reasonOf(candidate) ?? [])].join(' '),
    ]),
  );
}

function reasonOf({ status, reason }: CandidateReport): readonly string[] | undefined {
  return reason === null || reason === status ? undefined : [reason];
}
