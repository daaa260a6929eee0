/*
 * The sentences that every form of the report has: what it says when there is nothing to show, and that it only looked.
 */

import type { EvidenceReport } from './report.js';
import type { ReportTable } from './tables.js';

export const nothingChanged = 'No skill was changed.';

export function isEmpty({ summary, skills }: EvidenceReport): boolean {
  return skills.length === 0 && Object.values(summary).every((count) => count === 0);
}

/** What to do when there is nothing: a command, and what it does. */
export function teaching({ window: { days } }: EvidenceReport): readonly (readonly [string, string])[] {
  return [
    ['coppice evidence backfill', 'reads what your agents have done'],
    [`coppice evidence report --days ${days * 4}`, 'looks further back'],
  ];
}

export function moreText({ more }: ReportTable): string {
  return more === 0 ? '' : `and ${more} more: coppice evidence report --json has them all`;
}
