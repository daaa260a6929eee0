/*
 * The failing command as a note shows it: the general form of what was run in several sessions, without addresses, secrets,
 * long texts and paths of a person. What must not be repeated is reduced to the name of the program.
 */

import { readsLikeInstruction } from '../../../../scan/families/injection/instruction.js';
import type { Command } from '../../attempts/attempt.js';
import { deniedReason } from '../gate/denied.js';
import { hasScannerFinding } from '../gate/scanner.js';
import { generalPaths } from '../personal-paths.js';
import { generalForm, wordsOfLine } from './columns.js';

const maxCharacters = 160;

export function shownCommand(commands: readonly Command[]): string {
  const latest = commands.at(-1);
  if (latest === undefined) return '';
  const lines = commands.map(({ text }) => wordsOfLine(harmless(text)));
  const form =
    generalForm(lines.map((words) => [words]))?.commands[0] ?? usualLine(lines) ?? commonStart(lines);
  // Most sessions ran the same command, and judging one is slow.
  const different = [...new Map(commands.map((command) => [command.text, command])).values()];
  const isShowable = form !== '' && different.every(isHarmless);
  return isShowable ? shortened(form) : latest.signature;
}

/** A command that may be shown as failing, whatever fixed it. */
export function isHarmless(command: Command): boolean {
  return (
    deniedReason(command, { fetched: noFiles, folder: undefined }) === undefined &&
    !readsLikeInstruction(command.text) &&
    !hasScannerFinding([command.text])
  );
}

const noFiles: ReadonlySet<string> = new Set();

/** Also for the failing command of a fix. */
export function harmless(text: string): string {
  return generalPaths(text.slice(0, maxText))
    .replace(/\b[a-z][a-z\d+.-]{1,20}:\/\/(?!localhost|127\.0\.0\.1|0\.0\.0\.0)[^\s'"]{1,500}/gi, '<url>')
    .replace(/\[redacted:[\w-]{1,40}\]/g, '<secret>')
    .replace(/"[^"]{60,2000}"|'[^']{60,2000}'/g, '<text>');
}

const maxText = 4_000;

/** The command that most sessions began with; the others only add to it. */
function usualLine(lines: readonly (readonly string[])[]): string | undefined {
  const shortest = lines.toSorted((a, b) => a.length - b.length)[0] ?? [];
  const text = shortest.join(' ');
  const isStart = lines.every((words) => words.slice(0, shortest.length).join(' ') === text);
  return isStart && lines.filter(({ length }) => length === shortest.length).length * 2 >= lines.length
    ? text
    : undefined;
}

/** The words that all lines begin with. */
function commonStart(lines: readonly (readonly string[])[]): string {
  const [first = []] = lines;
  const differs = first.findIndex((word, at) => lines.some((words) => words[at] !== word));
  const common = differs < 0 ? first : first.slice(0, differs);
  return common.length === 0 ? '' : `${common.join(' ')} …`;
}

function shortened(text: string): string {
  return text.length <= maxCharacters
    ? text
    : `${text.slice(0, maxCharacters - 1).replace(/\s\S{0,60}$/, '')} …`;
}

/** What all names begin with, if that is enough to know the error by; else the latest. */
export function commonName(names: readonly string[]): string {
  const given = names.filter((name) => name !== '');
  const latest = given.at(-1);
  if (latest === undefined || given.length * 2 < names.length) return '';
  if (given.every((name) => name === latest)) return latest;
  const lines = given.map((name) => name.split(' '));
  const words = latest.split(' ');
  const differs = words.findIndex((word, at) => lines.some((line) => line[at] !== word));
  const common = (differs < 0 ? words : words.slice(0, differs)).join(' ').replace(/[\s:;,.("'`-]+$/, '');
  return common.includes(' ') && common.length >= minName ? common : latest;
}

const minName = 10;
