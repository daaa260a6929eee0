/*
 * A job as a launchd agent: a property list in which every text is escaped as XML.
 */

import type { Every } from './job.js';
import { type Job, jobLine, jobMode, refuseUnsupported, unattendedNotice } from './job.js';

export const launchLabel = 'dev.coppice.schedule';

export function launchAgent(job: Job, workingFolder: string): string {
  const { command, environment, every } = job;
  refuseUnsupported(
    [...command, ...Object.values(environment), workingFolder],
    /[\0-\x08\x0b\x0c\x0e-\x1f\p{Cs}\ufffe\uffff]/u,
    'a launchd property list',
  );
  const variables = Object.entries(environment).map(([name, value]) => pair(name, text(value)));
  return `${[
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    comment('Written by coppice schedule install; coppice schedule uninstall removes it.'),
    comment(jobLine(job)),
    ...(jobMode(job) === 'apply' ? [comment(unattendedNotice)] : []),
    '<plist version="1.0">',
    '<dict>',
    pair('Label', text(launchLabel)),
    pair('ProgramArguments', element('array', command.map(text).join(''))),
    pair('EnvironmentVariables', element('dict', variables.join(''))),
    pair('WorkingDirectory', text(workingFolder)),
    pair('StartCalendarInterval', element('dict', calendar(every))),
    '</dict>',
    '</plist>',
  ].join('\n')}\n`;
}

function calendar({ weekday, hour, minute }: Every): string {
  return Object.entries({ Weekday: weekday, Hour: hour, Minute: minute })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => pair(name, element('integer', String(value))))
    .join('');
}

/** Two hyphens would end the comment; in JSON, the second may be escaped. */
function comment(content: string): string {
  return `<!-- ${content.replaceAll('--', '-\\u002d')} -->`;
}

function pair(key: string, value: string): string {
  return `${element('key', key)}${value}`;
}

/** An unescaped carriage return would be read as a line feed. */
function text(value: string): string {
  const escaped = value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');
  return element('string', escaped);
}

function element(name: string, content: string): string {
  return `<${name}>${content}</${name}>`;
}
