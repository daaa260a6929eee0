/*
 * Where the transcripts of the agents are on this machine, by their records. Nothing is opened here; what a file is
 * worth is found out by reading it.
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
  /** As Node names it; Linux unless given. */
  readonly platform?: string;
  /** Look here, and nowhere else. */
  readonly only?: string | undefined;
}

export interface FoundSources {
  /** Newest first. */
  readonly sources: readonly Source[];
  /** What could not be listed or looked at. */
  readonly failures: readonly SourceFailure[];
}

export interface SourceFailure {
  readonly path: string;
  readonly reason: string;
}

/** Deeper than any agent keeps its sessions. */
const maxDepth = 8;

export function findSources(
  files: Files,
  agents: readonly SessionAgent[],
  place: SourceOptions,
): FoundSources {
  const sources: Source[] = [];
  const failures: SourceFailure[] = [];
  const tried = <Found>(path: string, look: () => Found): Found | undefined => {
    try {
      return look();
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
        const isEntered = place.only !== undefined || enters.test(inside);
        if (kind === 'folder' && isEntered && depth < maxDepth) walk(path, inside, depth + 1);
        if (kind === 'file') consider(path, inside);
      }
    };
    /** False when it may be a folder. */
    const consider = (path: string, inside: string): boolean => {
      const found = sessions.files.find(({ pattern }) => pattern.test(inside))?.form;
      if (found === undefined) return false;
      const stat = tried(path, () => statOf(files, path, found));
      if (stat?.kind === 'file') sources.push({ agent, path, form: found, stat });
      return stat?.kind !== 'folder';
    };
    for (const folder of distinct(
      place.only === undefined ? foldersOf(agent, sessions, place) : [place.only],
    )) {
      if (!consider(folder, folder.slice(folder.lastIndexOf('/') + 1))) walk(folder, '', 0);
    }
  }
  sources.sort((left, right) => right.stat.mtimeMs - left.stat.mtimeMs || (left.path < right.path ? -1 : 1));
  return { sources, failures };
}

/** A source is known by its path, so there is one way to write it. */
function distinct(folders: readonly string[]): ReadonlySet<string> {
  return new Set(folders.map((folder) => folder.replace(/\/+/g, '/').replace(/(?<=.)\/$/, '')));
}

/** What is written to a database may for long be in the log beside it only. */
function statOf(files: Files, path: string, form: SessionForm): Stat | undefined {
  const stat = files.stat(path);
  const log = stat && form === 'database' ? files.stat(`${path}-wal`) : undefined;
  if (stat === undefined || log === undefined) return stat;
  const sizeBytes = stat.sizeBytes + log.sizeBytes;
  return { ...stat, sizeBytes, mtimeMs: Math.max(stat.mtimeMs, log.mtimeMs) };
}

/** Coppice's own format, for agents that there is no reader for. */
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
