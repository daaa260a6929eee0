/*
 * What happened in sessions: the tasks with a skill as a list, and one of them step by step. All of it is redacted, as it
 * is stored.
 */

export const episodeResults = ['clean', 'recovered', 'failed', 'corrected', 'abandoned', 'unknown'] as const;
export type EpisodeResult = (typeof episodeResults)[number];

export type ResultCounts = Readonly<Record<EpisodeResult, number>>;

export interface SessionsAnswer {
  /** Whether anything was ever read from a session. */
  readonly hasEvidence: boolean;
  readonly now: number;
  /** Sessions in these days, also those in which no skill was loaded. */
  readonly sessions: number;
  /** The tasks that the filter leaves, on all days. */
  readonly total: number;
  /** Every day, oldest first. */
  readonly byDay: readonly { readonly day: string; readonly counts: ResultCounts }[];
  /** Most tasks first. */
  readonly byAgent: readonly { readonly name: string; readonly counts: ResultCounts }[];
  /** The name is null where the transcripts do not name the model. */
  readonly byModel: readonly { readonly name: string | null; readonly counts: ResultCounts }[];
  readonly byResult: ResultCounts;
  /** Newest first. */
  readonly episodes: readonly EpisodeRow[];
  /** Where the next page begins; null on the last one. */
  readonly next: string | null;
}

export interface EpisodeRow {
  readonly id: string;
  /** The id of the skill, or its name if it is not installed. */
  readonly skill: string;
  readonly agent: string;
  readonly model: string | null;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly result: EpisodeResult;
  readonly attempts: number;
  readonly failed: number;
  readonly corrected: number;
  /** The first command that failed. */
  readonly failure: { readonly command: string; readonly error: string } | null;
  /** The first correction. */
  readonly correction: string | null;
}

export interface EpisodeAnswer {
  readonly id: string;
  readonly skill: string;
  /** Whether it has a page. */
  readonly isHere: boolean;
  readonly agent: string;
  readonly model: string | null;
  readonly session: string;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly result: EpisodeResult;
  readonly attempts: number;
  readonly failed: number;
  readonly corrected: number;
  readonly tokens: number | null;
  readonly now: number;
  /** In their order, from the position that was asked for. */
  readonly steps: readonly EpisodeStoryStep[];
  /** Where the next steps begin; null where these are the last. */
  readonly next: string | null;
  /** The other tasks of the session, newest first. */
  readonly beside: readonly EpisodeRow[];
}

export type EpisodeStoryStep = {
  readonly event: string;
  readonly at: number;
  /** Whether a subagent did it. */
  readonly isSubagent: boolean;
  /** What the user wanted otherwise, and how that was recognised. */
  readonly correction: { readonly text: string; readonly how: string } | null;
} & (
  | { readonly kind: 'load'; readonly byUser: boolean }
  | { readonly kind: 'message'; readonly text: string; readonly reply: string }
  | {
      readonly kind: 'call';
      readonly tool: string;
      readonly attempts: readonly EpisodeAttempt[];
      readonly output: string;
    }
  | { readonly kind: 'stop' }
);

export interface EpisodeAttempt {
  readonly text: string;
  /** `worked`, `failed`, `failed as expected`: completes "the command ...". */
  readonly outcome: string;
  readonly tone: 'good' | 'bad' | 'warn' | 'plain';
  /** The meaningful line of the error, and what became of the failure; null where it is none. */
  readonly failure: { readonly cause: string; readonly ending: string } | null;
}
