/*
 * A job as lines of a crontab, between two marks; what is around them stays as it is, byte for byte. Cron cuts its line
 * at a `%` before the shell sees it. A backslash saves the `%`, unless another stands before it, and is then taken away;
 * so a `%` is written between two quoted parts, where cron and the shell agree on it whatever came before.
 */

import type { Every } from './job.js';
import { type Job, jobLine, refuseUnsupported } from './job.js';

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
  return `${[startMark, `# ${jobLine(job)}`, line, endMark].join('\n')}\n`;
}

/** In the place of the one that is there, else at the end. */
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

/** The start that is nearest to an end: one whose end was deleted must not swallow the lines between. */
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

/** For the shell that cron gives the line to. */
function quoted(word: string): string {
  if (/^[\w+,./:=@-]+$/.test(word)) return word;
  return `'${word.replaceAll("'", "'\\''").replaceAll('%', "'\\%'")}'`;
}
