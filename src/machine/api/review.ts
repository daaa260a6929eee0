/*
 * The changes that wait for a person: what each would change, the evidence behind each line, and the two decisions.
 */

import { z } from 'zod';

export interface ReviewAnswer {
  /** Those that wait come first, then by age, newest first. */
  readonly proposals: readonly ProposalRow[];
  /** Files that are no proposals, by name. */
  readonly unreadable: readonly string[];
  readonly now: number;
}

export type ProposalState = 'pending' | 'stale' | 'accepted' | 'rejected';
export type ProposalKind = 'note' | 'draft' | 'promotion' | 'edit';

export interface ProposalRow {
  readonly id: string;
  readonly skill: string;
  readonly kind: ProposalKind;
  readonly state: ProposalState;
  /** Whether an unattended run would not write it. */
  readonly isRisky: boolean;
  readonly createdAt: number;
  readonly title: string;
}

export interface ProposalAnswer extends ProposalRow {
  /** Whether the skill has a page. */
  readonly isHere: boolean;
  /** Why no unattended run would write it. */
  readonly risks: readonly string[];
  readonly days: number;
  readonly sessions: number;
  readonly errors: number;
  /** The lines of a note with what they rest on. */
  readonly lines: readonly ProposalLine[];
  /** What belongs to no line. */
  readonly events: readonly string[];
  readonly evaluation: ProposalEvaluation | null;
  /** Who wrote the words, where it was a model. */
  readonly model: string | null;
  /** By file; empty where it cannot be accepted now. */
  readonly files: readonly ProposedFile[];
  /** The change as it was proposed, as a unified diff, where no other can be shown. */
  readonly diff: string;
  /** Identifies the change that is shown. */
  readonly seen: string;
  /** The words that may be changed; null where there are none. */
  readonly words: string | null;
  /** Why it cannot be accepted, and what to do, in one sentence; null where it can. */
  readonly conflict: string | null;
  /** A command that helps with it. */
  readonly command: string | null;
  readonly decided: {
    readonly at: number;
    readonly reason: string | null;
    /** The ledger entry that undoes the decision. */
    readonly entry: string | null;
    readonly isEdited: boolean;
  } | null;
  readonly now: number;
}

export interface ProposalLine {
  readonly text: string;
  readonly sessions: number;
  readonly events: readonly string[];
  readonly moreEvents: number;
}

export interface ProposalEvaluation {
  readonly agent: string;
  readonly model: string | null;
  readonly runs: number;
  readonly difference: { readonly value: number; readonly low: number; readonly high: number };
  readonly cases: readonly {
    readonly name: string;
    readonly isHeldOut: boolean;
    readonly before: number;
    readonly after: number;
  }[];
}

export interface ProposedFile {
  readonly path: string;
  readonly before: string;
  readonly after: string;
}

/** A SKILL.md has at most 100,000 characters. */
const words = z.string().max(200_000);
const id = z.string().min(1).max(100);
const seen = z.string().min(1).max(100);

/** What other words would change. */
export const wordingBody = z.strictObject({ id, words });
export const acceptBody = z.strictObject({ id, seen, words: words.nullable() });
export const rejectBody = z.strictObject({ id, reason: z.string().max(2_000) });

export interface WordingAnswer extends Pick<ProposalAnswer, 'files' | 'seen'> {
  /** Why these words cannot be accepted. */
  readonly refused: string | null;
}
