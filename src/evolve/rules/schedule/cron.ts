/*
 * A job as lines of a crontab between two marks; the lines around them stay byte for byte. Cron ends the command at a `%`
 * unless a backslash precedes it, and removes that backslash unless another precedes it; so a `%` is written between two
 * quoted parts, where cron and the shell agree on it.
 */

import type { Every } from './job.js';
import { type Job, jobLine, jobMode, refuseUnsupported, unattendedNotice } from './job.js';

const startMark = '# coppice:schedule:start';
const endMark = '# coppice:schedule:end';

export function cronBlock(job: Job): string {
  const { every, command, environment } = job;
  refuseUnsupported(
    [...command, ...Object.values(environment)],
    /[\0-\x08\x0a-\x1f\x7f\p{Cs}]/u,
    'a crontab',
  );
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${quoted(value)}`);
  const line = [times(every), ...variables, ...command.map(quoted)].join(' ');
  const notice = jobMode(job) === 'apply' ? [`# ${unattendedNotice}`] : [];
  return `${[startMark, `# ${jobLine(job)}`, ...notice, line, endMark].join('\n')}\n`;
}

/** Replaces the existing block, or appends it. */
export function withBlock(table: string, block: string): string {
  const found = findBlock(table);
  if (found) return table.slice(0, found.start) + block + table.slice(found.end);
  return table + (table === '' || table.endsWith('\n') ? '' : '\n') + block;
}

export function withoutBlock(table: string): string {
  const found = findBlock(table);
  return found ? table.slice(0, found.start) + table.slice(found.end) : table;
}

export function blockIn(table: string): string | undefined {
  const found = findBlock(table);
  return found && table.slice(found.start, found.end);
}

/** Uses the start that is closest to an end, so that a start without an end does not include other lines. */
function findBlock(table: string): { readonly start: number; readonly end: number } | undefined {
  let start: number | undefined;
  for (const { index, 0: line } of table.matchAll(/[^\n]*\n|[^\n]+$/g)) {
    if (line.trimEnd() === startMark) start = index;
    if (line.trimEnd() === endMark && start !== undefined) return { start, end: index + line.length };
  }
  return undefined;
}

function times({ weekday, hour, minute }: Every): string {
  return `${minute} ${hour ?? '*'} * * ${weekday ?? '*'}`;
}

/** Quotes a word for the shell that cron uses. */
function quoted(word: string): string {
  if (/^[\w+,./:=@-]+$/.test(word)) return word;
  return `'${word.replaceAll("'", "'\\''").replaceAll('%', "'\\%'")}'`;
}
