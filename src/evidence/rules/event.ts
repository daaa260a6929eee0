/*
 * What is kept of what happened: one row per event, with previews in place of contents, and with the one skill it is
 * credited to and why. An event is never changed by reading its transcript again.
 */

import type { SkillMention } from '../../agents/sessions/observation.js';

export const eventKinds = [
  'skill-load',
  'tool',
  'turn',
  'reference-read',
  'script-run',
  'skill-write',
  'session-end',
] as const;
export type EventKind = (typeof eventKinds)[number];

/** Why an event is credited to a skill. */
export const creditReasons = ['named', 'script', 'reference', 'declared', 'active-span'] as const;
export type CreditReason = (typeof creditReasons)[number];

export interface EvidenceEvent {
  /** 32 hexadecimal digits, from the agent and the key of the observation. */
  readonly id: string;
  readonly at: number;
  readonly agent: string;
  readonly session: string;
  /** Empty for the main conversation. */
  readonly thread: string;
  /** Which of the user's messages it followed, from 1; 0 before the first. */
  readonly turn: number;
  readonly kind: EventKind;
  /** Undefined for what is no call of a tool, and for the second skill that one call names. */
  readonly tool: string | undefined;
  readonly credit: Credit | undefined;
  /** Undefined as long as the call has not come back. */
  readonly isError: boolean | undefined;
  /** The user's message says that what came before was not right. Only of a turn. */
  readonly isCorrection: boolean;
  readonly durationMs: number | undefined;
  /** Redacted, at most 1,000 code points: the arguments of a call, the words of a user's message. */
  readonly args: string;
  /** Redacted, at most 500 code points: what came back, or what the agent answered. */
  readonly result: string;
  /** What errors of the same cause have in common; empty unless it is an error. */
  readonly cluster: string;
}

export interface Credit {
  readonly skill: SkillMention;
  readonly reason: CreditReason;
  /** From 0 to 1. */
  readonly weight: number;
  /** The id of the load during which it happened; of a load, its own. */
  readonly load: string | undefined;
}

/**
 * Whether an event says something about the skill it is credited to: that it was used, or that something went wrong.
 * The rest of what happened while it was active says nothing.
 */
export function isEvidence(event: Pick<EvidenceEvent, 'credit' | 'isError' | 'isCorrection'>): boolean {
  if (event.credit === undefined) return false;
  const { reason } = event.credit;
  return (
    reason === 'named' ||
    reason === 'script' ||
    reason === 'reference' ||
    event.isError === true ||
    event.isCorrection
  );
}

/** What became known of an event after it was handed on. */
export interface EventPatch {
  readonly id: string;
  readonly outcome?: EventOutcome;
  /** The folder of the skill that it names. */
  readonly folder?: string;
}

export interface EventOutcome {
  readonly isError: boolean;
  readonly durationMs: number | undefined;
  readonly result: string;
  readonly cluster: string;
}
