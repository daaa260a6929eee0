/*
 * How figures and times are written: the same in every form of the report.
 */

import { counted } from '../../../text/plural.js';
import { timeText } from '../../../text/time.js';
import type { EvidenceReport } from './report.js';
import type { Cell, ReportTable } from './tables.js';

/** Without the bar of a count, and a quote as it is: making it harmless is for the form it is shown in. */
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

/** To be seen at a glance: it says that something went wrong. */
export function isAlarming(cell: Cell): boolean {
  if (cell.kind === 'count') return cell.isBad === true && cell.count > 0;
  return cell.kind === 'words' && cell.isBad === true;
}

export function windowText({ window: { days, from, to } }: EvidenceReport): string {
  return `${counted(days, 'day')}, ${timeText(from)} to ${timeText(to)} UTC`;
}

/*
 * The sentences that every form of the report has: what it says when there is nothing to show, and that it only looked.
 */

export const nothingChanged = 'No skill was changed.';

export function isEmpty({ summary, skills }: EvidenceReport): boolean {
  return skills.length === 0 && Object.values(summary).every((count) => count === 0);
}

/** What to do when there is nothing: a command, and what it does. */
export function emptyReportHints({
  window: { days },
}: EvidenceReport): readonly (readonly [string, string])[] {
  return [
    ['coppice evidence backfill', 'reads what your agents have done'],
    [`coppice evidence report --days ${days * 4}`, 'looks further back'],
  ];
}

export function moreText({ more }: ReportTable): string {
  return more === 0 ? '' : `and ${more} more: coppice evidence report --json has them all`;
}
