/*
 * The words of a question in another language, each with the English words that it may stand for. A word is found with
 * other endings too, a German compound by its parts, and Chinese and Japanese by the longest term at each place. Words
 * that are not in the dictionary stay as they are: names are the same in every language.
 */

import { translations } from './lexicon/translations.js';
import { foreignWords } from './question-language.js';
import type { Alternative } from './synonyms.js';
import { wordsOf } from './words.js';

export interface TranslatedWord {
  readonly text: string;
  readonly alternatives: readonly Alternative[];
}

/** Without the small words of the language. */
export function translateQuestion(question: string): readonly TranslatedWord[] {
  const words = wordsOf(question)
    .flat()
    .filter((word) => !unspaced.test(word));
  const found: TranslatedWord[] = [];
  for (let at = 0; at < words.length; ) {
    const phrase = phraseAt(words, at);
    const text = words[at] ?? '';
    if (phrase !== undefined) found.push({ text, alternatives: phrase.english });
    else if (!foreignWords.has(text)) found.push({ text, alternatives: translationsOf(text) });
    at += phrase?.length ?? 1;
  }
  return [...found, ...unspacedTerms(question)];
}

interface Dictionary {
  /** By the foreign word as it is indexed, or by several with an underscore between them. */
  readonly exact: ReadonlyMap<string, readonly string[]>;
  /** The words by their first letters. */
  readonly byBeginning: ReadonlyMap<string, readonly string[]>;
}

/** Made when it is first needed: most questions are in English. */
let made: Dictionary | undefined;

function dictionary(): Dictionary {
  made ??= makeDictionary();
  return made;
}

function makeDictionary(): Dictionary {
  const exact = new Map<string, string[]>();
  const byBeginning = new Map<string, string[]>();
  for (const line of translations.trim().split('\n')) {
    const [english = '', ...languages] = line.split('; ');
    const meant = english.split(' ');
    for (const term of languages.join(' ').split(' ')) {
      const key = unspaced.test(term) ? normalised(term) : term.split('_').map(folded).join('_');
      const known = exact.get(key);
      if (known !== undefined) {
        known.push(...meant.filter((word) => !known.includes(word)));
        continue;
      }
      exact.set(key, [...meant]);
      const beginning = key.slice(0, beginningLength);
      byBeginning.set(beginning, [...(byBeginning.get(beginning) ?? []), key]);
    }
  }
  return { exact, byBeginning };
}

function folded(word: string): string {
  return wordsOf(word).flat().join('');
}

function normalised(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** The longest of several words that mean something together. */
function phraseAt(
  words: readonly string[],
  at: number,
): { readonly length: number; readonly english: readonly Alternative[] } | undefined {
  const { exact } = dictionary();
  for (let length = Math.min(maxPhrase, words.length - at); length > 1; length--) {
    const english = exact.get(words.slice(at, at + length).join('_'));
    if (english !== undefined) return { length, english: alternatives(english, closeness.exact) };
  }
  return undefined;
}

function translationsOf(word: string): readonly Alternative[] {
  const { exact, byBeginning } = dictionary();
  const own = exact.get(word);
  if (own !== undefined) return alternatives(own, closeness.exact);
  const near = longestShared(word, byBeginning.get(word.slice(0, beginningLength)) ?? []);
  if (near.length > 0)
    return best(near.flatMap((term) => alternatives(exact.get(term) ?? [], closeness.ending)));
  return best(partsOf(word, exact).flatMap((term) => alternatives(exact.get(term) ?? [], closeness.part)));
}

/** Words that differ from this one in their ending only. */
function longestShared(word: string, terms: readonly string[]): readonly string[] {
  let longest = beginningLength;
  let found: string[] = [];
  for (const term of terms) {
    let shared = beginningLength;
    while (shared < term.length && term[shared] === word[shared]) shared++;
    const rest = Math.max(word.length, term.length) - shared;
    if (rest > maxEnding || rest >= shared || shared < longest) continue;
    if (shared > longest) found = [];
    longest = shared;
    found.push(term);
  }
  return found;
}

/** The terms that a compound begins and ends with. */
function partsOf(word: string, exact: ReadonlyMap<string, readonly string[]>): readonly string[] {
  if (word.length < 2 * beginningLength) return [];
  const parts: string[] = [];
  for (let end = word.length - 3; end >= beginningLength; end--)
    if (exact.has(word.slice(0, end))) {
      parts.push(word.slice(0, end));
      break;
    }
  for (let start = 3; start <= word.length - beginningLength; start++) {
    const rest = word.slice(start);
    const term = [rest, rest.replace(/(?:en|er|es|e|n|s)$/, '')].find(
      (one) => one.length > 3 && exact.has(one),
    );
    if (term === undefined) continue;
    parts.push(term);
    break;
  }
  return parts;
}

/** The longest term at each place, and pairs of characters where there is none. */
function unspacedTerms(question: string): readonly TranslatedWord[] {
  const { exact } = dictionary();
  const found: TranslatedWord[] = [];
  for (const [run] of normalised(question).matchAll(unspacedRuns)) {
    const characters = [...run];
    let unknown = '';
    const flush = () => {
      if (!onlyKana.test(unknown))
        found.push(...wordsOf(unknown).map(([text = '']) => ({ text, alternatives: [] })));
      unknown = '';
    };
    for (let at = 0; at < characters.length; ) {
      let length = Math.min(maxUnspaced, characters.length - at);
      while (length > 0 && !exact.has(characters.slice(at, at + length).join(''))) length--;
      if (length === 0) {
        unknown += characters[at++];
        continue;
      }
      flush();
      const term = characters.slice(at, at + length).join('');
      const [first = term, ...others] = wordsOf(term).flat();
      found.push({
        text: first,
        alternatives: [
          ...others.map((text) => ({ text, closeness: closeness.exact })),
          ...alternatives(exact.get(term) ?? [], closeness.exact),
        ],
      });
      at += length;
    }
    flush();
  }
  return found;
}

/** The first English word is what the line is about. */
function alternatives(english: readonly string[], factor: number): readonly Alternative[] {
  return english.flatMap((term, at) => {
    const words = term.split('_');
    const share =
      factor * (at === 0 ? 1 : closeness.nearMeaning) * (words.length > 1 ? closeness.ofPhrase : 1);
    return words.map((text) => ({ text, closeness: share }));
  });
}

/** Each text once, with the best of its values. */
function best(list: readonly Alternative[]): readonly Alternative[] {
  const found = new Map<string, number>();
  for (const { text, closeness: own } of list) found.set(text, Math.max(own, found.get(text) ?? 0));
  return Array.from(found, ([text, own]) => ({ text, closeness: own }));
}

/** A skill in the language of the question comes before one whose text has the translation. */
const closeness = { exact: 0.75, ending: 0.68, part: 0.64, nearMeaning: 0.9, ofPhrase: 0.7 };

const beginningLength = 4;
const maxEnding = 4;
const maxPhrase = 4;
const maxUnspaced = 10;

const unspaced = /[\p{Script=Han}\p{Script=Hangul}\p{scx=Hiragana}\p{scx=Katakana}]/u;
const unspacedRuns = /[\p{Script=Han}\p{Script=Hangul}\p{scx=Hiragana}\p{scx=Katakana}]+/gu;
const onlyKana = /^(?:.?|[\p{scx=Hiragana}\p{scx=Katakana}]*)$/u;
