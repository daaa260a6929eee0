/*
 * What is kept of an event that is told more than once: by a hook and by the transcript, by a session and by its fork.
 * The rules are an order, so that the same is kept whatever comes first: a transcript knows better than a hook, then
 * the first telling is the original. What became of the event is judged apart, because the original often does not
 * know it yet.
 */

import type { Credit, EventPatch, EvidenceEvent } from './event.js';

export type Origin = 'transcript' | 'live';

export interface ReportedEvent {
  readonly event: EvidenceEvent;
  readonly origin: Origin;
  /** Of the outcome, which another may have told. */
  readonly outcomeOrigin: Origin;
}

export function mergeEvents(one: ReportedEvent, other: ReportedEvent): ReportedEvent {
  const [winner, loser] = compare(identity(one), identity(other)) <= 0 ? [one, other] : [other, one];
  const { event, outcomeOrigin } = compare(outcome(one), outcome(other)) <= 0 ? one : other;
  const { isError, durationMs, result, cluster } = event;
  const credit = withFolderOf(winner.event.credit, loser.event.credit);
  return {
    event: { ...winner.event, credit, isError, durationMs, result, cluster },
    origin: winner.origin,
    outcomeOrigin,
  };
}

export function patchEvent(
  told: ReportedEvent,
  { outcome, folder }: EventPatch,
  outcomeOrigin: Origin,
): ReportedEvent {
  // Most patches are the first outcome of a call, and need no comparing.
  if (outcome !== undefined && folder === undefined && told.event.isError === undefined)
    return { ...told, event: { ...told.event, ...outcome }, outcomeOrigin };
  const { credit } = told.event;
  const located = credit && folder !== undefined ? { ...credit, skill: { ...credit.skill, folder } } : credit;
  const withFolder = mergeEvents(told, { ...told, event: { ...told.event, credit: located } });
  if (outcome === undefined) return withFolder;
  return mergeEvents(withFolder, {
    ...withFolder,
    event: { ...withFolder.event, ...outcome },
    outcomeOrigin,
  });
}

type Rank = readonly (number | string)[];

/** Everything but the outcome and the folder, so that neither decides who wins when it becomes known. */
function identity({ event, origin }: ReportedEvent): Rank {
  const { credit } = event;
  // A session may go on after it was said to end, so its last end is the one.
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
  ];
}

/** Known before unknown, then the better source; an error that was seen stays seen, and words beat none. */
function outcome({ event, outcomeOrigin }: ReportedEvent): Rank {
  return [
    event.isError === undefined ? 1 : 0,
    originRank(outcomeOrigin),
    event.isError === true ? 0 : 1,
    event.result === '' ? 1 : 0,
    event.durationMs ?? Number.POSITIVE_INFINITY,
    event.result,
    event.cluster,
  ];
}

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

/** A known folder beats none; of two, one is taken that does not depend on who came first. */
function withFolderOf(credit: Credit | undefined, other: Credit | undefined): Credit | undefined {
  if (credit === undefined || credit.skill.name !== other?.skill.name) return credit;
  const [folder] = [credit.skill.folder, other.skill.folder].filter((known) => known !== undefined).sort();
  return folder === undefined ? credit : { ...credit, skill: { ...credit.skill, folder } };
}
