/*
 * What a note says, one item for each thing that was seen: errors of one cause, a correction by the user, or only
 * that the skill was used and all went well. An item knows the evidence behind it and when it is too old to be told.
 */

import type { EvidenceRow } from '../../../evidence/rules/evidence.js';
import { dayMs } from '../../../text/time.js';
import { neutralise } from './neutralise.js';

export interface NoteItem {
  /** The same for the same cause in the same skill, whenever it is seen. */
  readonly id: string;
  readonly kind: 'error' | 'correction' | 'use';
  /** Of the latest event whose text may be shown; neutral. Empty when there is none, and for uses. */
  readonly text: string;
  /** The tool of that event; neutral. Empty for what is no call of a tool. */
  readonly tool: string;
  /** The ids of the events, latest first. */
  readonly evidence: readonly string[];
  readonly count: number;
  readonly firstSeen: number;
  readonly lastSeen: number;
  readonly expiresAt: number;
  /** How many passages were left out because they read like instructions. */
  readonly dropped: number;
}

export type Sha256 = (text: string) => string;

/**
 * Errors before corrections, the most frequent before the others, then the latest. A use that went well says nothing
 * beside them, and is an item only when there is no other. In which order the rows come does not matter.
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
 * Whether the items tell something that a note made from this evidence does not: an error or a correction. Time makes
 * no news (what leaves the window does not take a line out of a note), and neither does one more use that went well.
 */
export function hasNewEvidence(items: readonly NoteItem[], told: ReadonlySet<string>): boolean {
  return items.some(({ kind, evidence }) => kind !== 'use' && evidence.some((id) => !told.has(id)));
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

/** What came back from a tool; what the user said. A use is never quoted: it would be the skill itself. */
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
