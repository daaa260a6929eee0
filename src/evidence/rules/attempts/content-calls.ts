/*
 * Recognises calls that return content: a file, a listing, a page. Words in the content say nothing about the call, so a
 * source file that mentions errors is not an error.
 */

import { isContentCommand, mayQuery } from './command-kinds.js';
import { commandsIn } from './commands-in.js';
import { unwrap } from './envelope.js';
import { isErrorLike } from './error-like.js';
import { commandIn, isFileReader, isShell } from './tool-arguments.js';

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

export function returnsContent(tool: string, args: unknown): boolean {
  if (isFileReader(tool) || searchers.has(tool)) return true;
  if (!isShell(tool)) return false;
  const command = commandIn(args);
  // The first words rule out most commands without parsing them.
  const [program = '', ...subcommand] = command.trimStart().split(/[\s;]+/, 3);
  if (!mayQuery(program) && !isContentCommand({ program, subcommand, words: [] })) return false;
  const { commands } = commandsIn(command);
  return commands.length > 0 && commands.every((each) => isContentCommand(each.command));
}

/** Whether reading the content failed: by its exit code or a statement, or else by a message of the tool itself. */
export function isFailedContent(output: unknown, stated: boolean | undefined): boolean {
  if (stated !== undefined) return isErrorLike(output, stated);
  const { exitCode, stated: isStated, error, text } = unwrap(output);
  if (exitCode !== undefined) return exitCode !== 0;
  return isStated ?? (error !== undefined || ownMessage.test(text.trimStart().slice(0, messageLength)));
}

const messageLength = 400;

/** `cat: a.ts: No such file or directory`, what file tools say, and what a database says about the query. */
const ownMessage =
  /^(?:(?:psql|pgcli|mongosh|redis-cli|cqlsh): |ERROR: {2}|ERROR \d{4} \(|(?:Error: in prepare|Parse error|Runtime error)\b|(?:Parser|Binder|Catalog) Error: |Error: SQLITE_|Mongo\w{0,30}Error\b|Could not connect to |[\w.-]{1,40}: .{0,300}(?:no such file|permission denied|(?:is|not) a directory|cannot (?:access|open|stat|read))|fatal: |(?:error: )?(?:ENOENT|EACCES|EISDIR|ENOTDIR)\b|(?:error: )?(?:the )?(?:file|path|directory) (?:does not exist|not found)|(?:error|failed) (?:reading|to (?:read|open|fetch)) )/i;
