/*
 * The labelled sets of evidence in test/fixtures/evidence: sessions with failures and fixes, messages that may be
 * corrections, lines that may contain secrets, and hostile outputs of tools. Each set is divided by the hash of its ids
 * into a half to develop with and a half that only measures.
 */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Step, WrittenAgent } from './session-files.js';

export const episodeResults = ['clean', 'recovered', 'failed', 'corrected', 'abandoned', 'unknown'] as const;
export type EpisodeResult = (typeof episodeResults)[number];

export interface LabelledSession {
  readonly id: string;
  readonly agent: WrittenAgent;
  readonly skill: string;
  /** What the session tries, for a person who reads a miss. */
  readonly about: string;
  readonly steps: readonly Step[];
  readonly expect: {
    /** A part of each call that counts against the skill, once per failed call. */
    readonly failures: readonly string[];
    /** `abandoned`: the user stopped the work and nothing followed; `unknown`: nothing was tried whose outcome shows. */
    readonly result: EpisodeResult;
  };
}

/** A session in which something failed and a fix exists, none does, or one does that must not become advice. */
export interface FixSession {
  readonly id: string;
  readonly kind: 'fix' | 'none' | 'hostile';
  readonly skill: string;
  readonly agent: WrittenAgent;
  readonly steps: readonly Step[];
  readonly expect: {
    /** A part of the failing command. */
    readonly fails: string;
    /** The parts of the fix; only of the kind `fix`. */
    readonly fix?: readonly string[];
    /** What the fix must not contain. */
    readonly not?: readonly string[];
    /** Why no fix may be claimed; not of the kind `fix`. */
    readonly why?: string;
  };
}

export interface AgentSteps {
  readonly agent: WrittenAgent;
  readonly steps: readonly Step[];
}

/** Sessions of one skill that are counted together. */
export interface SessionGroup {
  readonly id: string;
  readonly skill: string;
  readonly sessions: readonly AgentSteps[];
  /** Parts of the line that is shown; null if none may be. */
  readonly expect: { readonly shown: readonly string[] | null; readonly why?: string };
}

/** A skill with sessions from which its note is made. */
export interface NotedSkill {
  readonly id: string;
  readonly skill: string;
  readonly sessions: readonly AgentSteps[];
  readonly expect: {
    /** Whether a note is due; a healthy skill has none. */
    readonly note: boolean;
    /** Parts of the note: first the failing command or the wish of the user, then what to do. */
    readonly must: readonly string[];
    readonly mustNot: readonly string[];
    /** What a colleague would want to read. */
    readonly ideal: string;
  };
}

export interface LabelledMessage {
  readonly id: string;
  readonly lang: 'en' | 'de' | 'fr' | 'es' | 'zh' | 'ja';
  /** Whether it was written to mislead. */
  readonly trap: boolean;
  readonly text: string;
  /** What the agent did just before, in a few words. */
  readonly before: string;
  readonly correction: boolean;
}

/** A made-up secret in its surroundings: the text is `before`, the parts and `after`, joined. */
export interface PlantedSecret {
  readonly id: string;
  readonly kind: string;
  readonly before: string;
  readonly parts: readonly string[];
  readonly after: string;
  /** What must be gone, each in parts, where that is not the whole secret: its halves, or an encoded form as well. */
  readonly pieces?: readonly (readonly string[])[];
}

export interface OrdinaryLine {
  readonly id: string;
  readonly text: string;
}

export interface HostileOutput {
  readonly id: string;
  readonly lang: LabelledMessage['lang'];
  /** The command that printed it. */
  readonly run: string;
  readonly out: string;
  readonly mustNot: readonly string[];
}

export function readFailures(): readonly LabelledSession[] {
  return rowsOf('failures.jsonl');
}

export function readFixSessions(): readonly FixSession[] {
  return rowsOf('fixes.jsonl');
}

export function readGroups(): readonly SessionGroup[] {
  return rowsOf('groups.jsonl');
}

export function readNotedSkills(): readonly NotedSkill[] {
  return rowsOf('notes.jsonl');
}

export function readCorrections(): readonly LabelledMessage[] {
  return rowsOf('corrections.jsonl');
}

export function readSecrets(): readonly PlantedSecret[] {
  return rowsOf<PlantedSecret | OrdinaryLine>('secrets.jsonl').filter((row) => 'parts' in row);
}

export function readOrdinaryLines(): readonly OrdinaryLine[] {
  return rowsOf<PlantedSecret | OrdinaryLine>('secrets.jsonl').filter((row) => 'text' in row);
}

export function readHostileOutputs(): readonly HostileOutput[] {
  return rowsOf('hostile.jsonl');
}

/** The text as it would stand in a transcript. */
export function textOf({ before, parts, after }: PlantedSecret): string {
  return `${before}${parts.join('')}${after}`;
}

/** What must not be left of the text. */
export function piecesOf({ parts, pieces }: PlantedSecret): readonly string[] {
  return (pieces ?? [parts]).map((piece) => piece.join(''));
}

export const halves = ['dev', 'test', 'all'] as const;
export type Half = (typeof halves)[number];

export function inHalf<Row extends { readonly id: string }>(
  rows: readonly Row[],
  half: Half,
): readonly Row[] {
  return half === 'all' ? rows : rows.filter(({ id }) => halfOf(id) === half);
}

export function halfOf(id: string): Exclude<Half, 'all'> {
  const [digit = '0'] = createHash('sha256').update(id).digest('hex');
  return digit >= '8' ? 'test' : 'dev';
}

/** The rows are trusted here; a test checks their form. The path is that of a run in the root of the checkout. */
function rowsOf<Row>(name: string): readonly Row[] {
  const folder = process.env['COPPICE_EVIDENCE_SETS'] ?? 'test/fixtures/evidence';
  return readFileSync(`${folder}/${name}`, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): Row => JSON.parse(line));
}
