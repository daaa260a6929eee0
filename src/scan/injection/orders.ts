/*
 * All orders in a text, by every wording of every language. The text may be a whole file or a message that was found
 * hidden in one.
 */

import { type ScanSeverity, scanSeverities } from '../finding.js';
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
  return groups.flatMap((group) => (group.letters.test(small) ? ordersOfGroup(small, group) : []));
}

/**
 * One pass with all wordings at once finds the passages that hold any, and only these are searched for each: nearly
 * all text holds none.
 */
function ordersOfGroup(text: string, { wordings, any }: Group): readonly Order[] {
  const orders: Order[] = [];
  any.lastIndex = 0;
  for (let hit = any.exec(text); hit !== null; hit = any.exec(text)) {
    const start = text.lastIndexOf('\n', hit.index) + 1;
    const lineBreak = text.indexOf('\n', hit.index);
    const end = lineBreak === -1 ? text.length : lineBreak;
    orders.push(...ordersOfPassage(text.slice(start, end), hit.index - start, start, wordings));
    any.lastIndex = end;
  }
  return orders;
}

/** From the first place on where any wording begins; `offset` is that of the passage. */
function ordersOfPassage(
  passage: string,
  first: number,
  offset: number,
  wordings: readonly Wording[],
): readonly Order[] {
  const orders: Order[] = [];
  for (const { rule, severity = injectionRules[rule].severity, pattern } of wordings) {
    pattern.lastIndex = first;
    for (let hit = pattern.exec(passage); hit !== null; hit = pattern.exec(passage)) {
      const start = offset + hit.index;
      orders.push({ rule, severity, start, end: start + hit[0].length });
    }
  }
  return orders;
}

/** The dotted capital I is the one letter that grows longer, and would move the offsets. */
function inSmallLetters(text: string): string {
  return text.replaceAll('\u0130', 'I').toLowerCase();
}

/** Of a text that should hold none; undefined where it does. */
export function severestOrder(text: string): Order | undefined {
  return ordersIn(text).toSorted((one, other) => rank(other) - rank(one))[0];
}

function rank({ severity }: Order): number {
  return scanSeverities.indexOf(severity);
}

interface Group {
  /** Without any of these there is nothing to look for. */
  readonly letters: RegExp;
  readonly wordings: readonly Wording[];
  readonly any: RegExp;
}

const groups: readonly Group[] = [
  together(/[a-z]/, [...englishWordings, ...latinTranslations], '(?<![a-z])'),
  together(/[<[#]/, roleTags, ''),
  together(/[\u0400-\u04ff\u3040-\u9fff\uac00-\ud7af]/, otherScripts, '(?=[^\\x00-\\x7f])'),
];

function together(letters: RegExp, wordings: readonly Wording[], border: string): Group {
  const sources = wordings.map(({ pattern }) => pattern.source).join('|');
  return {
    letters,
    wordings: wordings.map((wording) => ({
      ...wording,
      pattern: new RegExp(`${border}(?:${wording.pattern.source})`, 'g'),
    })),
    any: new RegExp(`${border}(?:${sources})`, 'g'),
  };
}
