/*
 * A job as a service and a timer of systemd. A line ends a directive there, `%` is replaced while a unit is read and `$`
 * when the program is started, so each of them is written in the way that gives back itself and nothing else.
 */

import type { Every } from './job.js';
import { type Job, jobLine, refuseUnsupported } from './job.js';

export function serviceUnit(job: Job): string {
  const [program = '', ...words] = job.command;
  const variables = Object.entries(job.environment).map(([name, value]) => `${name}=${value}`);
  // Nothing is replaced in the path of the program, and systemd refuses some of it even when it is quoted.
  refuseUnsupported([program], /^(?!\/)|[\0-\x1f\x7f\\"'$\p{Cs}]/u, 'as a program, a unit of systemd');
  refuseUnsupported(words, /[\0\p{Cs}]/u, 'a unit of systemd');
  refuseUnsupported(variables, /[\0-\x08\x0b-\x1f\x7f\p{Cs}]/u, 'a variable in a unit of systemd');
  const dollars = words.map((word) => word.replaceAll('$', () => '$$'));
  return unit(job, [
    '[Service]',
    'Type=oneshot',
    ...variables.map((variable) => `Environment=${quoted(variable)}`),
    `ExecStart=${[program, ...dollars].map(quoted).join(' ')}`,
  ]);
}

export function timerUnit(job: Job): string {
  return unit(job, [
    '[Timer]',
    `OnCalendar=${calendar(job.every)}`,
    '# What was missed while the machine was off is made up for.',
    'Persistent=true',
    '',
    '[Install]',
    'WantedBy=timers.target',
  ]);
}

function unit(job: Job, lines: readonly string[]): string {
  const head = [
    '# Written by coppice schedule install; coppice schedule uninstall removes it.',
    `# ${jobLine(job)}`,
    '[Unit]',
    'Description=Coppice: read what happened, and look after the skills',
    '',
  ];
  return `${[...head, ...lines].join('\n')}\n`;
}

function calendar({ weekday, hour, minute }: Every): string {
  const day = weekday === undefined ? '' : 'Mon ';
  return `${day}*-*-* ${hour === undefined ? '*' : twoDigits(hour)}:${twoDigits(minute)}:00`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

function quoted(word: string): string {
  const text = word.replaceAll('%', '%%');
  if (/^[\w%+,./:=@-]+$/.test(text)) return text;
  const inside = text.replace(/[\0-\x1f\x7f"\\]/g, (found) =>
    found === '"' || found === '\\'
      ? `\\${found}`
      : `\\x${found.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
  return `"${inside}"`;
}
