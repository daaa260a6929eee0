/*
 * All orders in a text, by every wording of every language. The text may be a whole file or a message that was found
 * hidden in one.
 */

import { type ScanSeverity, scanSeverities } from '../../findings/finding.js';
import { charactersLike } from '../../package/lines.js';
import {
  type PrefixTable,
  prefixesOf,
  prefixTable,
  visitPrefixMatches,
} from '../../package/pattern-search.js';
import { type InjectionRule, injectionRules } from './rules.js';
import { englishWordings, roleTags, type Wording } from './wordings.js';
import { latinTranslations, otherScripts } from './wordings-translated.js';

export interface Order {
  readonly rule: InjectionRule;
  readonly severity: ScanSeverity;
  readonly start: number;
  readonly end: number;
}

export function ordersIn(text: string): readonly Order[] {
  const small = inSmallLetters(text);
  return [...ordersByOpening(small), ...groups.flatMap((group) => ordersOfGroup(small, group))];
}

/** Of the same length: the dotted capital I is the one letter that would grow, and move the offsets. */
function inSmallLetters(text: string): string {
  return text.replaceAll('\u0130', 'I').toLowerCase();
}

/** Few words begin a wording, so that nearly all text is passed over at a glance. */
function ordersByOpening(text: string): readonly Order[] {
  latinBeginnings ??= beginningsIn([...englishWordings, ...latinTranslations]);
  const orders: Order[] = [];
  const ends = new Map<Wording, number>();
  visitPrefixMatches(text, latinBeginnings, (start, candidates) => {
    if (isLetter[text.charCodeAt(start - 1)]) return;
    for (const { opening, wordings } of candidates) {
      if (!text.startsWith(opening, start)) continue;
      for (const wording of wordings) {
        const { pattern } = wording;
        pattern.lastIndex = start;
        if (start < (ends.get(wording) ?? 0) || !pattern.test(text)) continue;
        ends.set(wording, pattern.lastIndex);
        orders.push(orderOf(wording, start, pattern.lastIndex));
      }
    }
  });
  return orders;
}

const isLetter = charactersLike(/[a-z]/);

interface Opened {
  readonly opening: string;
  readonly wordings: Wording[];
}

/** Made when it is first used, as that takes a while. */
let latinBeginnings: PrefixTable<Opened> | undefined;

/** Short openings come first: where a text has a long one, it has those that are its beginning, too. */
function beginningsIn(wordings: readonly Wording[]): PrefixTable<Opened> {
  const opened = new Map<string, Opened>();
  for (const wording of wordings.map((each) => withFlag(each, 'y'))) {
    for (const opening of prefixesOf(wording.pattern.source, 6)) {
      const known = opened.get(opening) ?? { opening, wordings: [] };
      known.wordings.push(wording);
      opened.set(opening, known);
    }
  }
  const shortestFirst = [...opened.values()].sort((one, other) => one.opening.length - other.opening.length);
  return prefixTable(shortestFirst.map((each) => [each.opening, each]));
}

/** Passages with a hint are searched for each wording: those of the group have no letters in common. */
function ordersOfGroup(text: string, { hint, wordings }: Group): readonly Order[] {
  const orders: Order[] = [];
  hint.lastIndex = 0;
  for (let hit = hint.exec(text); hit !== null; hit = hint.exec(text)) {
    const offset = text.lastIndexOf('\n', hit.index) + 1;
    const end = text.indexOf('\n', hit.index);
    const passage = text.slice(offset, end === -1 ? text.length : end);
    for (const wording of wordings) {
      for (const { 0: words, index } of passage.matchAll(wording.pattern))
        orders.push(orderOf(wording, offset + index, offset + index + words.length));
    }
    hint.lastIndex = offset + passage.length;
  }
  return orders;
}

interface Group {
  /** What every passage with an order of the group holds. */
  readonly hint: RegExp;
  readonly wordings: readonly Wording[];
}

const groups: readonly Group[] = [
  {
    hint: new RegExp(roleTags.map(({ pattern }) => pattern.source).join('|'), 'g'),
    wordings: roleTags.map((wording) => withFlag(wording, 'g')),
  },
  {
    hint: /[\u0400-\u04ff\u3040-\u9fff\uac00-\ud7af]/g,
    wordings: otherScripts.map((wording) => withFlag(wording, 'g')),
  },
];

function withFlag(wording: Wording, flag: string): Wording {
  return { ...wording, pattern: new RegExp(wording.pattern, flag) };
}

function orderOf(
  { rule, severity = injectionRules[rule].severity }: Wording,
  start: number,
  end: number,
): Order {
  return { rule, severity, start, end };
}

/** Of a text that should hold none; undefined where it does. */
export function severestOrder(text: string): Order | undefined {
  return ordersIn(text).toSorted((one, other) => rank(other) - rank(one))[0];
}

function rank({ severity }: Order): number {
  return scanSeverities.indexOf(severity);
}
