/*
 * A job as a systemd service and timer. A line break ends a directive, `%` is expanded when a unit is read and `$` when
 * the program starts, so each of them is escaped.
 */

import type { Every } from './job.js';
import { type Job, jobLine, jobMode, refuseUnsupported, unattendedNotice } from './job.js';

export function serviceUnit(job: Job): string {
  const [program = '', ...words] = job.command;
  const variables = Object.entries(job.environment).map(([name, value]) => `${name}=${value}`);
  // systemd expands nothing in the path of the program, and refuses some characters even if quoted.
  refuseUnsupported([program], /^(?!\/)|[\0-\x1f\x7f\\"'$\p{Cs}]/u, 'the program of a systemd unit');
  refuseUnsupported(words, /[\0\p{Cs}]/u, 'a systemd unit');
  refuseUnsupported(variables, /[\0-\x08\x0b-\x1f\x7f\p{Cs}]/u, 'a variable in a systemd unit');
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
    '# Runs that were missed while the machine was off are made up for.',
    'Persistent=true',
    '',
    '[Install]',
    'WantedBy=timers.target',
  ]);
}

function unit(job: Job, lines: readonly string[]): string {
  const isUnattended = jobMode(job) === 'apply';
  const head = [
    '# Written by coppice schedule install; coppice schedule uninstall removes it.',
    `# ${jobLine(job)}`,
    ...(isUnattended ? [`# ${unattendedNotice}`] : []),
    '[Unit]',
    `Description=Coppice: collect evidence and ${isUnattended ? 'change skills without asking' : 'maintain skills'}`,
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
