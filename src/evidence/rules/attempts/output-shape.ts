/*
 * What an output says about a command whose exit code is hidden: that it worked, that its body is an error, or its status,
 * which the agent printed with `echo $?`.
 */

import { isObject } from '../../../text/shape.js';
import type { ParsedCommand } from './commands-in.js';
import { tornJson } from './torn-json.js';

/** A line in which a program reports success; the caller has ruled out errors. */
export function hasSuccessShape(text: string): boolean {
  return text
    .slice(-maxCharacters)
    .split('\n')
    .slice(-maxLines)
    .some((line) => success.test(line.slice(0, 300)));
}

const maxCharacters = 16_000;
const maxLines = 200;

const success =
  /\b[1-9]\d{0,6} (?:passed|passing|tests? passed|ok)\b|\b0 (?:errors?|failed|failures|problems|issues|vulnerabilities)\b|\bBUILD SUCCESS|\b(?:compiled|built|completed|finished|deployed|installed|created|updated|published|pushed|applied)\b.{0,40}\bsuccessfully\b|\bsuccessfully\b (?:\w{1,20})|^\s{0,4}(?:✓|✔|✅|√) |^\s{0,4}(?:Done|Finished|Success|OK)\b(?: in |[.!]?$)|^(?:ok|PASS)\s|\btest result: ok\b|\badded \d{1,6} packages?\b|\bup to date\b|\ball (?:checks|tests|files|matched files) (?:passed|formatted|use)\b|\bno (?:issues|errors|problems) found\b|\bbuilt in \d|\bexit(?:ed)?(?: with)?(?: code| status)?[:= ]{1,2}0$/i;

/** Whether a program says itself that it failed: an error that nobody caught, or a last line that says so. */
export function statesFailure(text: string): boolean {
  const lines = text
    .slice(-maxCharacters)
    .split('\n')
    .map((line) => line.slice(0, 300).trim())
    .filter((line) => line !== '');
  const last = lines.at(-1) ?? '';
  if (failedAtEnd.test(last) || loudlyFailed.test(last)) return true;
  const trace = lines.indexOf('Traceback (most recent call last):');
  return trace >= 0 && lines.slice(trace + 1).some((line) => uncaught.test(line));
}

const failedAtEnd =
  /^(?:(?:error|fatal)(?: error)?: (?![-+]?\d)\S|\W{0,4}(?:done|finished|completed|ended) with (?:\d{1,6} )?(?:errors|failures|an error)\b)/i;
/** In capitals a level of a log, in small letters a heading of a summary: `Error distribution: none`. */
const loudlyFailed = /^(?:ERROR|FATAL)\b:? (?![-+]?\d)\S/;
const uncaught = /^(?:[A-Za-z_]\w{0,60}\.){0,6}[A-Z]\w{0,80}(?:Error|Exception|Interrupt|Exit)(?::|$)/;

/** A JSON object whose first key is an error that is not empty: the request was answered, and failed. */
export function hasErrorBody(text: string): boolean {
  const body = text.trimStart();
  if (!/^\{\s{0,40}"(?:error|err|errors)"/.test(body.slice(0, 100))) return false;
  const fields = tornJson(body);
  if (!isObject(fields)) return false;
  const error = fields['error'] ?? fields['err'] ?? fields['errors'];
  if (Array.isArray(error)) return error.length > 0;
  return isObject(error) ? Object.keys(error).length > 0 : Boolean(error);
}

export interface EchoedStatus {
  /** The position of the command that the status belongs to. */
  readonly at: number;
  readonly status: number;
}

/** `npm test; echo "exit: $?"` prints the exit code of the command before it. */
export function statusEchoed(commands: readonly ParsedCommand[], text: string): EchoedStatus | undefined {
  const at = commands.findLastIndex(({ command, join, hiddenBy }) => {
    const isPrint = command.program === 'echo' || command.program === 'printf';
    return isPrint && join !== '|' && join !== '||' && hiddenBy === undefined && status.test(command.text);
  });
  const words = commands[at]?.command.words.join(' ') ?? '';
  const mark = status.exec(words);
  if (at < 1 || mark === null) return undefined;
  const isPipeStatus = mark[0].includes('PIPESTATUS');
  const label = words
    .slice(0, mark.index)
    .slice(-40)
    .replace(/^.*\\n/s, '');
  const owner = statusOwner(commands, at, isPipeStatus);
  const code = text
    .trimEnd()
    .split('\n')
    .slice(-5)
    .map((line) => codeBehind(label, line))
    .findLast((found) => found !== undefined);
  return code === undefined || owner < 0 ? undefined : { at: owner, status: code };
}

function codeBehind(label: string, line: string): number | undefined {
  if (label === '') return /^\s{0,4}\d{1,3}\s{0,4}$/.test(line) ? Number(line) : undefined;
  const start = line.lastIndexOf(label);
  const code = start < 0 ? undefined : /^\d{1,3}(?!\d)/.exec(line.slice(start + label.length))?.[0];
  return code === undefined ? undefined : Number(code);
}

const status = /\$\{?(?:\?|PIPESTATUS(?:\[0\])?)\}?/;

/** `$?` is of the last command before it; `${PIPESTATUS[0]}` is of the first one of its pipe. */
function statusOwner(commands: readonly ParsedCommand[], at: number, isPipeStatus: boolean): number {
  let owner = at - 1;
  while (isPipeStatus && owner > 0 && commands[owner]?.join === '|') owner -= 1;
  return owner;
}
