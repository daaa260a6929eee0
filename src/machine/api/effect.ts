/*
 * Whether it helped: what became of skills since their note or their text was changed, trials, and evaluations.
 */

export interface EffectReads {
  readonly effect: EffectAnswer;
  readonly trials: TrialsAnswer;
  readonly evaluations: EvaluationsAnswer;
}

export interface EffectAnswer {
  /** Whether any session was read. */
  readonly hasEvidence: boolean;
  /** Notes, and versions that were used before and after; newest first. */
  readonly changes: readonly ChangeRow[];
}

export const effectTones = ['good', 'bad', 'open'] as const;
export type EffectTone = (typeof effectTones)[number];

export interface ChangeRow {
  /** Unique in the answer. */
  readonly key: string;
  readonly skill: string;
  /** `note`, `edit`, `1.0.0 to 1.1.0`. */
  readonly what: string;
  readonly at: number;
  readonly before: EpisodeCounts;
  readonly after: EpisodeCounts;
  /** The change of the share that failed, with its interval; null without tasks on both sides. */
  readonly change: Estimated | null;
  readonly verdict: string;
  readonly tone: EffectTone;
  /** One sentence, which begins with the verdict. */
  readonly says: string;
  /** What became of the cause of each line of a note. */
  readonly lines: readonly string[];
  /** How to have what was there before, where it harmed. */
  readonly wayBack: string | null;
  /** The ledger entry that this undoes, where it does nothing else. */
  readonly undo: string | null;
}

export interface EpisodeCounts {
  readonly loads: number;
  readonly failed: number;
}

export interface Estimated {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

export interface TrialsAnswer {
  /** The latest first. */
  readonly trials: readonly TrialRow[];
}

export interface TrialRow {
  readonly id: string;
  readonly skill: string;
  readonly isRunning: boolean;
  readonly tone: EffectTone;
  readonly says: string;
  readonly days: readonly TrialDay[];
}

export interface TrialDay {
  readonly day: string;
  /** Whether the coin put the note in; null for days to come, which nobody has to know. */
  readonly hasNote: boolean | null;
  /** Whether the day counts: the note was as the coin said, and the skill was used. */
  readonly counts: boolean;
  /** Null until the trial has ended. */
  readonly figures: EpisodeCounts | null;
}

export interface EvaluationsAnswer {
  /** The one that was evaluated last first. */
  readonly skills: readonly EvaluatedRow[];
}

export interface EvaluatedRow {
  /** Its id, or its folder. */
  readonly skill: string;
  /** Whether its page can be opened. */
  readonly isInstalled: boolean;
  /** The newest first. */
  readonly results: readonly ResultRow[];
}

export interface ResultRow {
  readonly at: number;
  readonly agent: string;
  readonly verdict: string;
  readonly tone: EffectTone;
  readonly score: number | null;
  /** To the other arm; null where nothing was compared. */
  readonly difference: Estimated | null;
  /** `no skill` or `the old text`; null where nothing was compared. */
  readonly against: string | null;
  readonly runs: number;
  readonly costUsd: number | null;
  /** Whether the skill still has the bytes that were evaluated. */
  readonly isCurrent: boolean;
  readonly cases: readonly CaseRow[];
}

export interface CaseRow {
  readonly name: string;
  readonly score: number | null;
  readonly other: number | null;
  readonly difference: number | null;
  readonly loaded: number;
  readonly runs: number;
  readonly costUsd: number | null;
}
