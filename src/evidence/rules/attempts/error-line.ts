/*
 * Finds the line of an output that says why it failed. Most lines of a failing command are about something else: echoes of
 * scripts, warnings, frames of a stack, and sentences that only repeat that it failed.
 */

import { isObject } from '../../../text/shape.js';
import { tornJson } from './torn-json.js';

/** Stands before the line that was chosen when a text was cut. */
export const chosenMark = '……';

/** At most 400 characters; empty if nothing was printed. */
export function errorLineOf(text: string): string {
  const body = jsonMessage(text) ?? text;
  const lines = linesOf(body);
  const found =
    chosenLine(lines) ??
    tracebackLine(lines) ??
    gradleLine(lines) ??
    firstOf(lines, reasons) ??
    firstOf(lines, errors) ??
    fallback(lines);
  return (found ?? '').slice(0, maxLineCharacters).trim();
}

const maxLineCharacters = 400;
const maxLines = 600;
const headCharacters = 24_000;
const tailCharacters = 8_000;

/** Without colours, empty lines and marks at their beginning. */
function linesOf(text: string): readonly string[] {
  const part =
    text.length <= headCharacters + tailCharacters
      ? text
      : `${text.slice(0, headCharacters)}\n${text.slice(-tailCharacters)}`;
  return part
    .replace(/\u001b\[[\d;?]{0,20}[A-Za-z]/g, '')
    .split(/\r?\n|\r/)
    .map((line) => line.slice(0, maxRead).replace(marks, '').trimEnd())
    .filter((line) => line.trim() !== '')
    .slice(0, maxLines);
}

const maxRead = 600;
/** Times, levels, bullets and the frames that tools draw around a message. */
const marks =
  /^(?:\[?(?:\d{4}-\d\d-\d\d[T ])?\d\d:\d\d:\d\d[\d.,]{0,10}Z?\]? ?)?(?:\[stderr\] |[│┃|] |[×✖✘✗❌⨯●•] {0,2}|E {3,8}|remote: )?/;

/** The message of a JSON body such as `{"error": {"message": ...}}`. */
function jsonMessage(text: string): string | undefined {
  const body = text.trimStart();
  if (!body.startsWith('{')) return undefined;
  const fields = tornJson(body);
  return isObject(fields) ? messageIn(fields, 0) : undefined;
}

function messageIn(fields: Readonly<Record<string, unknown>>, depth: number): string | undefined {
  for (const key of ['error', 'err', 'errors', 'message', 'detail', 'msg', 'error_description', 'title']) {
    const value = Array.isArray(fields[key]) ? fields[key][0] : fields[key];
    if (typeof value === 'string' && value.trim() !== '') return withDetail(value, fields);
    const inner = isObject(value) && depth < 3 ? messageIn(value, depth + 1) : undefined;
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** `{"error": "Unauthorized", "message": "token expired"}`: a single word says too little. */
function withDetail(value: string, fields: Readonly<Record<string, unknown>>): string {
  const more = fields['message'] ?? fields['error_description'] ?? fields['detail'];
  return typeof more === 'string' && more !== value && !/\s/.test(value.trim()) ? `${value}: ${more}` : value;
}

function chosenLine(lines: readonly string[]): string | undefined {
  const at = lines.indexOf(chosenMark);
  return at < 0 ? undefined : lines[at + 1];
}

/** Python prints the reason last. */
function tracebackLine(lines: readonly string[]): string | undefined {
  if (!lines.some((line) => /^\s{0,8}Traceback \(most recent call last\)/.test(line))) return undefined;
  return lines.findLast((line) =>
    /^(?:[A-Za-z_]\w{0,60}\.){0,6}[A-Z]\w{0,80}(?:Error|Exception|Exit|Interrupt|Warning|NotFound|Refused|Denied)\b(?::|$)/.test(
      line,
    ),
  );
}

/** Gradle prints a chain of reasons, of which the last one says most. */
function gradleLine(lines: readonly string[]): string | undefined {
  const heading = lines.findIndex((line) => line.startsWith('* What went wrong:'));
  // A quiet run prints only the task, with the chain below it.
  const first = heading < 0 ? lines.findIndex((line) => gradleTask.test(line)) : heading + 1;
  if (first < 0) return undefined;
  const end = lines.findIndex((line, at) => at >= first && line.startsWith('* '));
  const block = lines.slice(first, end < 0 ? first + 20 : end);
  return (block.findLast((line) => /^\s{0,12}> /.test(line)) ?? block[0])?.replace(/^\s{0,12}> /, '');
}

const gradleTask = /^Execution failed for task '/;

function firstOf(lines: readonly string[], patterns: readonly RegExp[]): string | undefined {
  for (const pattern of patterns) {
    const at = lines.findIndex((line) => pattern.test(line.trimStart()) && !isNoise(line));
    const line = lines[at];
    if (line !== undefined) return joined(line, lines.slice(at + 1));
  }
  return undefined;
}

/** A bare `Error: P1001`, or a line that ends with a colon, says nothing without the next line. */
function joined(line: string, rest: readonly string[]): string {
  const trimmed = line.trim();
  // Headings may follow one another, each for a layer of the program.
  const next = rest.slice(0, maxHeadings).find((each) => !isHeading(each.trim()));
  if (!(isBare(trimmed) && next !== undefined && !isNoise(next))) return trimmed;
  return `${trimmed}${isClass.test(trimmed) ? ':' : ''} ${next.trim()}`;
}

/** A class of an error alone on its line, with the reason below it. */
const isClass = /^(?:[A-Za-z_]\w{0,60}(?:::|\\|\.)){0,6}[A-Z]\w{0,80}(?:Error|Exception)$/;

const maxHeadings = 3;

function isBare(line: string): boolean {
  return (
    isHeading(line) ||
    isClass.test(line) ||
    /^.{0,80}:$/.test(line) ||
    /^Error \w{1,20} \w{1,20}\.$/.test(line)
  );
}

function isHeading(line: string): boolean {
  return /^(?:\w{1,40} ){0,2}(?:error|fatal|failed|failure)\b[^\w]{0,3}(?:[A-Z]{1,6}[-_]?\d{1,6})?:?$/i.test(
    line,
  );
}

function fallback(lines: readonly string[]): string | undefined {
  const useful = lines.filter((line) => !isNoise(line));
  return (
    firstOf(useful, [errorWords, /\p{L}{2}/u]) ??
    lines.find((line) => tail.test(line)) ??
    lines[0]
  )?.trim();
}

function isNoise(line: string): boolean {
  return noise.test(line) || frame.test(line) || tail.test(line);
}

/** Echoes of scripts, warnings, counters and fields of package managers. */
const noise =
  /^\s{0,8}(?:Exit code|(?:ERROR: )?usage: |make(?:\[\d{1,3}\])?: (?:Entering|Leaving|Nothing)|Process exited|Wall time|Output:$|Chunk ID|Total output lines: |> |\$ |\+ |npm (?:error|ERR!) (?:code|syscall|path|errno|cwd|command|signal|A complete log|This is probably|Exit status|\s*$|\/|\d)|npm (?:warn|notice)|WARN(?:ING)?\b|warning\b|\(node:\d|DeprecationWarning|info\b|debug\b|note:|hint:|help:|Hint:|Node\.js v\d|throw |\^|~|\d{1,6} \||\||-->|={3,}|-{3,}|_{3,}|\.{3}|Traceback \(|During handling|The above exception)/i;

const frame =
  /^\s{1,20}at |^\s{1,12}File "|^\s{0,4}from \/|^goroutine \d|^node:internal|^\s{2,20}\d{1,5}:\s|:\d{1,6}:in [`'][^'`]{0,120}['`]?$/;

/** These say only that something before them failed. */
const tail =
  /^\s{0,4}(?:error: failed to push some refs|error: script ".{0,60}" exited|error: could not compile|error: aborting due to|make(?:\[\d{1,3}\])?: \*\*\* (?!No rule|missing separator)|error: failed to run custom build|error: subprocess-exited-with-error|.{0,80}finished with status 'error'|ninja: build stopped|error Command failed|info Visit|bundler: failed to load command|.{0,30}ELIFECYCLE|npm (?:error|ERR!) (?:Lifecycle script|Exit status|Failed at)|Error: Process completed with exit code|Error: Command failed with exit code \d{1,3}\.?$|Command failed with exit code|FAILED \((?:errors|failures)=|BUILD FAILED|FAILURE: Build failed|\* What went wrong:|error: Recipe `|error: process didn't exit successfully|collect2: error: ld returned|fatal: Could not read from remote repository|ERROR! - you can use --ignore-errors|Please make sure you have the correct access|exit status \d)/i;

/** Lines with the reason, in the order of how much they say. */
const reasons: readonly RegExp[] = [
  /command not found|: not found$|is not recognized as an internal|executable file not found|^env: .{1,60}: No such file/i,
  /^\s{0,4}! \[(?:remote )?rejected\]/,
  /^CONFLICT \(/,
  /^(?:Uncaught |Unhandled |Caused by: |\(in promise\) ){0,3}(?:[a-z]\w{0,40}\.){0,8}[A-Z]\w{0,60}(?:Error|Exception)(?: \[\w{1,60}\])?: \S/,
];

const errors: readonly RegExp[] = [
  /^(?:[\w./()@-]{1,60}(?: [\w-]{1,20}){0,2}:\s{1,2}){0,2}(?:\w{1,20} )?(?:fatal|error|panic)(?:\[\w{1,10}\]| -?\w{0,6}\d{1,6})?:(?!\d)\s{0,4}\S/i,
  /^\S{1,300}(?::\d{1,6}|\(\d{1,6},\d{1,6}\))(?::\d{1,6})?(?::| -) {0,2}(?:fatal )?error\b/i,
  /^\S{1,300}\.\w{1,5}:\d{1,6}:\d{1,6}: /,
  /^(?:npm ERR!|npm error |ERR_PNPM|\[ERROR\]|ERROR\b|E: |FATAL\b|Error\b|Fatal\b|fatal\b|panic: )/,
  /^(?:Error response from daemon|An error occurred|MCP error|curl: \(\d{1,3}\)|psql: |ssh: )/,
  /^[\w./@-]{1,60}: .{0,300}(?:No such file or directory|Permission denied|cannot|could not|failed|refused|invalid|unknown|unrecognized)/i,
];

const errorWords =
  /\b(?:\w{0,40}error|\w{0,40}exception|fatal|panic(?:ked)?|fail(?:ed|ure|ing)?|denied|refused|rejected|not found|no such|cannot|can't|could not|couldn't|unable|invalid|unexpected|undefined|unknown|unrecognized|missing|required|expired|forbidden|unauthorized|timed out|not (?:installed|supported|allowed|logged|set|configured)|already in use|does not exist|doesn't exist)\b/i;
