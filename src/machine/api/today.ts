/*
 * The first page: what matters now, and the last days.
 */

import type { ActRequest } from './acts.js';

export interface TodayAnswer {
  /** The worst first; at most five. */
  readonly cards: readonly Card[];
  /** The most useful next command, where nothing is wrong. */
  readonly next: { readonly command: string; readonly why: string };
  readonly counts: {
    readonly skills: number;
    readonly stale: number;
    readonly archived: number;
    readonly used: number;
  };
  /** The folders with skills. */
  readonly roots: readonly {
    readonly label: string;
    readonly shownAs: string;
    readonly path: string;
    readonly skills: number;
  }[];
  /** Where skills are looked for. */
  readonly lookedIn: readonly string[];
  /** How many skills the scanner has not seen yet. */
  readonly unscanned: number;
  /** The registry that this machine is logged in to. */
  readonly team: { readonly url: string; readonly tenant: string } | null;
}

/** The last days, which take longer to read than what matters now. */
export interface ActivityAnswer {
  /** The last 30 UTC days, oldest first. */
  readonly days: readonly ActiveDay[];
  /** Whether anything was ever read from a session. */
  readonly hasEvidence: boolean;
  /** The agents on this machine. */
  readonly listings: readonly AgentListing[];
}

export interface Card {
  readonly kind: string;
  /** How serious it is. */
  readonly tone: 'bad' | 'warn' | 'plain';
  /** A sentence without its full stop, and without the names of skills. */
  readonly message: string;
  /** What settles it in a terminal. */
  readonly command: string;
  /** What settles it here; null where only the command does. */
  readonly act: ActRequest | null;
  /** The ids of the skills concerned. */
  readonly skills: readonly string[];
}

export interface ActiveDay {
  /** `2026-01-31`. */
  readonly day: string;
  readonly sessions: number;
  readonly loads: number;
  /** Tasks with a skill in which something failed and then worked. */
  readonly recovered: number;
  /** Tasks with a skill that failed, or that the user corrected. */
  readonly failed: number;
}

/** What the skills take in every prompt of an agent. */
export interface AgentListing {
  readonly agent: string;
  readonly title: string;
  readonly listed: number;
  /** Of these, how many were used in the last 30 days. */
  readonly used: number;
  readonly tokens: number;
  /** Null where there is no limit, or none is known. */
  readonly budgetTokens: number | null;
  /** How many lose a part of their description. */
  readonly cut: number;
  /** What they would take if those not used were quiet; null where the agent has no switch for them. */
  readonly tokensIfQuiet: number | null;
}
