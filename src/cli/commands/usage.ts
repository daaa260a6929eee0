/*
 * `coppice usage`: what was used, how often, and when last.
 */

import { usageRecords } from '../../library/read/usage-records.js';
import { sparkline } from '../../text/sparkline.js';
import { tableWidth } from '../../text/table.js';
import { dailyActivity } from '../../usage/rules/counters.js';
import { activityOf, type UsageRecord } from '../../usage/rules/record.js';
import { inChosenRoots } from '../chosen-roots.js';
import { type Context, libraryOf } from '../context.js';
import type { Input } from '../input.js';
import { rowsText } from '../rows.js';
import { timeText } from '../time-text.js';
import type { Report } from '../verb.js';

export function runUsage(context: Context, input: Input): Report {
  const provenance = input.text('provenance');
  const library = libraryOf(context, input);
  const isMeant = inChosenRoots(input, library);
  const records = usageRecords(library)
    .filter(({ id }) => isMeant(id))
    .filter((record) => provenance === undefined || record.createdBy === provenance)
    .sort(orders[input.text('sort') ?? 'activity'] ?? byName);
  return {
    document: { records },
    text: page(context, records),
    talk: records.length === 0 ? 'nothing was used yet\n' : '',
  };
}

const orders: Readonly<Record<string, (a: UsageRecord, b: UsageRecord) => number>> = {
  activity: (a, b) => activityOf(b) - activityOf(a) || byName(a, b),
  recent: (a, b) => b.lastActivityAt - a.lastActivityAt || byName(a, b),
  name: byName,
};

function byName(a: UsageRecord, b: UsageRecord): number {
  return a.id < b.id ? -1 : 1;
}

const shownDays = 30;
/** In how many bars the days are drawn, where there is room for so many beside the names. */
const barCounts = [30, 15, 10];

function page({ terminal, clock }: Context, records: readonly UsageRecord[]): string {
  const { stdout } = terminal;
  const headers = ['USES', 'VIEWS', 'PATCHES', 'LAST', 'STATE', 'SKILL'];
  const rows = records.map((record) => [
    String(record.useCount),
    String(record.viewCount),
    String(record.patchCount),
    timeText(record.lastActivityAt),
    record.pinned ? `${record.state}, pinned` : record.state,
    record.id,
  ]);
  const room = stdout.isTerminal ? stdout.width - tableWidth([[...headers, ''], ...rows]) : shownDays;
  const bars = barCounts.find((count) => count <= room);
  if (bars === undefined) return rowsText(terminal, headers, rows);
  const drawn = records.map((record) => {
    const days = dailyActivity(record, clock.now(), shownDays);
    return sparkline(inPieces(days, shownDays / bars), terminal);
  });
  return rowsText(
    terminal,
    headers.toSpliced(-1, 0, `${shownDays} DAYS`),
    rows.map((row, at) => row.toSpliced(-1, 0, drawn[at] ?? '')),
  );
}

function inPieces(days: readonly number[], length: number): readonly number[] {
  return Array.from({ length: days.length / length }, (_, at) =>
    days.slice(at * length, (at + 1) * length).reduce((sum, each) => sum + each, 0),
  );
}
