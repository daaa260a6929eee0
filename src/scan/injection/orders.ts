/*
 * All orders in a text, by every wording of every language. The text may be a whole file or a message that was found
 * hidden in one.
 */

import { type ScanSeverity, scanSeverities } from '../finding.js';
import { inSmallLetters } from '../lines.js';
import { openingsOf } from './openings.js';
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

/** Few words begin a wording, so that nearly all text is passed over at a glance. */
function ordersByOpening(text: string): readonly Order[] {
  latinSearch ??= searchFor([...englishWordings, ...latinTranslations]);
  const { beginning, wordingsByOpening } = latinSearch;
  const orders: Order[] = [];
  const ends = new Map<Wording, number>();
  beginning.lastIndex = 0;
  for (let hit = beginning.exec(text); hit !== null; hit = beginning.exec(text)) {
    const start = hit.index;
    for (const wording of wordingsByOpening.get(hit[0]) ?? []) {
      const { pattern } = wording;
      pattern.lastIndex = start;
      if (start < (ends.get(wording) ?? 0) || !pattern.test(text)) continue;
      ends.set(wording, pattern.lastIndex);
      orders.push(orderOf(wording, start, pattern.lastIndex));
    }
    beginning.lastIndex = start + 1;
  }
  return orders;
}

interface Search {
  /** Any of the openings, the longest first. */
  readonly beginning: RegExp;
  readonly wordingsByOpening: ReadonlyMap<string, readonly Wording[]>;
}

/** Made when it is first used, as that takes a while. */
let latinSearch: Search | undefined;

function searchFor(wordings: readonly Wording[]): Search {
  const own = new Map<string, Set<Wording>>();
  for (const wording of wordings.map((each) => withFlag(each, 'y'))) {
    for (const opening of openingsOf(wording.pattern.source, 6))
      own.set(opening, (own.get(opening) ?? new Set()).add(wording));
  }
  const openings = [...own.keys()].sort((one, other) => other.length - one.length);
  // Where a text has a long opening, it has the short ones that are its beginning, too.
  const wordingsAt = (opening: string) =>
    Array.from(opening, (_, index) => [...(own.get(opening.slice(0, index + 1)) ?? [])]).flat();
  return {
    beginning: new RegExp(`(?<![a-z])(?:${openings.join('|')})`, 'g'),
    wordingsByOpening: new Map(openings.map((opening) => [opening, wordingsAt(opening)])),
  };
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
