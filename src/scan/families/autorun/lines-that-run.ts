/*
 * The commands of files that have a format of their own: crontabs, units, property lists, the configuration of Git,
 * workflows, recipes, and the commands inside Markdown that run when a skill is loaded. Each is read line by line.
 */

import { linesWith } from '../../package/lines.js';
import type { PreparedFile } from '../../package/prepare.js';

export interface RunLine {
  readonly text: string;
  /** From 1. */
  readonly line: number;
}

type Reader = (file: PreparedFile) => readonly RunLine[];

/** `@reboot command` or five times and a command; in a folder of the system a user comes first. */
export const cronLines: Reader = ({ lines, path }) => {
  const hasUser = /(?:^|\/)(?:cron\.d\/|etc\/crontab)/.test(path);
  return lines.flatMap((line, index) => {
    const command = /^\s*(?:@[a-z]+|(?:[\dA-Za-z*/,?#-]{1,40}\s+){4}[\dA-Za-z*/,?#-]{1,40})\s+(\S.*)$/.exec(
      line,
    )?.[1];
    if (command === undefined || line.trimStart().startsWith('#')) return [];
    return [{ text: hasUser ? command.replace(/^\S+\s+/, '') : command, line: index + 1 }];
  });
};

/** Units of systemd and desktop entries. */
export const unitLines: Reader = ({ lines }) =>
  lines.flatMap((line, index) => {
    const text = /^\s*Exec(?:Start|Stop|Reload|Condition)?(?:Pre|Post)?\s*=\s*[-@:+!|]*(.+)$/.exec(line)?.[1];
    return text === undefined ? [] : [{ text, line: index + 1 }];
  });

/** The program of a launchd property list. */
export const plistLines: Reader = (file) => {
  const { lines } = file;
  const [start] = linesWith(file, /<key>\s*Program(?:Arguments)?\s*<\/key>/g);
  if (start === undefined) return [];
  const rest = lines.slice(start, start + maxPlistLines).join('\n');
  const value =
    /<key>\s*Program(?:Arguments)?\s*<\/key>\s*(?:<string>[^<]*<\/string>|<array>[\s\S]*?(?:<\/array>|$))/.exec(
      rest,
    )?.[0];
  const words = [...(value ?? '').matchAll(/<string>([^<]*)<\/string>/g)].map(([, word = '']) =>
    unescaped(word),
  );
  return words.length === 0 ? [] : [{ text: shellWords(words), line: start + 1 }];
};

const maxPlistLines = 400;

function unescaped(text: string): string {
  return text.replace(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => entities[name] ?? '');
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

/** The settings of Git whose value is a command; aliases and helpers only are one if they start with `!`. */
export const gitConfigLines: Reader = ({ lines }) => {
  let section = '';
  return lines.flatMap((line, index) => {
    const opened = /^\s*\[\s*([\w.-]+)/.exec(line)?.[1];
    if (opened !== undefined) section = opened.toLowerCase();
    const [, key = '', given = ''] = /^\s*(?:\[[^\]]*\]\s*)?([A-Za-z][\w-]*)\s*=\s*(.*)$/.exec(line) ?? [];
    const value = given.replace(/^"(.*)"\s*$/, '$1').replace(/\\(["\\])/g, '$1');
    if (value === '' || /^(?:true|false|0|1)$/i.test(value)) return [];
    const name = `${section}.${key.toLowerCase()}`;
    const isShell = value.startsWith('!');
    const runs = isShell ? /^(?:alias|credential)\./.test(name) : gitCommands.test(name);
    return runs ? [{ text: isShell ? value.slice(1) : value, line: index + 1 }] : [];
  });
};

const gitCommands =
  /^(?:core\.(?:hookspath|fsmonitor|sshcommand|gitproxy|askpass)|filter\.(?:clean|smudge|process)|diff\.(?:external|command|textconv)|merge\.driver|uploadpack\.packobjectshook|include\.path|includeif\.path)$/;

/** The `run` steps and `script` lists of a workflow, with their indented lines. */
export const workflowLines: Reader = ({ lines }) => {
  const found: RunLine[] = [];
  for (let index = 0; index < lines.length; index += 1) {
    const [, indent = '', value] = workflowStep.exec(lines[index] ?? '') ?? [];
    if (value === undefined) continue;
    if (value !== '' && !/^[|>][-+\d]*\s*(?:#.*)?$/.test(value)) {
      found.push({ text: value.replace(/^(["'])(.*)\1\s*$/, '$2'), line: index + 1 });
      continue;
    }
    const start = index + 1;
    while (index + 1 < lines.length && isBelow(lines[index + 1] ?? '', indent.length)) index += 1;
    const block = lines.slice(start, index + 1).map((line) => line.replace(/^\s*(?:- )?/, ''));
    if (block.some((line) => line !== '')) found.push({ text: block.join('\n'), line: start + 1 });
  }
  return found;
};

const workflowStep =
  /^(\s*(?:- )?)(?:run|script|before_script|after_script|bash|pwsh|powershell|command)\s*:\s*(.*)$/;

function isBelow(line: string, indent: number): boolean {
  const own = line.length - line.trimStart().length;
  return line.trim() === '' || own > indent || (own === indent && line.startsWith('- ', own));
}

/** The lines of the first target, and what `$(shell ...)` runs as soon as the file is read. */
export const recipeLines: Reader = ({ lines }) => {
  const first = lines.findIndex((line) => /^[A-Za-z_][\w./ -]*:(?![=:])/.test(line));
  const found = lines.flatMap((line, index) => {
    const start = line.indexOf(shellCall);
    const end = line.lastIndexOf(')');
    const text = start === -1 ? '' : line.slice(start + shellCall.length, end > start ? end : undefined);
    return text === '' ? [] : [{ text, line: index + 1 }];
  });
  if (first === -1) return found;
  const isRecipe = (line: string) => /^[\t ]+\S/.test(line);
  let end = first + 1;
  while (end < lines.length && isRecipe(lines[end] ?? '')) end += 1;
  const text = lines
    .slice(first + 1, end)
    .map((line) =>
      line
        .trim()
        .replace(/^[@-]+/, '')
        .replaceAll('$$', '$'),
    )
    .join('\n');
  return text === '' ? found : [...found, { text, line: first + 2 }];
};

const shellCall = '$(shell ';

/** What stands behind an exclamation mark in backticks, outside of code blocks. */
export const inlineLines: Reader = (file) =>
  linesWith(file, /!`/g).flatMap((index) => {
    const line = file.lines[index] ?? '';
    // Two backticks in a row show the syntax and do not use it.
    if (file.fenced[index] === true || line.includes('``')) return [];
    return [...line.matchAll(/(?:^|[\s(:>])!`([^`]+)`/g)].map(([, text = '']) => ({ text, line: index + 1 }));
  });

/** Words as one line of shell text. */
export function shellWords(words: readonly string[]): string {
  return words
    .map((word) => (/^[\w@%+=:,./~-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
    .join(' ');
}
