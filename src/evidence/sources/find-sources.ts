/*
 * Where the transcripts of the agents are: what each of them calls its folder and its files, and which variables move
 * it. Nothing is opened here; what a file is worth is found out by reading it.
 */

import type { AgentName } from '../../agents/sessions/reader.js';
import type { Files, Stat } from '../../system/files.js';
import { CoppiceError } from '../../text/errors.js';

/** lines: grows at its end; document: read whole; database: another program's SQLite. */
export type SourceForm = 'lines' | 'zstd-lines' | 'document' | 'database';

export interface Source {
  readonly agent: AgentName;
  readonly path: string;
  readonly form: SourceForm;
  readonly stat: Stat;
}

export interface SourceOptions {
  /** Coppice's own folder. */
  readonly home: string;
  readonly userHome: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
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

interface AgentFolders {
  /** A file among them is a source itself. */
  readonly folders: (place: SourceOptions) => readonly string[];
  /** Which folders inside are worth entering; all unless told. */
  readonly enters?: RegExp;
  /** By the path below the folder. */
  readonly form: (path: string) => SourceForm | undefined;
}

/** Deeper than any agent keeps its sessions. */
const maxDepth = 8;

export function findSources(files: Files, agents: readonly AgentName[], place: SourceOptions): FoundSources {
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
    const { folders, form, enters = /^/ } = agentFolders[agent];
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
      const found = form(inside);
      if (found === undefined) return false;
      const stat = tried(path, () => statOf(files, path, found));
      if (stat?.kind === 'file') sources.push({ agent, path, form: found, stat });
      return stat?.kind !== 'folder';
    };
    for (const folder of distinct(place.only === undefined ? folders(place) : [place.only])) {
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
function statOf(files: Files, path: string, form: SourceForm): Stat | undefined {
  const stat = files.stat(path);
  const log = stat && form === 'database' ? files.stat(`${path}-wal`) : undefined;
  if (stat === undefined || log === undefined) return stat;
  const sizeBytes = stat.sizeBytes + log.sizeBytes;
  return { ...stat, sizeBytes, mtimeMs: Math.max(stat.mtimeMs, log.mtimeMs) };
}

const agentFolders: Readonly<Record<AgentName, AgentFolders>> = {
  claude: {
    folders: ({ userHome, environment }) =>
      (
        variable(environment, 'CLAUDE_CONFIG_DIR')?.split(',') ?? [
          `${userHome}/.claude`,
          `${userHome}/.config/claude`,
        ]
      )
        .map((folder) => folder.trim())
        .filter((folder) => folder !== '')
        .map((folder) => `${folder}/projects`),
    form: (path) => (path.endsWith('.jsonl') ? 'lines' : undefined),
  },
  codex: {
    folders: ({ userHome, environment }) => {
      const home = variable(environment, 'CODEX_HOME') ?? `${userHome}/.codex`;
      return [`${home}/sessions`, `${home}/archived_sessions`];
    },
    form: (path) => {
      if (!/(?:^|\/)rollout-[^/]*$/.test(path)) return undefined;
      return path.endsWith('.jsonl') ? 'lines' : path.endsWith('.jsonl.zst') ? 'zstd-lines' : undefined;
    },
  },
  gemini: {
    folders: ({ userHome, environment }) => [
      `${variable(environment, 'GEMINI_DATA_DIR') ?? `${userHome}/.gemini`}/tmp`,
    ],
    form: (path) => (/(?:^|\/)chats\/.*\.jsonl?$|^[^/]*\.jsonl?$/.test(path) ? 'document' : undefined),
  },
  opencode: {
    folders: ({ userHome, environment }) => {
      const data = variable(environment, 'XDG_DATA_HOME') ?? `${userHome}/.local/share`;
      const own = variable(environment, 'OPENCODE_DATA_DIR') ?? `${data}/opencode`;
      return [variable(environment, 'OPENCODE_DB') ?? own];
    },
    enters: /^$/,
    form: (path) => (/^[^/]+\.db$/.test(path) ? 'database' : undefined),
  },
  hermes: {
    folders: ({ userHome, environment }) => [variable(environment, 'HERMES_HOME') ?? `${userHome}/.hermes`],
    enters: /^(?:profiles(?:\/[^/]+)?|(?:profiles\/[^/]+\/)?sessions)$/,
    form: (path) => {
      if (/^(?:sessions\/|profiles\/[^/]+\/sessions\/)?session_[^/]*\.json$/.test(path)) return 'document';
      return /^(?:profiles\/[^/]+\/)?state\.db$/.test(path) ? 'database' : undefined;
    },
  },
  generic: {
    folders: ({ home }) => [`${home}/sessions`],
    form: (path) => (path.endsWith('.jsonl') ? 'lines' : undefined),
  },
};

/** An empty variable is as good as none. */
function variable(environment: SourceOptions['environment'], name: string): string | undefined {
  return environment[name] || undefined;
}
