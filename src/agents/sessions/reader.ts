/*
 * The interface of every transcript reader. A reader never throws on what it reads: a malformed line gives `undefined`
 * and is counted, and a line of an unknown kind gives no observations.
 */

import type { AgentName } from '../index.js';
import type { Observation } from './observation.js';

/** The agents whose sessions can be read: those with a reader, and any other agent in Coppice's own format. */
export const sessionAgents = [
  'claude',
  'codex',
  'gemini',
  'opencode',
  'hermes',
  'openclaw',
  'qwen',
  'copilot',
  'pi',
  'generic',
] as const satisfies readonly (AgentName | 'generic')[];
export type SessionAgent = (typeof sessionAgents)[number];

/** For a format that only grows: one JSON value per line, read from where the last reading ended. */
export interface LineFormat {
  /** Starts a transcript, or continues it with what `memory()` returned at the end of the last reading. */
  begin(transcript: TranscriptFacts, memory?: unknown): LineReader;
}

export interface LineReader {
  /** Undefined when the line cannot be read. */
  line(text: string): readonly Observation[] | undefined;
  /** What the reader needs in order to continue: small, and JSON. */
  memory(): unknown;
}

/** For a format that is one JSON document, read whole whenever it changes. Undefined when it cannot be read. */
export type DocumentReader = (
  text: string,
  transcript: TranscriptFacts,
) => readonly Observation[] | undefined;

export interface TranscriptFacts {
  /** The file name, without folders. */
  readonly name: string;
  /** The name of the folder that contains the file. */
  readonly folder?: string;
  /** The time of the file, for a transcript that contains no times. */
  readonly mtimeMs: number;
}
