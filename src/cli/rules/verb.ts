/*
 * The command line as data. One record per verb yields the parser, the help, the shell completions and docs/cli.md;
 * the code that does the work is loaded only when the verb is called.
 */

import type { Context } from '../../app/context.js';
import type { ParsedInput } from './input.js';

export interface VerbRecord {
  /** What is typed; a verb under another has a space: `usage record`. */
  readonly name: string;
  readonly group: keyof typeof verbGroups;
  /** One line, starts with a verb, no full stop. */
  readonly summary: string;
  /** Paragraphs for `--help` and the reference. */
  readonly description: readonly string[];
  readonly arguments: readonly Argument[];
  readonly flags: readonly Flag[];
  readonly examples: readonly Example[];
}

/** A record together with the code that does the work, which is loaded only when the verb is called. */
export interface Verb extends VerbRecord {
  load(): Promise<(context: Context, input: ParsedInput, verbs: readonly Verb[]) => Promise<Report> | Report>;
}

/** What a verb found or did. With `--json` the document is printed, else the text. */
export interface Report {
  readonly document: unknown;
  /** A function where it is long, so that a program that wants the document does not wait for it. */
  readonly text: string | (() => string);
  /** The text is that of a skill or of a file, and is printed as it is. */
  readonly isContent?: boolean;
  /** Hints and warnings about it, for stderr, after the result; not with `--json`. */
  readonly notes?: string;
  /** 1 when the document itself reports a failure; a verb's description explains other codes. */
  readonly exitCode?: 0 | 1 | 3 | 4;
  /** Runs after the report is printed, for example until a server is stopped. */
  readonly until?: () => Promise<void>;
}

export interface Argument {
  readonly name: string;
  readonly summary: string;
  readonly optional?: boolean;
  /** Takes all remaining words; only the last argument may. */
  readonly repeat?: boolean;
  readonly choices?: readonly string[];
  readonly completes?: 'path';
}

export interface Flag {
  readonly name: string;
  readonly summary: string;
  /** One letter, for the few flags that are widely known by it: `-o FILE`. */
  readonly short?: string;
  /** The placeholder of its value; a flag without one is a switch. */
  readonly value?: string;
  readonly choices?: readonly string[];
  /** Shown in help; the command applies it. */
  readonly fallback?: string;
  /** The verb is refused without it. */
  readonly required?: boolean;
  readonly repeat?: boolean;
  readonly completes?: 'path';
}

export interface Example {
  readonly command: string;
  readonly says: string;
}

/** In the order of the help, with their headings. */
export const verbGroups = {
  find: 'Find and use skills',
  write: 'Write skills safely',
  history: 'See and undo changes',
  care: 'Count use, and retire unused skills',
  evidence: 'See what happened in sessions',
  evolve: 'Improve skills from evidence',
  share: 'Share skills through a registry',
  registry: 'Run a registry for a team',
  program: 'The program itself',
} as const;

/** What a person types every day; the other verbs are named by their topic. */
export const dailyVerbs: Readonly<Record<string, readonly string[]>> = {
  'See what matters': ['status', 'open', 'doctor', 'scan', 'cost', 'tidy', 'dedupe', 'quiet'],
  'Find and use skills': ['list', 'search', 'view', 'invoke', 'mcp'],
  'Change skills, and undo changes': ['create', 'edit', 'archive', 'restore', 'history', 'undo'],
  'Learn from sessions': ['evidence backfill', 'evolve run', 'evolve review'],
  'Share skills': ['add', 'ensure', 'publish'],
};

/** What follows `coppice help` to see a group; `history` is a verb, which comes first. */
export function topicOf(group: keyof typeof verbGroups): string {
  return group === 'history' ? 'ledger' : group;
}

/** Flags that every verb takes, before or after it. */
export const globalFlags = [
  { name: 'json', summary: 'Print one JSON document on stdout instead of text' },
  {
    name: 'home',
    value: 'DIR',
    completes: 'path',
    summary: "Use this folder as Coppice's home instead of $COPPICE_HOME or ~/.coppice",
  },
  {
    name: 'root',
    value: 'LABEL|DIR',
    repeat: true,
    completes: 'path',
    summary: 'Use only the skills of this root, given by its label or its folder',
  },
  {
    name: 'config',
    value: 'FILE',
    completes: 'path',
    summary: 'Use this configuration file (default: config.toml in the home)',
  },
  { name: 'help', summary: 'Show the help of a verb' },
] as const satisfies readonly Flag[];
