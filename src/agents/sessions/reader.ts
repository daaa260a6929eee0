/*
 * What every reader of transcripts has in common. A reader never throws on what it reads: a line that is not what it
 * should be is `undefined` and counted, a kind of line it does not know is no observation at all.
 */

import type { AgentName } from '../index.js';
import type { Observation } from './observation.js';

/** Whose sessions can be read: the agents that there is a reader for, and any other in Coppice's own format. */
export const sessionAgents = [
  'claude',
  'codex',
  'gemini',
  'opencode',
  'hermes',
  'generic',
] as const satisfies readonly (AgentName | 'generic')[];
export type SessionAgent = (typeof sessionAgents)[number];

/** For a format that only grows: one JSON value per line, read on from where it was left. */
export interface LineFormat {
  /** Begins a transcript, or goes on with the memory that `memory()` gave at the end of the last reading. */
  begin(transcript: TranscriptFacts, memory?: unknown): LineReader;
}

export interface LineReader {
  /** Undefined when the line is not readable. */
  line(text: string): readonly Observation[] | undefined;
  /** What it must remember to go on: small, and JSON. */
  memory(): unknown;
}

/** For a format that is one JSON document, read whole whenever it changed. Undefined when it is not readable. */
export type DocumentReader = (
  text: string,
  transcript: TranscriptFacts,
) => readonly Observation[] | undefined;

export interface TranscriptFacts {
  /** The file name, without folders. */
  readonly name: string;
  /** Of the file, for a transcript that holds no time at all. */
  readonly mtimeMs: number;
}
