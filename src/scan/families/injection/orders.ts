/*
 * Finds all orders in a text, by every wording of every language. The text may be a whole file, or a message that was
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
  return ordersInLower(inLowerCase(text));
}

/** The orders in a text that is in lower case already. */
export function ordersInLower(lower: string): readonly Order[] {
  return [...ordersByOpening(lower), ...groups.flatMap((group) => ordersOfGroup(lower, group))];
}

/** Keeps the length, and thus the offsets: the dotted capital I is the one letter that would grow. */
export function inLowerCase(text: string): string {
  return text.replaceAll('\u0130', 'I').toLowerCase();
}

/** Few words start a wording, so nearly all text is skipped quickly. */
function ordersByOpening(text: string): readonly Order[] {
  latinPrefixes ??= prefixesIn([...englishWordings, ...latinTranslations]);
  const orders: Order[] = [];
  const ends = new Map<Wording, number>();
  visitPrefixMatches(text, latinPrefixes, (start, candidates) => {
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

interface OpeningWordings {
  readonly opening: string;
  readonly wordings: Wording[];
}

/** Built on first use, because that takes a while. */
let latinPrefixes: PrefixTable<OpeningWordings> | undefined;

/** Short openings come first: a text with a long opening also has the short ones that it starts with. */
function prefixesIn(wordings: readonly Wording[]): PrefixTable<OpeningWordings> {
  const opened = new Map<string, OpeningWordings>();
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

/** Searches passages with a hint for each wording, because the wordings of a group share no letters. */
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
  /** Matches in every passage that contains an order of the group. */
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

/** The severest order of a text, if it contains one. */
export function severestOrder(text: string): Order | undefined {
  return ordersIn(text).toSorted((one, other) => rank(other) - rank(one))[0];
}

function rank({ severity }: Order): number {
  return scanSeverities.indexOf(severity);
}
