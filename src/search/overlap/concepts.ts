/*
 * The words of a text with the concepts that they may stand for, so that "draft a changelog" and "write release notes" are
 * comparable without a model. A word may have several meanings, so it has several concepts; which one was meant shows
 * when two texts are compared.
 */

import { stem, stopWords } from '../english.js';
import { actionGroups } from '../lexicon/actions.js';
import { commonWords } from '../lexicon/common-words.js';
import { everydayShare, everydayWords } from '../lexicon/everyday-words.js';
import { generalGroups } from '../lexicon/general.js';
import { lifeGroups } from '../lexicon/life.js';
import { officeGroups } from '../lexicon/office.js';
import { softwareGroups } from '../lexicon/software.js';
import { wordsOf } from '../words.js';

/** A word without its ending, and the names of its concepts, which begin with a sign that no word has. */
export interface Term {
  readonly word: string;
  readonly concepts: readonly string[];
}

const actionSign = '!';
const subjectSign = '#';

/** Something that is done. */
export function isAction(concept: string): boolean {
  return concept.startsWith(actionSign);
}

/** Something that it is done to, or with. */
export function isSubject(concept: string): boolean {
  return concept.startsWith(subjectSign);
}

/** In the order of the text, without words that mean nothing alone. */
export function termsOf(text: string): readonly Term[] {
  const { words, pairs } = lexicon();
  const all = allStems(text);
  return all.flatMap((word, at): readonly Term[] => {
    if (isSilent(word)) return [];
    const [before, after] = [all[at - 1] ?? '', all[at + 1] ?? ''];
    const ofPairs = [pairs.get(word)?.get(after), pairs.get(before)?.get(word)].flatMap(
      (names) => names ?? [],
    );
    const own = words.get(word) ?? noConcepts;
    return [{ word, concepts: ofPairs.length === 0 ? own : [...new Set([...own, ...ofPairs])] }];
  });
}

/** The words of a text without their endings, and without those that mean nothing alone. */
export function stemsOf(text: string): readonly string[] {
  return allStems(text).filter((word) => !isSilent(word));
}

/** The concepts of a word by itself. */
export function conceptsOf(word: string): readonly string[] {
  return lexicon().words.get(word) ?? noConcepts;
}

function allStems(text: string): readonly string[] {
  const stems: string[] = [];
  for (const word of wordsOf(text)) for (const part of word) stems.push(baseOf(part));
  return stems;
}

function isSilent(word: string): boolean {
  return word.length < 2 || lexicon().silent.has(word) || /^\d+$/.test(word);
}

/** The share of published skills that have a word or a concept. */
export function commonness(wordOrConcept: string): number {
  return lexicon().shares.get(wordOrConcept) ?? rareShare;
}

const noConcepts: readonly string[] = [];
const rareShare = 0.008;

/** The stem without the ending of a noun or adjective: "deployment" and "deploy", "validation" and "validate". */
function baseOf(word: string): string {
  const known = bases.get(word);
  if (known !== undefined) return known;
  const base = withoutSuffix(stem(word));
  if (bases.size < maxBases) bases.set(word, base);
  return base;
}

const bases = new Map<string, string>();
const maxBases = 20_000;

function withoutSuffix(stemmed: string): string {
  if (stemmed.length < 7) return stemmed;
  const base = stemmed.replace(
    /(?:ization|isation|ation|ition|ment|ness|ity|ance|ence|able|ible|ive|ion|er|or|al|ly|iz|is|at)$/,
    '',
  );
  return base.length < 4 ? stemmed : base;
}

interface Lexicon {
  readonly words: ReadonlyMap<string, readonly string[]>;
  /** By the first word, then by the second. */
  readonly pairs: ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>;
  readonly shares: ReadonlyMap<string, number>;
  readonly silent: ReadonlySet<string>;
}

let known: Lexicon | undefined;

/** Made when it is first needed: most commands compare nothing. */
function lexicon(): Lexicon {
  known ??= makeLexicon();
  return known;
}

function makeLexicon(): Lexicon {
  const shares = new Map<string, number>();
  for (const { share, words: list } of commonWords) addShares(shares, list, share);
  const words = new Map<string, string[]>();
  const pairs = new Map<string, Map<string, string[]>>();
  for (const [sign, lines] of [
    [actionSign, actionGroups],
    [subjectSign, softwareGroups],
    [subjectSign, officeGroups],
    [subjectSign, lifeGroups],
    [subjectSign, generalGroups],
  ] as const) {
    for (const line of lines.trim().split('\n')) {
      const members = line.split(' ').map((member) => member.split('_').map(baseOf));
      const name = `${sign}${members[0]?.join(' ')}`;
      for (const [first = '', second] of members) {
        if (second === undefined) {
          add(words, first, name);
          shares.set(name, Math.max(shares.get(first) ?? 0, shares.get(name) ?? rareShare));
        } else {
          const after = pairs.get(first) ?? new Map<string, string[]>();
          pairs.set(first, after);
          add(after, second, name);
        }
      }
    }
  }
  addShares(shares, everydayWords, everydayShare);
  return { words, pairs, shares, silent: new Set([...stopWords].map(baseOf)) };
}

function addShares(shares: Map<string, number>, list: string, share: number): void {
  for (const word of list.trim().split(/\s+/)) {
    const base = baseOf(word);
    shares.set(base, Math.max(share, shares.get(base) ?? 0));
  }
}

function add(names: Map<string, string[]>, word: string, name: string): void {
  const list = names.get(word) ?? [];
  if (!list.includes(name)) names.set(word, [...list, name]);
}
