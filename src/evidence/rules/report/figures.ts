/*
 * Formats figures, times and the sentences that all formats of the report share.
 */

import { counted } from '../../../text/plural.js';
import { timeText } from '../../../text/time.js';
import type { EvidenceReport } from './report.js';
import type { Cell } from './tables.js';

/** The text of a cell without its bar. The output format must escape quotes. */
export function cellText(cell: Cell, { unicode = true }: { readonly unicode?: boolean } = {}): string {
  switch (cell.kind) {
    case 'words':
    case 'quote':
      return cell.text;
    case 'count':
      return String(cell.count);
    case 'change':
      return changeText(cell.count - cell.before, unicode);
    case 'rate':
      return cell.whole === 0
        ? ''
        : `${Math.round((cell.part / cell.whole) * 100)}% (${cell.part}/${cell.whole})`;
    case 'time':
      return timeText(cell.at);
  }
}

function changeText(change: number, unicode: boolean): string {
  if (change === 0) return '';
  const [up, down] = unicode ? ['▲', '▼'] : ['+', '-'];
  return `${change > 0 ? up : down}${Math.abs(change)}`;
}

/** Whether the cell is highlighted, because something went wrong. */
export function isAlarming(cell: Cell): boolean {
  if (cell.kind === 'count') return cell.isBad === true && cell.count > 0;
  return cell.kind === 'words' && cell.isBad === true;
}

export function windowText({ window: { days, from, to } }: EvidenceReport): string {
  return `${counted(days, 'day')}, ${timeText(from)} to ${timeText(to)} UTC`;
}

export const noPeriodEvidence = 'There is no evidence for this period yet.';
export const nothingChanged = 'No skill was changed.';

export function isEmpty({ summary, skills }: EvidenceReport): boolean {
  return skills.length === 0 && Object.values(summary).every((count) => count === 0);
}

/** Commands to try if the report is empty, with a description. */
export function emptyReportHints({
  window: { days },
}: EvidenceReport): readonly (readonly [string, string])[] {
  return [
    ['coppice evidence backfill', 'reads the sessions of your agents'],
    [`coppice evidence report --days ${days * 4}`, 'looks further back'],
  ];
}

/** What to say instead of findings if no skill was loaded. */
export const noPeriodEpisodes = 'No skill was loaded in this period, so there is no episode.';

export function hasEpisodes({ episodes }: EvidenceReport): boolean {
  return Object.values(episodes).some((count) => count > 0);
}

export function moreText({ more }: { readonly more: number }): string {
  return more === 0 ? '' : `and ${more} more: coppice evidence report --json lists all of them`;
}
