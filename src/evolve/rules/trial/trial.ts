/*
 * A trial: on some days the note is in the skill and on others it is not, by a fair coin, so that neither a trend nor an
 * outage can look like its effect. The days are drawn before the first one and stored in the ledger with the rule by which
 * the trial may stop early, so that nobody can choose afterwards.
 */

import type { JsonValue, LedgerNote } from '../../../library/rules/ledger-entry.js';
import { isCount, isListOf, isMissingOr, isObject, isOneOf, isText, isTime } from '../../../text/shape.js';
import { dayMs } from '../../../text/time.js';
import type { Sha256 } from '../note/items.js';

/** The key of the fact that has the trial of a skill. */
export const trialKey = 'trial';

export interface Trial {
  readonly id: string;
  readonly startedAt: number;
  /** The first day, in whole days since the epoch. */
  readonly firstDay: number;
  /** One character for each day: `1` with the note, `0` without. */
  readonly days: string;
  /** The SKILL.md with the note and without it. */
  readonly withSha256: string;
  readonly withoutSha256: string;
  /** What the note says. */
  readonly items: readonly LedgerNote[];
  readonly rule: TrialRule;
  readonly end?: TrialEnd;
}

/** Written down before the first day. */
export interface TrialRule {
  /** At the end, chance alone must be less likely than this. */
  readonly alpha: number;
  /** After so many days the trial stops if chance alone is less likely than `earlyAlpha`. */
  readonly earlyDays: number;
  readonly earlyAlpha: number;
}

export const trialEnds = ['finished', 'early', 'stopped', 'skill-changed'] as const;

export interface TrialEnd {
  readonly at: number;
  /** By its rule, by a person, or because the skill was changed. */
  readonly why: (typeof trialEnds)[number];
  readonly verdict: TrialVerdict;
}

export const trialVerdicts = ['helped', 'harmed', 'no-change', 'cannot-tell'] as const;
export type TrialVerdict = (typeof trialVerdicts)[number];

/** What a run did to a trial. */
export interface TrialStep {
  readonly skill: string;
  /** The id of the trial. */
  readonly trial: string;
  readonly did: 'note-in' | 'note-out' | 'nothing' | 'ended' | 'failed';
  readonly end?: TrialEnd;
  readonly reason?: string;
}

/** The shortest is the fewest days in which chance can be ruled out. */
export const trialDays = { min: 14, usual: 28, max: 112 } as const;

export function ruleFor(days: number): TrialRule {
  return { alpha: 0.03, earlyDays: Math.ceil(days / 2), earlyAlpha: 0.001 };
}

/** A coin per day. It is thrown again if one side got fewer than a third of the days. */
export function drawDays(seed: string, days: number, sha256: Sha256): string {
  for (let attempt = 0; ; attempt += 1) {
    const drawn = Array.from({ length: days }, (_, day) => {
      const digest = sha256(`${seed}:${attempt}:${day}`);
      return Number.parseInt(digest.slice(0, 2), 16) % 2 === 0 ? '0' : '1';
    }).join('');
    const ones = [...drawn].filter((day) => day === '1').length;
    if (Math.min(ones, days - ones) * 3 >= days) return drawn;
  }
}

/** Whether the note should be in the skill now; undefined when the days are over. */
export function isWantedAt({ firstDay, days }: Trial, now: number): boolean | undefined {
  const drawn = days[Math.floor(now / dayMs) - firstDay];
  return drawn === undefined ? undefined : drawn === '1';
}

export function trialJson(trial: Trial): JsonValue {
  return JSON.parse(JSON.stringify(trial));
}

/** Undefined for what is no trial: facts are in a file that anybody can edit. */
export function parseTrial(value: unknown): Trial | undefined {
  return isTrial(value) ? value : undefined;
}

function isTrial(value: unknown): value is Trial {
  return (
    isObject(value) &&
    isText(value['id']) &&
    isTime(value['startedAt']) &&
    isCount(value['firstDay']) &&
    isText(value['days']) &&
    /^[01]+$/.test(value['days']) &&
    isText(value['withSha256']) &&
    isText(value['withoutSha256']) &&
    isListOf(value['items'], isItem) &&
    isRule(value['rule']) &&
    isMissingOr(isEnd, value['end'])
  );
}

function isItem(value: unknown): value is LedgerNote {
  return isObject(value) && isText(value['id']) && isListOf(value['evidence'], isText);
}

function isRule(value: unknown): value is TrialRule {
  return isObject(value) && ['alpha', 'earlyDays', 'earlyAlpha'].every((key) => Number.isFinite(value[key]));
}

function isEnd(value: unknown): value is TrialEnd {
  return (
    isObject(value) &&
    isTime(value['at']) &&
    isOneOf(trialEnds, value['why']) &&
    isOneOf(trialVerdicts, value['verdict'])
  );
}
