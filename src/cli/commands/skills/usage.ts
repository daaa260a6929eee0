/*
 * `coppice usage`: what was used, how often, and when last.
 */

import { type Context, inChosenRoots, libraryOf, libraryOptions } from '../../../app/context.js';
import { agentsOf, type Import, importFrom, skillsOf } from '../../../app/import-usage.js';
import { unusedSkills } from '../../../curator/unused.js';
import { findSkill } from '../../../library/read/resolve.js';
import { usageRecords } from '../../../library/read/usage-records.js';

import { counted, listUpTo } from '../../../text/plural.js';
import { printable } from '../../../text/printable.js';

import { sparkline } from '../../../text/sparkline.js';
import { tableWidth } from '../../../text/table.js';
import { timeText } from '../../../text/time.js';
import { dailyActivity } from '../../../usage/rules/counters.js';
import { activityOf, type UsageRecord } from '../../../usage/rules/record.js';
import { rowsText } from '../../frame/rows.js';

import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';
import { daysIn, unusedNotes, unusedText } from './unused.js';

export function runUsage(context: Context, input: Input<'usage'>): Report {
  const provenance = input.text('provenance');
  const days = daysIn(input);
  if (input.isOn('unused')) return unusedReport(context, days, provenance);
  const library = libraryOf(context);
  const isSelected = inChosenRoots(context, library);
  const records = usageRecords(library)
    .filter(({ id }) => isSelected(id))
    .filter((record) => provenance === undefined || record.createdBy === provenance)
    .sort(orders[input.text('sort') ?? 'activity'] ?? byName);
  return {
    document: { records },
    text: page(context, records),
    notes: records.length === 0 ? 'no skill has been used yet\n' : '',
  };
}

/** Every skill counts, also one without a record. */
function unusedReport(context: Context, days: number | undefined, provenance: string | undefined): Report {
  const all = unusedSkills(libraryOptions(context), days);
  const skills = all.skills.filter((skill) => provenance === undefined || skill.provenance === provenance);
  return {
    document: { ...all, skills },
    text: () => unusedText(context, skills),
    notes: unusedNotes(all, context.clock.now()),
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
/** The possible numbers of bars; the largest one that fits beside the names is drawn. */
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

/*
 * `coppice usage record`: one event, for hooks and scripts. Unlike in an agent's session, a failure is reported here.
 */

export function runUsageRecord(context: Context, input: Input<'usage record'>): Report {
  const library = libraryOf(context);
  const { id } = findSkill(library, input.argument('name')).entry;
  const kind = input.argument('kind');
  const result = library.usage.record(id, kind);
  if (!result.ok) throw result.error;
  return { document: { id, kind, at: context.clock.now() }, text: `counted a ${kind} of ${printable(id)}\n` };
}

/*
 * `coppice usage import`: imports the counters of other agents. Their files are only read.
 */

export function runUsageImport(context: Context): Report {
  const library = libraryOf(context);
  const skills = skillsOf(library);
  const imports = agentsOf(context, library).flatMap((agent) => importFrom(library, skills, agent) ?? []);
  return {
    document: { agents: imports },
    text: imports.map((each) => `${printable(summary(each))}\n`).join(''),
    notes: imports.length === 0 ? 'no other agent has usage counters here\n' : undeclaredNotes(imports),
    exitCode: imports.some(({ error }) => error !== null) ? 1 : 0,
  };
}

/** The curator and the evolver leave these alone, so it is said once what to do. */
function undeclaredNotes(imports: readonly Import[]): string {
  return imports
    .filter(({ undeclared }) => undeclared.length > 0)
    .map(({ agent, undeclared }) => {
      const many = counted(undeclared.length, 'skill has', 'skills have');
      const names = listUpTo(5, undeclared);
      return `${printable(`${many} no declared author: ${names}. If an agent made them: coppice adopt --from ${agent}`)}\n`;
    })
    .join('');
}

function summary({ agent, path, imported, unchanged, unmatched, malformed, error }: Import): string {
  if (error !== null) return `${agent}: ${error} (${path})`;
  const faulty = malformed.length > 0 ? `, ${malformed.length} not readable` : '';
  const strange = unmatched.length > 0 ? `, ${unmatched.length} not found here` : '';
  return `${agent}: ${imported.length} imported, ${unchanged.length} unchanged${strange}${faulty}`;
}
