/*
 * The items of a note, each of which is one line: a failure with its fix, a correction by users, or a failure without a
 * fix. An item has an id by its cause, the evidence behind it, and an expiry time.
 */

import type { RecurringFailure } from '../../../evidence/rules/fixes/failure.js';
import { counted } from '../../../text/plural.js';
import { dayMs } from '../../../text/time.js';
import { type CorrectionGroup, groupCorrections } from './correction-groups.js';
import type { Lessons } from './lessons.js';
import { correctionLine, failureLine, type LineKind } from './line.js';

export interface NoteItem {
  /** Equal for the same cause in the same skill. */
  readonly id: string;
  readonly kind: LineKind;
  /** The line, neutralised. */
  readonly text: string;
  /** The ids of the events, latest first. */
  readonly evidence: readonly string[];
  /** The ids of the events that the fix is read from; absent without one, and in items of earlier versions. */
  readonly fixEvidence?: readonly string[];
  /** Failures or corrections. */
  readonly count: number;
  readonly sessions: number;
  /** How often the fix worked, and how often it was tried; both 0 without a fix. */
  readonly worked: number;
  readonly of: number;
  readonly firstSeen: number;
  readonly lastSeen: number;
  readonly expiresAt: number;
  /** Whether something was seen that the line does not show. */
  readonly isPartial: boolean;
}

/** The events that a line quotes: the failures or corrections, and what fixed them. */
export function quotedEvents({
  evidence,
  fixEvidence = [],
}: Pick<NoteItem, 'evidence' | 'fixEvidence'>): readonly string[] {
  return [...evidence, ...fixEvidence];
}

export type Sha256 = (text: string) => string;

export interface NoteItems {
  /** Fixes by the sessions they could save, then corrections by count, then failures by sessions. */
  readonly items: readonly NoteItem[];
  /** What was seen, but not often enough for a line. */
  readonly waiting: readonly WaitingLine[];
  /** The number of corrections whose words must not be shown. */
  readonly withheld: number;
}

export interface WaitingLine {
  readonly text: string;
  readonly sessions: number;
  /** Why it is not in a note yet. */
  readonly why: string;
}

/** The same lessons give the same items, in whatever order they are. */
export function noteItems(skill: string, { failures, corrections }: Lessons, sha256: Sha256): NoteItems {
  const { groups, withheld } = groupCorrections(corrections);
  const idOf = (cause: unknown) => sha256(JSON.stringify([skill, cause])).slice(0, 16);
  const failed = failures.flatMap((failure) => failureItem(idOf(failure.cause), failure));
  const corrected = groups.map((group) => correctionItem(idOf(['correction', group.key]), group));
  const isOften = correctedSessions(groups) >= minCorrectedSessions;
  const isEnough = ({ kind, sessions }: NoteItem) =>
    kind === 'correction' ? isOften : kind === 'fix' || sessions >= minFailedSessions;
  const all = [...failed, ...corrected];
  return {
    items: all.filter(isEnough).toSorted(byWorth),
    waiting: all
      .filter((item) => !isEnough(item))
      .toSorted(byWorth)
      .map(waitingLine),
    withheld,
  };
}

/** Below this, a failure without a fix may be chance. */
const minFailedSessions = 3;
/** Sessions of the skill with corrections: a single one may be about its own task. */
const minCorrectedSessions = 2;
const lifetimeMs = 60 * dayMs;
const ranks = { fix: 0, correction: 1, failure: 2 } as const;

function failureItem(id: string, failure: RecurringFailure): readonly NoteItem[] {
  const line = failureLine(failure);
  if (line === undefined) return [];
  const { events, failures, sessions, firstAt, lastAt, fix } = failure;
  const shown = line.kind === 'fix' && fix !== null ? fix : undefined;
  const { worked, of } = shown ?? { worked: 0, of: 0 };
  return [
    {
      ...line,
      ...{ id, evidence: events, count: failures, sessions, worked, of },
      ...{ firstSeen: firstAt, lastSeen: lastAt, expiresAt: lastAt + lifetimeMs },
      ...(shown && shown.events.length > 0 && { fixEvidence: shown.events }),
    },
  ];
}

function correctionItem(id: string, { words, corrections }: CorrectionGroup): NoteItem {
  const times = corrections.map(({ at }) => at);
  const lastSeen = Math.max(...times);
  return {
    ...correctionLine(words, corrections.length),
    id,
    evidence: corrections.map(({ event }) => event).toReversed(),
    count: corrections.length,
    sessions: new Set(corrections.map(({ session }) => session)).size,
    ...{ worked: 0, of: 0, firstSeen: Math.min(...times), lastSeen, expiresAt: lastSeen + lifetimeMs },
  };
}

function correctedSessions(groups: readonly CorrectionGroup[]): number {
  return new Set(groups.flatMap(({ corrections }) => corrections.map(({ session }) => session))).size;
}

function byWorth(left: NoteItem, right: NoteItem): number {
  return (
    ranks[left.kind] - ranks[right.kind] ||
    worthOf(right) - worthOf(left) ||
    right.lastSeen - left.lastSeen ||
    (left.id < right.id ? -1 : 1)
  );
}

/** For a fix, the failures that it could have prevented. */
function worthOf({ kind, count, sessions, worked, of }: NoteItem): number {
  if (kind === 'fix') return (count * worked) / Math.max(of, 1);
  return kind === 'correction' ? count : sessions;
}

function waitingLine({ kind, text, sessions }: NoteItem): WaitingLine {
  const needed = kind === 'correction' ? minCorrectedSessions : minFailedSessions;
  const what = kind === 'correction' ? 'a correction' : 'a failure without a fix';
  return { text, sessions, why: `${what} is noted from ${counted(needed, 'session')} on` };
}
