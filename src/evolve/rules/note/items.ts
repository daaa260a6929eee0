/*
 * The items of a note: errors of one cause, a correction by the user, or successful use. An item has its evidence and an
 * expiry time.
 */

import type { EvidenceRow } from '../../../evidence/rules/evidence.js';
import { dayMs } from '../../../text/time.js';
import { neutralise } from './neutralise.js';

export interface NoteItem {
  /** Equal for the same cause in the same skill. */
  readonly id: string;
  readonly kind: 'error' | 'correction' | 'use';
  /** The neutralised text of the latest event that may be shown. Empty if there is none, and for uses. */
  readonly text: string;
  /** The neutralised tool of that event. Empty if it is not a tool call. */
  readonly tool: string;
  /** The ids of the events, latest first. */
  readonly evidence: readonly string[];
  readonly count: number;
  readonly firstSeen: number;
  readonly lastSeen: number;
  readonly expiresAt: number;
  /** The number of passages left out because they read like instructions. */
  readonly dropped: number;
}

export type Sha256 = (text: string) => string;

/**
 * Errors before corrections, then by frequency, then the latest. Successful use is an item only if there is no other. The
 * order of the rows does not matter.
 */
export function noteItems(skill: string, rows: readonly EvidenceRow[], sha256: Sha256): readonly NoteItem[] {
  const causes = new Map<string, [EvidenceRow, ...EvidenceRow[]]>();
  for (const row of latestFirst(rows)) {
    const cause = JSON.stringify([skill, kindOf(row), causeOf(row)]);
    const group = causes.get(cause);
    if (group === undefined) causes.set(cause, [row]);
    else group.push(row);
  }
  const items = [...causes].map(([cause, group]) => itemOf(sha256(cause).slice(0, 16), group));
  const problems = items.filter(({ kind }) => kind !== 'use');
  return (problems.length > 0 ? problems : items).toSorted(
    (left, right) =>
      ranks[left.kind] - ranks[right.kind] ||
      right.count - left.count ||
      right.lastSeen - left.lastSeen ||
      (left.id < right.id ? -1 : 1),
  );
}

/**
 * Whether the items have an error or correction that a note made from `known` does not have. Time alone changes nothing
 * (events that leave the window stay in a note), and neither does another successful use.
 */
export function hasNewEvidence(items: readonly NoteItem[], known: ReadonlySet<string>): boolean {
  return items.some(({ kind, evidence }) => kind !== 'use' && evidence.some((id) => !known.has(id)));
}

const ranks = { error: 0, correction: 1, use: 2 } as const;
const lifetimeMs = 60 * dayMs;
const maxToolCharacters = 60;

function latestFirst(rows: readonly EvidenceRow[]): readonly EvidenceRow[] {
  const unique = new Map(rows.map((row) => [row.id, row]));
  return [...unique.values()].sort((left, right) => right.at - left.at || (left.id < right.id ? -1 : 1));
}

function kindOf({ isError, isCorrection }: EvidenceRow): NoteItem['kind'] {
  if (isError) return 'error';
  return isCorrection ? 'correction' : 'use';
}

function causeOf(row: EvidenceRow): string {
  switch (kindOf(row)) {
    case 'error':
      return row.cluster;
    case 'correction':
      return row.args;
    case 'use':
      return '';
  }
}

function itemOf(id: string, rows: readonly [EvidenceRow, ...EvidenceRow[]]): NoteItem {
  const [latest] = rows;
  const lastSeen = latest.at;
  return {
    id,
    kind: kindOf(latest),
    ...shownText(rows),
    evidence: rows.map((row) => row.id),
    count: rows.length,
    firstSeen: rows.at(-1)?.at ?? lastSeen,
    lastSeen,
    expiresAt: lastSeen + lifetimeMs,
  };
}

function shownText(
  rows: readonly [EvidenceRow, ...EvidenceRow[]],
): Pick<NoteItem, 'text' | 'tool' | 'dropped'> {
  const [latest] = rows;
  let dropped = 0;
  for (const row of rows) {
    const shown = neutralise(textOf(row));
    dropped += shown.dropped;
    if (shown.text !== '') return { text: shown.text, tool: toolOf(row), dropped };
  }
  return { text: '', tool: toolOf(latest), dropped };
}

/** The result of a tool, or the message of the user. A use is not quoted, because it would be the skill itself. */
function textOf(row: EvidenceRow): string {
  switch (kindOf(row)) {
    case 'error':
      return row.result;
    case 'correction':
      return row.args;
    case 'use':
      return '';
  }
}

function toolOf({ tool }: EvidenceRow): string {
  return neutralise(tool ?? '', maxToolCharacters).text;
}
