/*
 * An episode: what happened from the load of a skill until its task was over. It is derived from events, so a better rule
 * applies to old evidence without reading a transcript again.
 */

import type { SkillMention } from '../../../agents/sessions/observation.js';
import type { Failure } from '../fixes/failure.js';

/** Raised whenever a rule changes what is derived; the store then derives all episodes again. */
export const episodeRules = 7;

export const episodeResults = [
  /** Nothing failed, and the user corrected nothing. */
  'clean',
  /** Something failed, and the same work succeeded later. */
  'recovered',
  /** The last attempt at some work failed. */
  'failed',
  /** The user corrected the agent. */
  'corrected',
  /** The user gave up: an interrupt or a refusal, and nothing after it. */
  'abandoned',
  /** There is too little to say. */
  'unknown',
] as const;
export type EpisodeResult = (typeof episodeResults)[number];

export interface Episode {
  /** The id of the load. */
  readonly id: string;
  readonly skill: SkillMention;
  readonly agent: string;
  /** The root session: forks and subagents count with it. */
  readonly session: string;
  readonly thread: string;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly result: EpisodeResult;
  readonly failures: readonly Failure[];
  readonly corrections: readonly Correction[];
  readonly counts: EpisodeCounts;
  /** As the transcript names it. */
  readonly model: string | undefined;
  readonly platform: string | undefined;
  /** A hash of the project's folder. */
  readonly project: string | undefined;
  /** Output tokens, if the transcript has them. */
  readonly tokens: number | undefined;
}

export interface Correction {
  readonly event: string;
  readonly at: number;
  /** Redacted. */
  readonly text: string;
  /** How it was recognised. */
  readonly by: 'refusal' | 'interrupt' | 'edit' | 'wording';
}

/** Attempts by outcome. */
export interface EpisodeCounts {
  readonly attempts: number;
  readonly failed: number;
  readonly expected: number;
  readonly harness: number;
  readonly refused: number;
  readonly interrupted: number;
}

/** What is known about a root session. */
export interface RootSession {
  readonly id: string;
  readonly platform: string | undefined;
  readonly project: string | undefined;
  /** Sessions in which a program gave the prompts, so that these are not the words of a person. */
  readonly headless: ReadonlySet<string>;
}
