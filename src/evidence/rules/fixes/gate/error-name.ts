/*
 * The short name of an error, for a note. The line comes from a tool, which may have read it anywhere, so it is shown only
 * if it is plainly an error: no address, command, path of a secret, order or claim. A hint at its end is cut off.
 */

import { persistentLocationIn, privateLocationIn } from '../../../../scan/families/commands/locations.js';
import { readsLikeInstruction } from '../../../../scan/families/injection/instruction.js';
import { findSecrets } from '../../../../scan/secrets/find.js';
import { isRandomToken } from '../../../../scan/secrets/secret-value.js';
import { firstCharacters } from '../../../../text/utf8.js';
import type { Cause } from '../../attempts/attempt.js';
import { generalPaths } from '../personal-paths.js';
import { switchesOffCheck } from './denied/checks-off.js';
import {
  addressesSomebody,
  claimsPermission,
  hasCommand,
  hasDangerousCommand,
  ordersHarm,
} from './hostile-words.js';

const maxNameCharacters = 80;

/** Empty if nothing of the error may be shown. */
export function errorName({ line }: Pick<Cause, 'line'>): string {
  const whole = visible(line.slice(0, maxLine));
  if (isHostile(whole) || addressesSomebody(whole) || hasDangerousCommand(whole)) return '';
  if (isForeign(whole) || hidesOrder(whole) || hasSentenceName(whole) || isEncoded(whole)) return '';
  const name = shortName(generalPaths(whole));
  return isShowable(name) ? name : '';
}

/** No detector knows every language, so a line in another than English names nothing; what it quotes may be anything. */
function isForeign(line: string): boolean {
  return /[^\p{ASCII}]/u.test(line.replace(quoted, '').replace(/[^\p{L}]/gu, ''));
}

const quoted = /"[^"]{0,200}"|'[^']{0,200}'|`[^`]{0,200}`|‘[^’]{0,200}’|“[^”]{0,200}”/g;

/** An order may be spelled in the name of a test, a file or a package. */
function hidesOrder(line: string): boolean {
  const words = line.replace(/[_/.-]{1,9}/g, ' ').replace(/([a-z])([A-Z])/g, '$1 $2');
  return addressesSomebody(words) || claimsPermission(words) || readsLikeInstruction(words);
}

/** A name of so many words is a sentence, in whatever language. */
function hasSentenceName(line: string): boolean {
  return line.split(/[\s/:.]+/).some((name) => partsOf(name) >= maxNameParts);
}

const maxNameParts = 6;

function partsOf(name: string): number {
  return name
    .replace(/([a-z])(?=[A-Z])/g, '$1_')
    .split(/[^\p{L}]+/u)
    .filter((part) => part !== '').length;
}

/** Text that only a reader who decodes it understands: base64, hexadecimal digits, escapes, letters set apart. */
function isEncoded(line: string): boolean {
  return encoded.test(line) || line.split(/[^\w+/=-]+/).some((word) => word.length >= 24 && isBlob(word));
}

const encoded =
  /(?:%[\da-f]{2}.?){3}|(?:&#x?[\da-f]{1,6};.?){2}|(?:\\(?:x|u00)[\da-f]{2}){2}|(?:(?<![\w'])[A-Za-z][ .*_-]){4}|(?:\b[01]{8}\b.?){3}|(?:\b[\da-f]{2}\b[ :]){6}/i;

/** A path or a name of words has no capitals and digits in turn. */
function isBlob(word: string): boolean {
  if (/^[\da-f]{24,}$/i.test(word)) return !/^(?:[\da-f]{32}|[\da-f]{40}|[\da-f]{64})$/.test(word);
  return !/[/-].*[/-]/.test(word) && isRandomToken(word);
}

const maxLine = 400;

/** Without colours and without characters that nobody sees. */
function visible(line: string): string {
  return line
    .replace(/\u001b\[[\d;?]{0,20}[A-Za-z]/g, '')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
}

/** What taints the whole line. */
function isHostile(line: string): boolean {
  return (
    readsLikeInstruction(line) ||
    claimsPermission(line) ||
    privateLocationIn(line) !== undefined ||
    persistentLocationIn(line) !== undefined ||
    findSecrets(line).length > 0 ||
    /[\w.+-]{1,60}@[\w-]{1,60}\.\w/.test(line) ||
    assignment.test(line) ||
    line.split(' ').some((word) => word.startsWith('-') && switchesOffCheck(word))
  );
}

/** A variable with a value is half a command. */
const assignment = /(?:^|[\s"'`(])[A-Z][A-Z\d]*(?:_[A-Z\d]+)*=[^\s=]/;

/** The part before a hint, an address or a command. */
function shortName(line: string): string {
  const plain = line
    .replace(/\b(?:[a-z][a-z\d+.-]{1,20}:\/\/|www\.).{0,400}$/i, '')
    .replace(/`[^`]{0,80} [^`]{0,80}`.{0,400}$/, '')
    .replace(hint, '');
  const isCut = plain.length < line.length || plain.length > maxNameCharacters;
  const short = firstCharacters(plain, maxNameCharacters);
  const whole = plain.length > short.length ? short.replace(/\s\S{0,40}$/, '') : short;
  return isCut ? trimmed(whole) : whole.trim();
}

const hint =
  /(?:[.;,:!?(–—]|\s-)\s{0,4}(?:please|try|run|did you mean|hint|help|consider|you (?:can|may|should|need|must|might)|to (?:fix|resolve|install|enable|see|continue)|make sure|ensure|visit|for more|see|contact|if you|perhaps|maybe|use|check|do you)\b.{0,400}$/i;

/** Without what a cut leaves open. */
function trimmed(text: string): string {
  const plain = text
    .replace(/[\s.,:;!?(<[{"'`–—-]+$/, '')
    .replace(/\s(?:at|in|on|for|to|with|from|by|of|the|a|an|and|or|is|are)$/, '');
  const isOpen = (plain.match(/"/g) ?? []).length % 2 === 1;
  return isOpen ? plain.replace(/\s?"[^"]{0,80}$/, '') : plain;
}

function isShowable(name: string): boolean {
  // What was redacted says nothing by itself.
  const words = name.replace(/\[redacted:[\w-]{1,40}\]/g, '');
  return /\p{L}{2}/u.test(words) && !isHostile(name) && !ordersHarm(name) && !hasCommand(name);
}
