/*
 * `coppice usage`: what was used, how often, and when last.
 */

import { sparkline } from '../../system/terminal/sparkline.js';
import { dailyActivity } from '../../usage/counters.js';
import type { UsageRecord } from '../../usage/record.js';
import { type Context, libraryOf } from '../context.js';
import type { Input } from '../input.js';
import { rowsText } from '../rows.js';
import { timeText } from '../time-text.js';
import type { Report } from '../verb.js';

export function run(context: Context, input: Input): Report {
  const provenance = input.text('provenance');
  const records = libraryOf(context, input)
    .usage.all()
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

function activityOf({ useCount, viewCount, patchCount }: UsageRecord): number {
  return useCount + viewCount + patchCount;
}

const shownDays = 30;

function page({ terminal, clock }: Context, records: readonly UsageRecord[]): string {
  const headers = ['USES', 'VIEWS', 'PATCHES', 'LAST', 'STATE', `${shownDays} DAYS`, 'SKILL'];
  const rows = records.map((record) => [
    String(record.useCount),
    String(record.viewCount),
    String(record.patchCount),
    timeText(record.lastActivityAt),
    record.pinned ? `${record.state}, pinned` : record.state,
    sparkline(dailyActivity(record, clock.now(), shownDays), terminal),
    record.id,
  ]);
  return rowsText(terminal, headers, rows);
}
