/*
 * Merges reports of the same event: by a hook and the transcript, by a session and its fork. The rules are a total order,
 * so the result does not depend on which report comes first: a transcript takes precedence over a hook, then the earliest
 * report. The outcome is merged separately, because the earliest report often does not have it yet.
 */

import type { Credit, EventPatch, EvidenceEvent } from './event.js';

export type Origin = 'transcript' | 'live';

export interface ReportedEvent {
  readonly event: EvidenceEvent;
  readonly origin: Origin;
  /** The origin of the outcome, which may come from another report. */
  readonly outcomeOrigin: Origin;
}

export function mergeEvents(one: ReportedEvent, other: ReportedEvent): ReportedEvent {
  const [winner, loser] = compare(identity(one), identity(other)) <= 0 ? [one, other] : [other, one];
  const { event, outcomeOrigin } = compare(outcome(one), outcome(other)) <= 0 ? one : other;
  const { isError, durationMs, ended, result, cluster } = event;
  const credit = withFolderOf(winner.event.credit, loser.event.credit);
  return {
    event: {
      ...winner.event,
      credit,
      isError,
      durationMs,
      ended,
      tokens: knownTokens(one.event.tokens, other.event.tokens),
      result,
      cluster,
    },
    origin: winner.origin,
    outcomeOrigin,
  };
}

export function patchEvent(
  reported: ReportedEvent,
  { outcome, folder, tokens: counted }: EventPatch,
  outcomeOrigin: Origin,
): ReportedEvent {
  const tokens = knownTokens(reported.event.tokens, counted);
  // Most patches are the first outcome of a call, and need no comparison.
  if (outcome !== undefined && folder === undefined && reported.event.isError === undefined)
    return { ...reported, event: { ...reported.event, ...outcome, tokens }, outcomeOrigin };
  const { credit } = reported.event;
  const located = credit && folder !== undefined ? { ...credit, skill: { ...credit.skill, folder } } : credit;
  const withFolder = mergeEvents(reported, {
    ...reported,
    event: { ...reported.event, credit: located, tokens },
  });
  if (outcome === undefined) return withFolder;
  return mergeEvents(withFolder, {
    ...withFolder,
    event: { ...withFolder.event, ...outcome },
    outcomeOrigin,
  });
}

/** A report may not have them yet; the choice of two does not depend on their order. */
export function knownTokens(one: number | undefined, other: number | undefined): number | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return Math.min(one, other);
}

type Rank = readonly (number | string)[];

/** Everything but the outcome, the folder and the tokens, because these may become known later. */
function identity({ event, origin }: ReportedEvent): Rank {
  const { credit } = event;
  // A session may continue after an end, so the last end counts.
  const forward = event.kind === 'session-end' ? -1 : 1;
  return [
    originRank(origin),
    forward * event.at,
    event.session,
    event.thread,
    forward * event.turn,
    event.agent,
    event.kind,
    event.tool ?? '',
    credit === undefined ? 1 : 0,
    credit === undefined
      ? ''
      : JSON.stringify([credit.skill.name, credit.reason, credit.weight, credit.load]),
    event.isCorrection ? 0 : 1,
    event.args,
    event.follows ?? unknownLast,
    event.model ?? unknownLast,
    event.item ?? unknownLast,
  ];
}

/** A known outcome comes first, then the better source, an error, an end by the user, and a text. */
function outcome({ event, outcomeOrigin }: ReportedEvent): Rank {
  return [
    event.isError === undefined ? 1 : 0,
    originRank(outcomeOrigin),
    event.isError === true ? 0 : 1,
    event.ended ?? unknownLast,
    event.result === '' ? 1 : 0,
    event.durationMs ?? Number.POSITIVE_INFINITY,
    event.result,
    event.cluster,
  ];
}

/** Sorts behind every word. */
const unknownLast = '\uffff';

function originRank(origin: Origin): number {
  return origin === 'transcript' ? 0 : 1;
}

function compare(left: Rank, right: Rank): number {
  for (const [index, value] of left.entries()) {
    const other = right[index];
    if (other === undefined || value === other) continue;
    return value < other ? -1 : 1;
  }
  return 0;
}

/** A known folder takes precedence; of two, the choice does not depend on their order. */
function withFolderOf(credit: Credit | undefined, other: Credit | undefined): Credit | undefined {
  if (credit === undefined || credit.skill.name !== other?.skill.name) return credit;
  const [folder] = [credit.skill.folder, other.skill.folder].filter((known) => known !== undefined).sort();
  return folder === undefined ? credit : { ...credit, skill: { ...credit.skill, folder } };
}
