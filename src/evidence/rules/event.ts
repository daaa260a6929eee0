/*
 * A stored event: one row with previews instead of contents, and the skill that it is credited to. Reading the transcript
 * again does not change an event.
 */

import type { Ended, SkillMention } from '../../agents/sessions/observation.js';

export const eventKinds = [
  'skill-load',
  'tool',
  'turn',
  'reference-read',
  'script-run',
  'skill-write',
  'session-end',
  /** The user stopped the agent. */
  'interruption',
  /** The user gave a command that is defined in a file. */
  'command',
] as const;
export type EventKind = (typeof eventKinds)[number];

/** Why an event is credited to a skill. */
export const creditReasons = ['named', 'script', 'reference', 'declared', 'active-span'] as const;
export type CreditReason = (typeof creditReasons)[number];

/** What a message of the user follows. */
export const precedents = [
  'reply',
  'question',
  'interrupt',
  'refusal',
  /** The user typed it while the agent was working. */
  'queue',
] as const;
export type Precedent = (typeof precedents)[number];

export interface EvidenceEvent {
  /** 32 hexadecimal digits, from the agent and the key of the observation. */
  readonly id: string;
  readonly at: number;
  readonly agent: string;
  readonly session: string;
  /** Empty for the main conversation. */
  readonly thread: string;
  /** The number of the user's message before it, from 1; 0 before the first. */
  readonly turn: number;
  readonly kind: EventKind;
  /** Undefined if the event is not a tool call, and for the second skill of one call. */
  readonly tool: string | undefined;
  readonly credit: Credit | undefined;
  /** The subagent that the call started, or the command that the user gave, by name. */
  readonly item: string | undefined;
  /** Undefined until the call returns. */
  readonly isError: boolean | undefined;
  /** Whether the user's message corrects what was done while a skill was active. Only for turns. */
  readonly isCorrection: boolean;
  readonly durationMs: number | undefined;
  /** The user did not let the call run, or stopped it. */
  readonly ended: Ended | undefined;
  /** Only for turns; undefined for the first message, and for events of version 0.1.0. */
  readonly follows: Precedent | undefined;
  /** The model that made the call, as the transcript names it. */
  readonly model: string | undefined;
  /** The output tokens of the message of the call; only the first call of a message has them. */
  readonly tokens: number | undefined;
  /** Redacted, at most 1,000 code points: the arguments of a call, or the text of a user's message. */
  readonly args: string;
  /**
   * Redacted, at most 500 code points: the result of a call without its envelope, after `Exit code N` if the code is known;
   * or the answer of the agent.
   */
  readonly result: string;
  /** Equal for errors of the same cause; empty if the event is not an error. */
  readonly cluster: string;
}

export interface Credit {
  readonly skill: SkillMention;
  readonly reason: CreditReason;
  /** From 0 to 1. */
  readonly weight: number;
  /** The id of the load during which it happened; a load has its own id. */
  readonly load: string | undefined;
}

/**
 * Whether an event is evidence about its skill: the skill was used, or something went wrong. Other events while it was
 * active are not.
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

/** What became known about an event after it was stored. */
export interface EventPatch {
  readonly id: string;
  readonly outcome?: EventOutcome;
  /** The folder of the skill that the event names. */
  readonly folder?: string;
  /** Of a transcript that states the tokens after the call. */
  readonly tokens?: number;
}

export interface EventOutcome {
  readonly isError: boolean;
  readonly durationMs: number | undefined;
  readonly ended: Ended | undefined;
  readonly result: string;
  readonly cluster: string;
}

/** What the transcript says about a session as a whole. The first report of a fact counts, because a working folder changes. */
export interface ObservedFacts {
  readonly agent: string;
  readonly session: string;
  readonly at: number;
  /** Whether the fact is about the main conversation; a subagent may work elsewhere. */
  readonly isMain: boolean;
  readonly platform: string | undefined;
  /** A hash of the working folder. */
  readonly project: string | undefined;
  /** The session that this one was forked from, or whose subagent it is. */
  readonly root: string | undefined;
  readonly isHeadless: boolean | undefined;
}
