/*
 * The short name of an error, for a note. The line comes from a tool, which may have read it anywhere, so it is shown only
 * if it is plainly an error: no address, command, path of a secret, order or claim. A hint at its end is cut off.
 */

import { persistentLocationIn, privateLocationIn } from '../../../../scan/families/commands/locations.js';
import { readsLikeInstruction } from '../../../../scan/families/injection/instruction.js';
import { findSecrets } from '../../../../scan/secrets/find.js';
import { isSecretName } from '../../../../scan/secrets/secret-name.js';
import { isRandomToken } from '../../../../scan/secrets/secret-value.js';
import { firstCharacters } from '../../../../text/utf8.js';
import type { Cause } from '../../attempts/attempt.js';
import { generalPaths } from '../personal-paths.js';
import { switchesOffCheck } from './denied/checks-off.js';
import { diagnosticPart } from './diagnostic.js';
import {
  addressesSomebody,
  claimsPermission,
  givesOrder,
  hasCommand,
  hasDangerousCommand,
} from './hostile-words.js';

const maxNameCharacters = 80;

/**
 * Empty if nothing of the error may be shown. `command` is the command that failed; `fix` is the one that is shown with the
 * name, and has passed the gate, so that what it names may be named.
 */
export function errorName({ line }: Pick<Cause, 'line'>, command = '', fix = ''): string {
  const whole = visible(line.slice(0, maxLine));
  if (isHostile(whole) || addressesSomebody(whole) || hasDangerousCommand(whole)) return '';
  if (
    isForeign(whole) ||
    isForeignSentence(whole) ||
    hidesOrder(whole) ||
    hasSentenceName(whole) ||
    isEncoded(whole)
  )
    return '';
  const plain = generalPaths(whole);
  const short = shortName(plain);
  const start = firstCharacters(plain, maxNameCharacters);
  const isTainted = givesOrder(whole) || hasCommand(whole);
  const partOf = (text: string) => diagnosticPart(text, { command, fix, isTainted, isWhole: text === plain });
  const known = partOf(short) || partOf(start);
  const name = known === short ? known : withoutLooseEnd(known);
  return isShowable(name) ? name : identifierIn(plain);
}

/**
 * The code, the class or the variable that a line is about, where only its wording must not be shown: "error: set
 * `DATABASE_URL` to use query macros online" is no name, but `DATABASE_URL` is.
 */
function identifierIn(line: string): string {
  const found = line.match(identifiers) ?? [];
  return found.find((word) => !isSecretName(word) && !switchesOffCheck(word) && partsOf(word) <= 3) ?? '';
}

const identifiers =
  /\b(?:[A-Z]{1,5}-?\d{3,6}|E(?!RROR)[A-Z]{4,14}|[A-Z][a-z]\w{2,40}(?:Error|Exception)|[A-Z][A-Z\d]{1,20}(?:_[A-Z\d]{1,20}){1,3})\b(?![=/])/g;

/** No detector knows every language, so a line in another than English names nothing; what it quotes may be anything. */
function isForeign(line: string): boolean {
  return /[^\p{ASCII}]/u.test(line.replace(quoted, '').replace(/[^\p{L}]/gu, ''));
}

/** Many languages are written without a single letter that is not ASCII, but not without their small words. */
function isForeignSentence(line: string): boolean {
  const words = line
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replace(/^["'`(]+|["'`).,:;!?]+$/g, ''));
  const foreign = new Set(words.filter((word) => foreignWords.has(word)));
  return foreign.size >= 2 || (foreign.size === 1 && !words.some((word) => englishWords.has(word)));
}

/** Small words of European and some other languages that no English error message has. */
const foreignWords: ReadonlySet<string> = new Set(
  (
    'der das und nicht ist sind mit auf aus fuer ein eine einen einer dem den von zum zur wird wurde kann bitte ihre sie ' +
    'oder bei nach vor kein keine als auch nur noch ' +
    'le les des du une est dans pour avec pas sur vous votre vos cette ce ces et ou au aux par sans puis il elle ' +
    'el los las una unos del que con para por esta este sin sus y al se lo como ' +
    'o os um uma com em da dos das na nos nas ao seu sua e ou mas antes depois nao ' +
    'gli della dello nel nella che di questo questa lo il poi ' +
    'het een niet van voor uw zijn wordt deze dit naar eerst ' +
    'nie jest oraz aby dla przez tego jako lub ' +
    'och inte att som till fran eller ska ikke og til fra skal ' +
    've bir icin ile olarak degil lutfen ' +
    'dan yang tidak untuk dengan atau pada silakan ' +
    'si este pentru sau cu din ' +
    'ja ei tai ennen'
  ).split(' '),
);

/** These are English, whatever else they are. */
const englishWords: ReadonlySet<string> = new Set(
  (
    'the is are was were be been to of in for not no an and or with at by from it its this that could cannot can does did ' +
    'has have must should failed error unable found missing unknown invalid denied refused already required expected'
  ).split(' '),
);

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
    /[\w.+-]{1,60}@[\w-]{1,60}\.[a-z]/i.test(line) ||
    assignment.test(line) ||
    line.split(/[\s"'`()]+/).some((word) => word.startsWith('-') && switchesOffCheck(word))
  );
}

/** A variable with a value is half a command. */
const assignment = /(?:^|[\s"'`(])[A-Z][A-Z\d]*(?:_[A-Z\d]+)*=[^\s=]/;

/** The part before a hint, an address or a command. */
function shortName(line: string): string {
  const plain = (line.length > maxNameCharacters ? line.replace(position, '') : line)
    .replace(/\b(?:[a-z][a-z\d+.-]{1,20}:\/\/|www\.).{0,400}$/i, '')
    .replace(/^((?:[^`]|`[^`\s]{0,80}`){0,400})`[^`]{0,80} [^`]{0,80}`.{0,400}$/, '$1')
    .replace(hint, '');
  const reason = reasonOf(firstSentence(plain));
  const isCut = reason !== line || reason.length > maxNameCharacters;
  const short = firstCharacters(reason, maxNameCharacters);
  const whole = reason.length > short.length ? short.replace(/\s\S{0,40}$/, '') : short;
  return isCut ? trimmed(whole) : whole.trim();
}

/** Where a compiler read, of which there is no room in a long line. */
const position = /^[\w./-]{1,120}\.\w{1,6}(?:\(\d{1,6},\d{1,6}\)|:\d{1,6}:\d{1,6}): (?=(?:fatal )?error\b)/;

/** The second sentence of an error is a hint, whoever wrote it. */
function firstSentence(line: string): string {
  const end = /^.{12,400}?[\p{Ll}\p{N}"'`)\]][.!?](?=\s+["'`(]?\p{Lu})/u.exec(line)?.[0];
  return end ?? line;
}

/** Of `outer: inner: reason` that is too long, as many of the last parts as fit. */
function reasonOf(line: string): string {
  const parts = line.replace(/[\s:]+$/, '').split(/:\s+/);
  for (let first = 0; first < parts.length; first += 1) {
    const rest = parts.slice(first).join(': ');
    if (rest.length <= maxNameCharacters && /^[A-Za-z]/.test(rest))
      return rest.length >= minReason ? rest : line;
  }
  return line;
}

const minReason = 12;

const hint =
  /(?:[.;,:!?(–—]|\s-)\s{0,4}(?:or |and |then )?(?:please|try|run|did you mean|hint|help|consider|you (?:can|may|should|need|must|might)|to (?:fix|resolve|install|enable|see|continue)|make sure|ensure|visit|for more|see|contact|if you|perhaps|maybe|use|check|do you|are you)\b.{0,400}$/i;

/** Of a name that was cut in the middle of a sentence; a bare "error" is no name. */
function withoutLooseEnd(text: string): string {
  const name = trimmed(
    text.replace(
      /(?:[\s,;]+(?:this|that|these|it|its|was|were|be|been|must|may|can|will|would|could|should|has|have|had|does|did|your|you|as|than|when|while|because|but|not?))+[\s,;]*$/i,
      '',
    ),
  );
  const plain = trimmed(name);
  return /^(?:\W*(?:npm )?(?:error|fatal|fail(?:ed|ure)?|exception|err)\W*){1,3}$/i.test(plain) ? '' : plain;
}

/** Without what a cut leaves open. */
function trimmed(text: string): string {
  const plain = text
    .replace(/[\s.,:;!?(<[{*–—-]+$/, '')
    .replace(/\s(?:at|(?<!logged )in|on|for|to|with|from|by|of|the|a|an|and|or|is|are)$/, '');
  const bracket = plain.lastIndexOf(' (');
  if (bracket > 0 && !plain.includes(')', bracket)) return trimmed(plain.slice(0, bracket));
  const open = ['"', "'", '`'].find((quote) => plain.split(quote).length % 2 === 0);
  const at = open === undefined ? -1 : plain.lastIndexOf(open);
  // An apostrophe opens nothing.
  return at < 0 || /\w/.test(plain.charAt(at - 1)) ? plain : plain.slice(0, at).replace(/[\s.,:;(]+$/, '');
}

function isShowable(name: string): boolean {
  // What was redacted says nothing by itself.
  const words = name.replace(/\[redacted:[\w-]{1,40}\]/g, '');
  return /\p{L}{2}/u.test(words) && !isHostile(name) && !hasCommand(name);
}
