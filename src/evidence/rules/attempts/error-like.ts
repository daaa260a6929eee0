/*
 * Decides whether the result of a tool call is an error. The mark of the transcript counts first, then the fields of a
 * structured result; only plain text is judged by its words. Most text with the word "error" is not an error: listings,
 * search results, source code, commit logs. So a line counts only where a program writes its outcome.
 */

import { parseJson } from '../../../text/json.js';
import { isObject } from '../../../text/shape.js';

export function isErrorLike(output: unknown, stated?: boolean): boolean {
  return stated ?? verdictOf(output) ?? false;
}

/** Undefined if the result does not show it. */
function verdictOf(output: unknown): boolean | undefined {
  if (typeof output === 'string') {
    const value = parsed(output);
    return value === undefined ? isErrorText(output) : verdictOf(value);
  }
  if (Array.isArray(output)) return isErrorText(textOf(output));
  if (!isObject(output)) return undefined;
  const verdict = verdictOfFields(output);
  if (verdict !== undefined) return verdict;
  for (const key of wrappers) {
    const inner = output[key];
    const innerVerdict = isObject(inner) ? verdictOfFields(inner) : undefined;
    if (innerVerdict !== undefined) return innerVerdict;
  }
  return isErrorText(textOf(output));
}

type Fields = Readonly<Record<string, unknown>>;

/** The first field with a verdict decides. */
function verdictOfFields(fields: Fields): boolean | undefined {
  for (const key of ['is_error', 'isError']) if (typeof fields[key] === 'boolean') return fields[key];
  for (const key of ['success', 'ok']) if (typeof fields[key] === 'boolean') return !fields[key];
  for (const key of ['exit_code', 'exitCode', 'returncode', 'returnCode'])
    if (typeof fields[key] === 'number') return fields[key] !== 0;
  for (const key of ['code', 'status', 'statusCode', 'status_code']) {
    const verdict = verdictOfStatus(fields[key]);
    if (verdict !== undefined) return verdict;
  }
  if (fields['type'] === 'error' || fields['error']) return true;
  if (Array.isArray(fields['errors']) && fields['errors'].length > 0) return true;
  return undefined;
}

/** The status of a process or of HTTP. */
function verdictOfStatus(status: unknown): boolean | undefined {
  if (typeof status === 'number') return status < 0 || (status > 0 && status < 100) || status >= 400;
  if (typeof status !== 'string') return undefined;
  if (/^\d{3}$/.test(status)) return Number(status) >= 400;
  if (/^(?:error|failed|failure|fail)$/i.test(status)) return true;
  return /^(?:success|succeeded|ok|completed|done)$/i.test(status) ? false : undefined;
}

const wrappers = ['metadata', 'result', 'response'];
/** Fields with the output of a tool; the words in other fields say nothing about the call. */
const printed = ['content', 'text', 'output', 'stderr', 'stdout'];

function textOf(output: unknown): string {
  if (typeof output === 'string') return output;
  if (Array.isArray(output)) return output.slice(0, maxBlocks).map(textOf).join('\n');
  if (!isObject(output)) return '';
  for (const key of printed) {
    const text = textOf(output[key]);
    if (text !== '') return text;
  }
  return '';
}

const maxBlocks = 50;
const maxJsonCharacters = 65_536;

function parsed(text: string): unknown {
  return text.length <= maxJsonCharacters && /^\s*[[{]/.test(text) ? parseJson(text) : undefined;
}

function isErrorText(text: string): boolean {
  const checked = text.length <= headLength + tailLength ? text : ends(text);
  if (!hint.test(checked.toLowerCase())) return false;
  const lines = checked.replace(/\u001b\[[\d;]{0,20}[A-Za-z]/g, '').split(/\r?\n/);
  const head = lines.slice(0, 8);
  if (head.some((line) => exitedWell.test(line))) return false;
  if (head.some((line) => exitedBadly.test(line))) return true;
  if (document.test(text.slice(0, 200))) return false;
  const filled = lines.filter((line) => line.trim() !== '');
  if (refusal.test(filled[0] ?? '') || refusal.test(filled.at(-1) ?? '')) return true;
  return (filled.length <= 2 && filled.some((line) => shortRefusal.test(line))) || lines.some(isErrorLine);
}

/** In lower case. No pattern below matches without one of these, so most text needs no further check. */
const hint =
  /err|fail|exception|traceback|panic|fatal|abort|kill|denied|refus|reject|not |can't|couldn't|doesn't|cannot|unable|unauth|forbid|invalid|unknown|unrecog|unterm|unmatch|unexpect|exceed|malform|timed out|exit|returned|signal|fault|core dump|conflict|undefined ref|oops|sorry|wrong|no such|no space|no ok|read-only|is a dir|file exists|^e: |^e {3}|\*\*\*|\*\* \(|^[×✗✘❌]|\be(?:noent|resolve|acces|perm|exist|conn|notf|timed|addr|pipe|isdir|notdir|nospc)|[45]\d\d|http|\bat |file "|:in [`']|\.go:\d|goroutine|stack trace|curl: /m;

const headLength = 4096;
const tailLength = 2048;

function ends(text: string): string {
  return `${text.slice(0, headLength)}\n${text.slice(-tailLength)}`;
}

function isErrorLine(line: string): boolean {
  if (line.length > maxLineCharacters) return isErrorLine(line.slice(0, maxLineCharacters));
  if (positioned.some((pattern) => pattern.test(line))) return true;
  if (quoted.test(line)) return false;
  return outcomes.some((pattern) => pattern.test(line)) && !harmless.test(line);
}

const maxLineCharacters = 600;

const exitedWell = /^.{0,40}\bexit(?:ed)?(?: with)?(?: code| status)?[: ]{1,2}0\.?$/i;
const exitedBadly =
  /^.{0,200}\b(?:exit(?:ed)? (?:with )?(?:code|status)|exited with)[: ]{1,2}-?[1-9]\d{0,9}[.)]?$|\breturned (?:non-zero|[1-9]\d{0,2} exit status)|\bterminated by signal \d/i;

/** The start of a file, a diff or a commit, whose words are not about the call. */
const document =
  /^(?:---\r?\n|#!|# [A-Z]|diff --git |commit [0-9a-f]{40}|import |export |package |from [\w.]+ import |(?:async )?(?:def|function|class) )/;

/** Search results, numbered lines, changed lines, lists. */
const quoted = /^(?:[^\s:]{1,200}:\d+:(?!\d)|[^\s:]{1,200}-\d+-|\s{0,8}\d{1,7}[:→\t|]|[+\-*|] )/;

/** Errors that are recognised by their position in a line. */
const positioned: readonly RegExp[] = [
  // A location in a file, then the error.
  /^\S{1,300}(?::\d+|\(\d+,\d+\))(?::| -) (?:fatal )?error\b/i,
  /^\S{1,300}\.go:\d+:\d+: /,
  /^\s{1,8}\d+:\d+\s+error\s/,
  // Stack traces.
  /^\s{1,16}at .{1,300}(?::\d+\)?|\(.{0,300}\))$|^\s{1,16}at [\w.$<>]{3,200}\(\)/,
  /^\s{2,8}File ".{1,300}", line \d+/,
  /^\S{1,300}:\d+:in [`']/,
  /^goroutine \d+ \[|^thread '.{0,100}' panicked at |^\*\* \(\w+\) |^Stack trace:$/,
];

/** The name of the program at the start of a line: `git: `, `ninja: build stopped: `. */
const speaker = '(?:[\\w./()\\\\@-]{1,60}(?: [\\w-]{1,20}){0,2}:\\s{1,2}){0,2}';
/** Before "error" and "failed", these words start a sentence about an error. */
const sentenceWords =
  '(?:if|when|why|how|where|whether|which|that|they|it|fix(?:es|ed)?|handles?|finds?|adds?|added|shows?|logs?|no|not|without|has|have|and|or|after|on|the|an?)';
const words = `(?:(?!${sentenceWords}\\b)[\\w'-]{1,30} ){0,4}`;

const outcomes: readonly RegExp[] = [
  new RegExp(
    `^(?:[│|×✖✘>] ?)?${speaker}(?:(?!${sentenceWords}\\b)\\w{1,20} )?(?:fatal|error|panic|exception|traceback)(?:\\[\\w{1,10}\\]| -?\\w{0,6}\\d{1,6}| \\(.{1,60}\\))?(?::(?!\\d)\\s{0,4}\\S| at \\S)`,
    'i',
  ),
  /^(?:Uncaught |Unhandled |Caused by: |\(in promise\) ){0,3}(?:[a-z]\w{0,40}\.){0,8}[A-Z]\w{0,60}(?:Error|Exception|Warning: Error)(?: \[\w{1,60}\])?: /,
  /^Traceback\b|^Exception in thread |^Unhandled exception|^UnhandledPromiseRejection|^[×✗✘❌] \S|^E {3,8}\S/,
  /^(?:\[ERROR\]|✘ \[ERROR\]|ERROR in |ERROR\b[: ]|npm ERR!|npm error |\s?ERR_PNPM|E: |make(?:\[\d+\])?: \*\*\* |error Command failed)/,
  /^(?:\w{1,20}: )?(?:Error (?:response from|from server|editing|reading|writing|executing|running|calling|parsing|in tool)|An error occurred|MCP error |<tool_use_error>|curl: \(\d+\)|CONFLICT \(| ! \[rejected\]|BUILD FAIL)/,
  new RegExp(`^${speaker}(?:\\(\\d+\\) )?${words}failed(?: with | to |:|; |[.!]?$| due to )`, 'i'),
  /^[\w./@ -]{1,60}: .{0,300}(?:No such file or directory|Permission denied(?: \(.{0,60}\))?|File exists|Is a directory|Not a directory|Directory not empty|Operation not permitted|Connection refused|Connection timed out|no space left on device|Read-only file system)\.?$/i,
  /(?:^|: )(?:command )?not found(?:: \S{1,60})?$|: undefined reference to |^Module not found: |is not recognized as an internal or external command/,
  /(?<!['"`])\bE(?:NOENT|RESOLVE|ACCES|PERM|EXIST|CONNREFUSED|CONNRESET|NOTFOUND|TIMEDOUT|ADDRINUSE|PIPE|ISDIR|NOTDIR|NOSPC)\b(?!['"`])/,
  /^Segmentation fault|\(core dumped\)$|^Killed$|^Aborted$|^Command timed out|\btimed out after \d|^(?:oops|sorry)\b|\bsomething went wrong\b/i,
  // Tests and other counts.
  /^(?:-{3} |\s)?FAIL(?:ED)?(?:$|[:\s(])|\.\.\. FAILED$|^not ok \d|^test result: FAILED|^=+ (?:FAILURES|ERRORS) =+/,
  /(?<![\w.])[1-9]\d{0,6} (?:failed|failing|failures?|errors?)(?=\s{0,2}(?:$|[,;.|)]|in \S|tests?\b|passed))/i,
  /\b(?:fail(?:ed|ures?)|errors?)[=:] {0,4}[1-9]\d{0,6}\b|^# fail [1-9]/i,
  // HTTP.
  /^HTTP\/[\d.]{1,3} [45]\d\d\b|^[45]\d\d (?:[A-Z][a-z]{1,20} ?){1,4}$|\bstatus(?: code)?:? [45]\d\d\b|\(HTTP [45]\d\d\)/,
];

/** At the start or end of a result, a failure; in the middle, possibly a sentence of a manual. */
const refusal = new RegExp(
  `^${speaker}(?:cannot|can't|could not|couldn't|unable to|permission denied|access denied|unauthorized|forbidden|invalid (?:option|argument|value|syntax|request)|unknown (?:option|command|flag|argument)|unrecognized|unterminated|unexpected|the user (?:doesn't want|rejected|denied)|the connection to .{0,200} was refused)\\b|^\\w{2,20}: not found \\(`,
  'i',
);

/** As the whole result, a failure; in a longer text, a sentence. */
const shortRefusal =
  /^.{0,120}\b(?:not found|(?:is|was) denied|could not be|does not exist|exceeded|malformed|unmatched|unterminated)\b/i;

/** Lines that say that there was no error, or only name a type. */
const harmless =
  /^(?:\w{0,30}[ _-]?)?(?:errors?|exceptions?|failed|fatal|failures?)\s{0,2}[:=]\s{0,4}["']?(?:null|none|nil|no|0|undefined|false|string|unknown|any|boolean|Error|[-+]?\d{1,6}\.\d{1,12}%?)\b["']?[,;]?$/i;
