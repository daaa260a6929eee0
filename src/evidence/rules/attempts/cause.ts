/*
 * Why an attempt failed, with a key that is equal for the same cause: the signature and the error line without what differs
 * from run to run. Quoted words stay, because they are what distinguishes one missing module from another.
 */

import type { Cause, Command } from './attempt.js';
import type { Printed } from './envelope.js';
import { errorLineOf } from './error-line.js';
import { familyOf } from './family.js';

export function causeOf(command: Command, printed: Pick<Printed, 'text' | 'exitCode' | 'error'>): Cause {
  const { text, exitCode, error } = printed;
  const line = withoutOperand(errorLineOf(text) || errorLineOf(error ?? ''), command);
  const name = normalisedLine(line) || (exitCode === undefined ? 'failed' : `exit ${exitCode}`);
  const family = familyOf({ line, text, exitCode, isVerify: command.isVerify });
  return { key: `${command.signature}: ${name}`, family, line: line.slice(0, maxShown).trim(), exitCode };
}

/** `Api: no role found` of `cdk deploy Api` is the same cause as `Queue: no role found` of `cdk deploy Queue`. */
function withoutOperand(line: string, { words }: Command): string {
  const [prefix = '', subject = ''] = /^([\w@][\w@-]{0,80}): {1,8}/.exec(line) ?? [];
  const reason = line.slice(prefix.length);
  return words.includes(subject) && reason.split(' ').length >= minReasonWords ? reason : line;
}

/** The line without paths, numbers, ids, hosts and times; codes such as `TS2305` and quoted words stay. */
export function normalisedLine(line: string): string {
  const missing = missingProgram(line);
  if (missing !== undefined) return `command not found: ${missing}`;
  return variableParts
    .reduce((result, replace) => replace(result), ownWords(line.slice(0, maxLine)))
    .trim()
    .slice(0, maxKey);
}

/** Where the last part of `outer "a": inner "b"` names what is wrong, the quoted words before it say only where. */
function ownWords(line: string): string {
  const at = line.lastIndexOf(': ');
  const reason = line.slice(at + 2);
  return at > 0 && reason.split(' ').length >= minReasonWords && quotedWord.test(reason)
    ? `${withoutQuotedWords(line.slice(0, at))}: ${reason}`
    : line;
}

const minReasonWords = 3;
const quotedWord = /["'`‘“][\w@./:-]{2,80}["'`’”]/;

/** Every shell words it in its own way. */
function missingProgram(line: string): string | undefined {
  const [, first, second, third] =
    /^(?:[\w./-]{0,40}sh(?:\[\d{1,6}\])?: )?(?:line \d{1,5}: |\d{1,5}: )?([\w.+@-]{1,60}): (?:command )?not found$|^(?:zsh|fish): (?:unknown )?command(?: not found)?: ([\w.+@-]{1,60})$|^'([\w.+@-]{1,60})' is not recognized as an internal/.exec(
      line.trim(),
    ) ?? [];
  return first ?? second ?? third;
}

/** The key of a cause for any quoted words: to be used only where the command names the same word. */
export function withoutQuotedWords(key: string): string {
  return key.replace(/"[^"]{0,200}"|`[^`]{0,200}`|(?<!\w)'[^']{0,200}'|‘[^’]{0,200}’|“[^”]{0,200}”/g, '<q>');
}

const maxShown = 200;
const maxLine = 400;
const maxKey = 200;

/** Files that every project has: which one is missing matters, where it is does not. */
const projectFile =
  /^(?:package(?:-lock)?\.json|tsconfig(?:\.\w{1,20})?\.json|pyproject\.toml|requirements\.txt|setup\.py|Cargo\.toml|go\.mod|Makefile|Dockerfile|docker-compose\.ya?ml|compose\.ya?ml|\.env(?:\.\w{1,20})?|pom\.xml|build\.gradle(?:\.kts)?|Gemfile|composer\.json|schema\.prisma|alembic\.ini|Chart\.yaml|\.npmrc|\.git)$/;

function pathOr(path: string): string {
  const name = /[^/\\]{1,100}$/.exec(path)?.[0] ?? '';
  return projectFile.test(name) ? name : '<path>';
}

function part(pattern: RegExp, placeholder: string | ((found: string, ...more: unknown[]) => string)) {
  return (line: string) =>
    typeof placeholder === 'string' ? line.replace(pattern, placeholder) : line.replace(pattern, placeholder);
}

/** The order matters: a URL contains a host, and a path may contain a number. */
const variableParts: readonly ((line: string) => string)[] = [
  part(/\[redacted:[\w-]{1,40}\]/g, '<secret>'),
  part(/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)?/g, '<time>'),
  part(/\b\d{1,2}:\d\d:\d\d(?:[.,]\d{1,9})?\b/g, '<time>'),
  part(/\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/gi, '<id>'),
  part(/\b[a-z][a-z\d+.-]{1,20}:\/\/[^\s"'`<>)]{1,300}/gi, '<url>'),
  // A scoped package is a name, not a path.
  part(
    /(?:[A-Za-z]:\\|~\/|\.{1,2}\/|(?<![\w<@/-])\/)[^\s:;,()<>"'`’]{1,300}|(?<![\w@./-])[\w.-]{1,100}\/[^\s:;,()<>"'`’]{0,200}\.\w{1,8}(?![\w/])|(?<![\w@./-])[\w.-]{1,60}(?:\/[\w.-]{1,60}){2,12}/g,
    pathOr,
  ),
  part(
    /(?<![\w./@-])[\w-]{1,100}(?:\.[\w-]{1,40}){0,3}\.(?:[cm]?[jt]sx?|py|rs|go|java|kt|rb|php|cs|cpp|cc|c|h|hpp|swift|json|ya?ml|toml|xml|md|txt|csv|tsv|sql|sh|html|css|lock|log|pdf|png|jpe?g|mp[34]|wav|zip|tar|gz|tf|ipynb|env)\b|(?<![\w/])\.env(?:\.\w{1,20})?\b/g,
    pathOr,
  ),
  part(/<path>(?:(?::\d{1,7}){1,2}|\(\d{1,7},\d{1,7}\))/g, '<path>'),
  part(/\b[\w.+-]{1,60}@[\w-]{1,60}(?:\.[\w-]{1,60}){1,5}(?::[\w./-]{1,200})?/g, '<host>'),
  part(/(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?::\d{1,5})?(?![\w.])|\[?::1\]?:\d{1,5}/g, '<host>'),
  part(/\blocalhost(?::\d{1,5})?\b/g, '<host>'),
  part(
    /\b(?:[a-z\d][a-z\d-]{0,62}\.){1,6}(?:com|org|net|io|dev|app|local|internal|lan|cloud|example|ai|gov|edu|svc|de|fr|uk|eu|us)\b(?::\d{1,5})?/gi,
    '<host>',
  ),
  part(/-[0-9a-f]{8,10}-[a-z0-9]{5}\b/g, '-<id>'),
  part(/\bsha256:[0-9a-f]{6,64}/gi, '<id>'),
  part(/\b0x[0-9a-f]{1,40}\b|\b(?=[a-f]{0,39}\d)(?=\d{0,39}[a-f])[0-9a-f]{7,64}\b/gi, '<id>'),
  part(/\b(?=[A-Za-z]{0,40}\d)(?=\d{0,40}[A-Za-z])[A-Za-z\d_]{20,120}\b/g, '<id>'),
  part(/(?<![A-Za-z\d])\d{1,15}(?:\.\d{1,6})?(?=(?:ms|s|m|h|k|kb|mb|gb|kib|mib|gib|b|px|x)\b)/gi, '<n>'),
  part(/(?<![A-Za-z\d])[+-]?\d[\d_,]{0,30}(?:\.\d{1,30}){0,4}(?![A-Za-z\d])/g, (number, ...more) =>
    isStatus(number, more) ? number : '<n>',
  ),
  part(/\s{1,400}/g, ' '),
];

/** A status of HTTP or of a process says more than a number. */
function isStatus(number: string, more: readonly unknown[]): boolean {
  const [at, line] = more;
  if (typeof at !== 'number' || typeof line !== 'string') return false;
  const before = line.slice(Math.max(0, at - 30), at);
  if (/\bexit(?:ed)?(?: with)?(?: code| status)?:? $/i.test(before)) return true;
  if (!/^(?:40[0-9]|422|429|5\d\d)$/.test(number)) return false;
  const behind = line.slice(at + number.length, at + number.length + 30);
  return (
    /(?:\bHTTP(?:\/[\d.]{1,3})?|\bstatus(?: code)?|\bcode|\berror|\breturned|\bresponse|\bgot)\W{0,3}$/i.test(
      before,
    ) ||
    /^\W{0,3}(?:Bad Request|Unauthorized|Forbidden|Not Found|Conflict|Unprocessable|Too Many|Internal|Bad Gateway|Service|Gateway|Client Error|Server Error)/i.test(
      behind,
    ) ||
    /^\W{0,2}$/.test(before)
  );
}
