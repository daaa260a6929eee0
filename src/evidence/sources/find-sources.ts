/*
 * Finds the transcripts of the agents on this machine, by their records. Files are not opened here; whether a file is
 * useful is known only after reading it.
 */

import type { SessionForm, Sessions } from '../../agents/agent.js';
import { agentNamed } from '../../agents/index.js';
import { isAnySet, locate } from '../../agents/locate.js';
import type { SessionAgent } from '../../agents/sessions/reader.js';
import type { Files, Stat } from '../../system/files.js';
import { homePaths } from '../../system/home.js';
import { CoppiceError } from '../../text/errors.js';

export interface Source {
  readonly agent: SessionAgent;
  readonly path: string;
  readonly form: SessionForm;
  readonly stat: Stat;
}

export interface SourceOptions {
  /** Coppice's own folder. */
  readonly home: string;
  readonly userHome: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** As Node names it; Linux by default. */
  readonly platform?: string;
  /** The only file or folder to search. */
  readonly only?: string | undefined;
}

export interface FoundSources {
  /** Newest first. */
  readonly sources: readonly Source[];
  /** The files and folders that could not be read. */
  readonly failures: readonly SourceFailure[];
}

export interface SourceFailure {
  readonly path: string;
  readonly reason: string;
}

/** No agent keeps its sessions this deep. */
const maxDepth = 8;

export function findSources(
  files: Files,
  agents: readonly SessionAgent[],
  options: SourceOptions,
): FoundSources {
  const sources: Source[] = [];
  const failures: SourceFailure[] = [];
  const tried = <Found>(path: string, read: () => Found): Found | undefined => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof CoppiceError)) throw error;
      failures.push({ path, reason: error.message });
      return undefined;
    }
  };
  for (const agent of new Set(agents)) {
    const sessions = sessionsOf(agent);
    const { enters = /^/ } = sessions;
    const walk = (folder: string, below: string, depth: number): void => {
      for (const { name, kind } of tried(folder, () => files.list(folder)) ?? []) {
        const path = `${folder}/${name}`;
        const inside = below === '' ? name : `${below}/${name}`;
        const isEntered = options.only !== undefined || enters.test(inside);
        if (kind === 'folder' && isEntered && depth < maxDepth) walk(path, inside, depth + 1);
        if (kind === 'file') consider(path, inside);
      }
    };
    /** False when the path can be a folder to search. */
    const consider = (path: string, inside: string): boolean => {
      const found = sessions.files.find(({ pattern }) => pattern.test(inside))?.form;
      if (found === undefined) return false;
      const stat = tried(path, () => statOf(files, path, found));
      if (stat?.kind === 'file') sources.push({ agent, path, form: found, stat });
      return stat?.kind !== 'folder';
    };
    for (const folder of distinct(
      options.only === undefined ? foldersOf(agent, sessions, options) : [options.only],
    )) {
      if (!consider(folder, folder.slice(folder.lastIndexOf('/') + 1))) walk(folder, '', 0);
    }
  }
  sources.sort((left, right) => right.stat.mtimeMs - left.stat.mtimeMs || (left.path < right.path ? -1 : 1));
  return { sources, failures };
}

/** A source is identified by its path, so each path is written in one way. */
function distinct(folders: readonly string[]): ReadonlySet<string> {
  return new Set(folders.map((folder) => folder.replace(/\/+/g, '/').replace(/(?<=.)\/$/, '')));
}

/** New rows of a database can stay in its write-ahead log for a long time, so the log counts too. */
function statOf(files: Files, path: string, form: SessionForm): Stat | undefined {
  const stat = files.stat(path);
  const log = stat && form === 'database' ? files.stat(`${path}-wal`) : undefined;
  if (stat === undefined || log === undefined) return stat;
  const sizeBytes = stat.sizeBytes + log.sizeBytes;
  return { ...stat, sizeBytes, mtimeMs: Math.max(stat.mtimeMs, log.mtimeMs) };
}

/** Coppice's own format, for agents without a reader. */
const genericSessions: Sessions = {
  folders: [],
  files: [{ pattern: /\.jsonl$/, form: 'lines' }],
  says: '`*.jsonl`, one event a line',
};

function sessionsOf(agent: SessionAgent): Sessions {
  return (agent === 'generic' ? undefined : agentNamed(agent).sessions) ?? genericSessions;
}

function foldersOf(
  agent: SessionAgent,
  { folders }: Sessions,
  { home, userHome, environment, platform = 'linux' }: SourceOptions,
): readonly string[] {
  if (agent === 'generic') return [homePaths(home).sessions];
  const machine = { userHome, environment, platform };
  return folders
    .filter(({ unless }) => !isAnySet(environment, unless))
    .flatMap(({ path }) => locate(agentNamed(agent), path, machine) ?? []);
}
