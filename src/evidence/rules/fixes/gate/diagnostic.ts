/*
 * The part of a line that has the shape of a diagnostic. No list of orders knows every way to give advice ("works only as
 * root", "the team keeps a spare in ..."), and no list of nouns knows every error, so neither decides: a clause is shown if
 * it states that something did not work, and has no place in which anything else could be said. What the failing command
 * already names may stand there; of other words there are only a few.
 */

import { labels, particles, stops, strongFailure, weakFailure } from './diagnostic-words.js';
import { beginsWithOrder } from './hostile-words.js';

export interface DiagnosticContext {
  /** The failing command: what it names may be named. */
  readonly command: string;
  /** The fix that is shown beside the name, or empty. */
  readonly fix?: string;
  /** Whether nothing was cut off the line. */
  readonly isWhole: boolean;
  /** Whether the line also gives an order: then whoever wrote it may have chosen the names in it, too. */
  readonly isTainted: boolean;
}

/** The clauses up to the first one that is no diagnostic; empty if none says what failed. */
export function diagnosticPart(
  line: string,
  { command, fix = '', isWhole, isTainted }: DiagnosticContext,
): string {
  const words: KnownWords = {
    known: new Set(command.toLowerCase().match(commandWords)),
    shown: new Set(fix.toLowerCase().match(commandWords)),
    isTainted,
  };
  const clauses = clausesOf(line);
  let start = 0;
  let end = 0;
  for (const [index, clause] of clauses.entries()) {
    const judged = judge(clause.text, words, line.slice(0, clause.at));
    const isStated = end > 0;
    const isLoose = judged.kind === 'thing' && (isStated ? !judged.isBare : false);
    if (judged.kind === 'other' || isLoose || (judged.kind === 'thing' && /[,;.]/.test(clause.separator))) {
      // What stands before the first diagnostic may be left out; what follows one may not.
      if (isStated || !isDivided(clauses[index + 1])) break;
      start = clauses[index + 1]?.at ?? 0;
      continue;
    }
    const isAlone =
      isWhole && judged.isBare && clauses.length === 2 && index === 1 && labels.test(clauses[0]?.text ?? '');
    if (isStated || judged.kind === 'failure' || judged.isName || isAlone) end = clause.at + judged.length;
    if (judged.length < clause.text.length) break;
  }
  return line.slice(start, Math.max(start, end));
}

/** Whether a clause explains the one before it. */
function isDivided(clause: Clause | undefined): boolean {
  return clause !== undefined && /[:–—-]/.test(clause.separator);
}

interface KnownWords {
  readonly known: ReadonlySet<string>;
  /** Words of the fix. They may stand beside the error, but lead to nothing else: no word of an order is among them. */
  readonly shown: ReadonlySet<string>;
  readonly isTainted: boolean;
}

const commandWords = /[\p{L}\p{N}_][\p{L}\p{N}_@-]{1,59}/gu;

interface Clause {
  readonly text: string;
  readonly at: number;
  /** What stands before it. */
  readonly separator: string;
}

/** A quotation is not divided. */
function clausesOf(line: string): readonly Clause[] {
  const clauses: Clause[] = [];
  let at = 0;
  let separator = '';
  const add = (end: number) => {
    if (end > at) clauses.push({ text: line.slice(at, end), at, separator });
  };
  for (const { 0: found, index } of line.matchAll(divided)) {
    if (!/^\s*(?:[:;,(]|[-–—]{1,2}(?=\s)|\.(?=\s))/.test(found)) continue;
    add(index);
    at = index + found.length;
    separator = found;
  }
  add(line.length);
  return clauses;
}

const divided =
  /"[^"]{0,200}"|(?<!\w)'[^']{0,200}'|`[^`]{0,200}`|\s[-–—]{1,2}\s+|[:;,.]\s+|\s+\((?=[A-Za-z])/g;

/** `label`: who speaks; `thing`: what it is about; `failure`: it did not work; `other`: anything else. */
type ClauseKind = 'label' | 'thing' | 'failure' | 'other';

interface Judged {
  readonly kind: ClauseKind;
  /** How much of the clause may be shown. */
  readonly length: number;
  /** A code or a class of an error is a name by itself. */
  readonly isName: boolean;
  /** Without a word of its own. */
  readonly isBare: boolean;
}

function judge(text: string, words: KnownWords, before: string): Judged {
  const length = text.length;
  if (labels.test(text)) return { kind: 'label', length, isName: errorCode.test(text), isBare: true };
  if (beginsWithOrder(text) && !words.known.has(firstWord(text))) return other;
  const failures = failuresIn(text);
  const tokens = tokensIn(text);
  let free = 0;
  let run = 0;
  for (const token of tokens) {
    if (failures.some(({ from, to }) => token.at >= from && token.at < to)) {
      run = 0;
      continue;
    }
    const kind = tokenKind(token.text, words, before + text.slice(0, token.at));
    if (kind === 'known') continue;
    if (kind === 'free') {
      free += 1;
      run += 1;
      if (run <= maxRun && free <= maxFree) continue;
    }
    // The clause is complete before the word that leads to something else.
    const isComplete = failures.some((failure) => failure.isStrong && failure.to <= token.at);
    const shown = text.slice(0, token.at).trimEnd();
    // A code in capitals right after the label: `error: EXPIRED $1`.
    if (capitalCode.test(shown) && /^[^:]{0,24}error:\s*$/i.test(before))
      return { kind: 'thing', length: shown.length, isName: true, isBare: true };
    return isComplete && !isOpen.test(shown)
      ? { kind: 'failure', length: shown.length, isName: true, isBare: false }
      : other;
  }
  if (failures.length > 0) return { kind: 'failure', length, isName: true, isBare: free === 0 };
  return free <= maxNouns
    ? { kind: 'thing', length, isName: errorCode.test(text), isBare: free <= 1 }
    : other;
}

const capitalCode = /^[A-Z][A-Z\d_]{2,23}$/;

/** "could not" alone says nothing. */
const isOpen = /(?:\b(?:to|not|be|cannot|no|get|have|make)|n['’]t)$/i;

function firstWord(text: string): string {
  return /[\w-]{1,60}/.exec(text.toLowerCase())?.[0] ?? '';
}

const other: Judged = { kind: 'other', length: 0, isName: false, isBare: false };

/** Words of a clause that neither the command nor the grammar of errors has: in a row, in all, and in the name of a thing. */
const maxRun = 3;
const maxFree = 8;
const maxNouns = 3;

interface FoundFailure {
  readonly from: number;
  readonly to: number;
  readonly isStrong: boolean;
}

function failuresIn(text: string): readonly FoundFailure[] {
  const outside = text.replace(quotations, (found) => '\u0000'.repeat(found.length));
  const strong = [...outside.matchAll(strongFailure)].map((found) => rangeOf(found, true));
  const weak = [...outside.matchAll(weakFailure)].map((found) => rangeOf(found, false));
  return [...strong, ...weak];
}

const quotations = /"[^"]{0,200}"|(?<!\w)'[^']{0,200}'|`[^`]{0,200}`/g;

function rangeOf({ 0: found, index }: RegExpExecArray, isStrong: boolean): FoundFailure {
  return { from: index, to: index + found.length, isStrong };
}

interface Token {
  readonly text: string;
  readonly at: number;
}

function tokensIn(text: string): readonly Token[] {
  return [...text.matchAll(tokens)].map(({ 0: token, index }) => ({ text: token, at: index }));
}

const tokens = /"[^"]{0,200}"[^\s"]{0,8}|(?<!\w)'[^']{0,200}'[^\s']{0,8}|`[^`]{0,200}`[^\s`]{0,8}|\S+/g;

type TokenKind = 'known' | 'free' | 'stop';

/** `known` says nothing new, `free` is a word like any other, `stop` could lead to something else than an error. */
function tokenKind(token: string, words: KnownWords, before: string): TokenKind {
  const { known, shown, isTainted } = words;
  const quoted = /^(["'`])(.*)\1\W{0,8}$/.exec(token)?.[2];
  if (quoted !== undefined) return quotedKind(quoted, words);
  const plain = token.replace(/^[([{<*…]+|[)\]}>.,:;!?…]+$/g, '');
  const word = plain.toLowerCase();
  if (/^\W*$/.test(word)) return /[|&$`\\=]/.test(word) ? 'stop' : 'known';
  if (/^--?[a-z]/.test(word))
    return known.has(word.replace(/^-+/, '')) || namesOption.test(before) ? 'known' : 'stop';
  if (known.has(word)) return 'known';
  if (stops.has(word)) return 'stop';
  if (shown.has(word)) return 'known';
  if (particles.has(word) || /^\d[\d.,]*(?:[a-z]{1,3}|%)?$/.test(word)) return 'known';
  if (/^[a-z]+(?:'[a-z]{1,2})?$/.test(word)) return 'free';
  const isNamed = (part: string) => known.has(part) || (shown.has(part) && !stops.has(part));
  if (isTainted && !word.split(/[/:.@]/).every(isNamed)) return 'stop';
  return isHarmlessName(plain) ? 'known' : 'stop';
}

const namesOption = /(?:option|flag|argument|switch|parameter)s?\W{0,6}$/i;

function quotedKind(quoted: string, { known, shown, isTainted }: KnownWords): TokenKind {
  const words = quoted.split(/\s+/).filter((word) => word !== '');
  const isNew = (word: string) => {
    const plain = word.toLowerCase().replace(/^\W+|\W+$/g, '');
    return !(known.has(plain) || (shown.has(plain) && !stops.has(plain)));
  };
  const others = words.filter(isNew);
  if (isTainted && others.length > 0) return 'stop';
  if (words.length <= 1) return isHarmlessName(quoted) ? 'known' : 'stop';
  if (others.some((word) => stops.has(word.toLowerCase()) || /^-|\w=|[$|;&\\]/.test(word))) return 'stop';
  return others.length === 0 ? 'known' : others.length <= maxNouns ? 'free' : 'stop';
}

/** An identifier, a path or a number, but no host, no assignment, no hidden file and no disguised word. */
function isHarmlessName(name: string): boolean {
  if (name.length > 80 || /[=~$|;&\\](?!\/)|(?:^|\/)\.[a-z]/.test(name))
    return /^~\/[\w./-]+$/.test(name) ? !/\/\./.test(name) : /^[A-Z]\w*(?:\\[A-Z]\w*)+$/.test(name);
  if (/^(?:\d{1,3}\.){3}\d{1,3}/.test(name))
    return /^(?:10|127|192\.168|172\.(?:1[6-9]|2\d|3[01])|0\.0)\./.test(name);
  if (/^[a-z]+\d+[a-z]+\d?[a-z]*$/.test(name) && !/^[a-z]{1,4}\d{1,5}$/.test(name)) return false;
  return !host.test(name);
}

const host =
  /^(?:[\w-]{1,60}\.){1,5}(?:com|org|net|io|dev|app|cloud|example|ai|sh|co|xyz|info|site|online|me|de|fr|uk|eu|us|ru|cn|jp|br)(?:[:/]|$)/i;

const errorCode =
  /\b(?:[A-Z]{1,5}-?\d{3,6}|E(?!RROR)[A-Z]{4,14}|[A-Z]\w{2,40}(?:Error|Exception|Denied|NotFound|Exceeded|Failed|BackOff|Conflict|Refused|Expired|Required|Invalid)|\w+Error\b|HTTP \d{3})\b/;
