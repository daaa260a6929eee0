/*
 * What can be tidied: the skills that nobody uses, copies, skills that say the same, what listings cost, and what was done.
 */

import type { AgentListing } from './today.js';

export interface TidyReads {
  readonly tidy: TidyAnswer;
  readonly costs: CostsAnswer;
  readonly copies: CopiesAnswer;
  readonly overlaps: OverlapsAnswer;
  readonly archive: ArchiveAnswer;
  readonly acts: DoneActsAnswer;
}

export interface TidyAnswer {
  /** A skill counts as unused that was not used for this long. */
  readonly days: number;
  readonly now: number;
  /** All skills, used ones included. */
  readonly total: number;
  /** How many are unused, and what they take in every prompt together. */
  readonly unused: number;
  readonly tokens: number;
  /** What the plan does with them. */
  readonly archive: number;
  readonly quiet: number;
  readonly savedTokens: number;
  /** Those of the plan that take the most, the dearest first. */
  readonly dearest: readonly UnusedRow[];
  /** Why the others stay as they are, the most frequent reason first. */
  readonly left: readonly { readonly why: string; readonly count: number }[];
}

export interface UnusedRow {
  readonly id: string;
  /** `archive`, or `quiet for claude`. */
  readonly does: string;
  readonly tokens: number;
  /** Null for never. */
  readonly lastUsedAt: number | null;
}

export interface CostsAnswer {
  readonly days: number;
  /** The agents on this machine. */
  readonly listings: readonly AgentListing[];
}

export interface CopiesAnswer {
  readonly groups: readonly CopyGroupRow[];
  /** How many copies the plan would archive. */
  readonly changes: number;
}

export interface CopyGroupRow {
  /** The id of the one that stays. */
  readonly kept: string;
  readonly copies: readonly {
    readonly id: string;
    readonly does: 'archive' | 'link' | 'none';
    readonly why: string;
  }[];
}

export interface OverlapsAnswer {
  /** How many skills were compared; exact copies count once. */
  readonly compared: number;
  /** How many pairs are left out because somebody called them distinct. */
  readonly distinct: number;
  /** How many groups there are, without exact copies. */
  readonly total: number;
  /** The closest first. */
  readonly clusters: readonly OverlapRow[];
}

export interface OverlapRow {
  readonly skills: readonly string[];
  /** From 0 to 1. */
  readonly score: number;
  /** `same purpose 0.91, same triggers 0.84`. */
  readonly why: string;
  /** The command that merges them; null where a merge is not suggested. */
  readonly command: string | null;
  /** Why it is not. */
  readonly withheld: string | null;
}

export interface ArchiveAnswer {
  readonly now: number;
  /** How many skills are in the archives. */
  readonly total: number;
  /** The ones that were archived last. */
  readonly newest: readonly {
    readonly id: string;
    /** Null where it is not recorded. */
    readonly at: number | null;
    readonly reason: string | null;
  }[];
}

export interface DoneActsAnswer {
  readonly now: number;
  /** Newest first. */
  readonly acts: readonly DoneAct[];
}

/** An entry of the ledger, or several that were one run. */
export interface DoneAct {
  /** What undoes it. */
  readonly id: string;
  readonly at: number;
  readonly actor: string;
  /** How many changes of each kind, the most frequent first. */
  readonly changes: readonly { readonly action: string; readonly count: number }[];
  /** The ids of the first skills. */
  readonly skills: readonly string[];
  readonly skillCount: number;
  readonly reason: string | null;
  readonly canUndo: boolean;
  readonly isUndone: boolean;
}
