/*
 * Recognises calls that return content: a file, a listing, a page. Words in the content say nothing about the call, so a
 * source file that mentions errors is not an error.
 */

import { isErrorLike } from './error-like.js';
import { simpleCommands } from './shell-words.js';
import { commandIn, isFileReader, isShell, shellReaders } from './tool-arguments.js';

const searchers = new Set([
  'Grep',
  'Glob',
  'LS',
  'grep',
  'glob',
  'list',
  'ls',
  'search_files',
  'search_file_content',
  'list_directory',
  'WebFetch',
  'WebSearch',
  'web_fetch',
  'web_search',
  'webfetch',
]);

const readingPrograms = new Set([
  ...shellReaders,
  'ls',
  'find',
  'tree',
  'cd',
  'echo',
  'wc',
  'sort',
  'uniq',
  'pwd',
  'fd',
]);

/** A message of the tool itself is short; content mostly is not. */
const shortAnswer = 300;

export function returnsContent(tool: string, args: unknown): boolean {
  if (isFileReader(tool) || searchers.has(tool)) return true;
  if (!isShell(tool)) return false;
  const command = commandIn(args);
  // The first word rules out most commands without parsing them.
  if (!isReading(command.trimStart().split(/[\s;]+/, 2))) return false;
  const commands = simpleCommands(command);
  return commands.length > 0 && commands.every(({ words }) => isReading(words));
}

/** Whether reading the content failed. */
export function isFailedContent(output: unknown, stated: boolean | undefined): boolean {
  const isLong = typeof output === 'string' && output.length > shortAnswer;
  if (!isLong || stated !== undefined) return isErrorLike(output, stated);
  return /^\W*(?:process )?exit(?:ed with)?(?: code| status)?:? [1-9]/im.test(output.slice(0, shortAnswer));
}

function isReading([program = '', verb = '']: readonly string[]): boolean {
  return readingPrograms.has(program) || (program === 'git' && /^(?:log|show|diff|blame|status)$/.test(verb));
}
