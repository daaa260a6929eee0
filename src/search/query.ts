/*
 * Parses a query into terms, and expands each into the matching terms of an index: the term itself, its other endings,
 * compounds with it, completions, and corrections of typing errors. Only the start of a long query counts, so that a
 * pasted book does not make a search slow.
 */

import { editDistance, letterSignature, mayBeWithin } from '../text/closest.js';
import { stem, stemPrefix, stopWords } from './english.js';
import { documentFrequency, librarySize, type SearchIndex, termRange } from './search-index.js';
import { numberOf, stringAt } from './string-table.js';
import { importanceOf, nameSign, nameTerm, rarity } from './term-weights.js';
import { topScores } from './top-scores.js';
import { joined, type Word, wordsOf } from './words.js';

/** What is searched for: a question in the user's words, and words that the text of the right skill would contain. */
export interface SearchQuery {
  readonly question: string;
  /** Three to eight short terms, synonyms included. They are scored apart from the question. */
  readonly keywords?: readonly string[] | undefined;
}

/** Without keywords. */
export function isBare({ keywords = [] }: Pick<SearchQuery, 'keywords'>): boolean {
  return parseKeywords(keywords).length === 0;
}

export interface QueryTerm {
  readonly text: string;
  /** Compounds with its neighbours: "gif search" also matches "gifsearch". */
  readonly compounds: ReadonlySet<string>;
  /** The last term may be incomplete. */
  readonly last: boolean;
}

const maxCharacters = 4_000;
const maxTerms = 32;

/** Distinct terms, in the order typed, and the index term for documents whose name is the whole question. */
export function parseQuestion(text: string): { readonly terms: readonly QueryTerm[]; readonly name: string } {
  const words = wordsOf(text.slice(0, maxCharacters));
  return { terms: queryTerms([words], words.flat().at(-1)), name: nameTerm(words) };
}

/** The distinct terms of all keywords; compounds are made inside one keyword only. */
export function parseKeywords(keywords: readonly string[]): readonly QueryTerm[] {
  const texts = keywords.slice(0, maxTerms).map((keyword) => keyword.slice(0, maxCharacters / maxTerms));
  return queryTerms(texts.map(wordsOf), undefined);
}

function queryTerms(phrases: readonly (readonly Word[])[], last: string | undefined): readonly QueryTerm[] {
  const compoundsOf = new Map<string, Set<string>>();
  for (const part of phrases.flat(2)) {
    if (compoundsOf.size < maxTerms) compoundsOf.set(part, compoundsOf.get(part) ?? new Set());
  }
  const add = (part: string, compound: string) => compoundsOf.get(part)?.add(compound);
  for (const words of phrases) {
    for (const word of words) {
      const compound = joined(word);
      if (word.length > 2) for (const part of word) add(part, compound);
    }
    words.flat().forEach((part, at, parts) => {
      const next = parts[at + 1];
      if (next === undefined) return;
      add(part, joined([part, next]));
      add(next, joined([part, next]));
    });
  }
  return [...compoundsOf].map(([text, compounds]) => ({ text, compounds, last: text === last }));
}

export interface Expansion {
  /** The value of a perfect match. */
  readonly importance: number;
  readonly answers: readonly TermMatch[];
}

interface TermMatch {
  /** The number of a term in the index. */
  readonly term: number;
  /** At most the importance. */
  readonly worth: number;
}

export function expand(index: SearchIndex, { text, compounds, last }: QueryTerm): Expansion {
  const family = familyOf(index, text);
  const frequency = Math.max(highestFrequency(index, family), index.library?.frequencyOf(text) ?? 0);
  const completions = mayBeIncomplete(text, last) ? completionsOf(index, text) : [];
  // A last term that can be completed is more likely unfinished than wrong.
  const mayBeWrong = isRare(index, frequency) && !(last && completions.length > 0);
  const typos = mayBeWrong ? typosOf(index, text) : [];

  // A word that is not in the library is as important as its probable correction.
  const importance = importanceOf(index, text, frequency > 0 ? frequency : highestFrequency(index, typos));
  const candidates = [...family, ...compoundsOf(index, compounds), ...completions, ...typos];
  const answers = candidates.map(({ term, closeness }) => ({
    term,
    worth: closeness * Math.min(importance, rarity(index, documentFrequency(index, term))),
  }));
  return { importance, answers };
}

interface Candidate {
  readonly term: number;
  /** 1 for the term itself, less for terms that differ more from what was typed. */
  readonly closeness: number;
}

const closeness = {
  otherEnding: 0.85,
  completion: 0.8,
  oneError: 0.8,
  twoErrors: 0.6,
  otherFirstLetter: 0.8,
};
export const maxTypingErrors = 2;
const maxCompletions = 32;
const maxTypos = 16;

function highestFrequency(index: SearchIndex, candidates: readonly Candidate[]): number {
  return Math.max(0, ...candidates.map(({ term }) => documentFrequency(index, term)));
}

/** The term itself, and terms that differ only in their ending. */
function familyOf(index: SearchIndex, text: string): readonly Candidate[] {
  const own = numberOf(index.terms, text);
  const family: Candidate[] = own === undefined ? [] : [{ term: own, closeness: 1 }];
  if (text.length < 3 || stopWords.has(text)) return family;
  const stemmed = stem(text);
  const longest = text.length + 'ning'.length;
  const [first, end] = termRange(index, stemPrefix(stemmed));
  for (let term = first; term < end; term++) {
    if (term === own || lengthOf(index, term) > longest) continue;
    if (stem(stringAt(index.terms, term)) === stemmed)
      family.push({ term, closeness: closeness.otherEnding });
  }
  return family;
}

function compoundsOf(index: SearchIndex, compounds: Iterable<string>): readonly Candidate[] {
  const found: Candidate[] = [];
  for (const compound of compounds) {
    const term = numberOf(index.terms, compound);
    if (term !== undefined) found.push({ term, closeness: 1 });
  }
  return found;
}

/** Too many words start with one or two letters; a single Chinese character may be half a word. */
function mayBeIncomplete(text: string, last: boolean): boolean {
  return !stopWords.has(text) && (text.length >= (last ? 2 : 3) || /[^\0-\x7f]/.test(text));
}

/** Terms that start with the text, the most common first. */
function completionsOf(index: SearchIndex, text: string): readonly Candidate[] {
  const [start, end] = termRange(index, text);
  const first = numberOf(index.terms, text) === undefined ? start : start + 1;
  const frequencies = Array.from({ length: end - first }, (_, at) => documentFrequency(index, first + at));
  return topScores(frequencies, maxCompletions).map((at) => {
    const term = first + at;
    return { term, closeness: closeness.completion * Math.sqrt(text.length / lengthOf(index, term)) };
  });
}

/** A word that almost no skill contains may itself be a typing error, so corrections are searched as well. */
function isRare(index: SearchIndex, frequency: number): boolean {
  return frequency <= librarySize(index) / 1_000;
}

/** One error is allowed from four letters on, two from eight. A number with an error is another number. */
function typosOf(index: SearchIndex, text: string): readonly Candidate[] {
  if (text.length < 4 || /\d/.test(text) || stopWords.has(text)) return [];
  const maxDistance = text.length < 8 ? 1 : maxTypingErrors;
  const signature = letterSignature(text);
  const found: Candidate[] = [];
  for (let term = 0; term < index.signatures.length; term++) {
    if (Math.abs(lengthOf(index, term) - text.length) > maxDistance) continue;
    if (!mayBeWithin(signature, index.signatures[term] ?? 0, maxDistance)) continue;
    const correction = stringAt(index.terms, term);
    const distance = editDistance(text, correction, maxDistance);
    if (distance === undefined || distance === 0 || correction.startsWith(nameSign)) continue;
    const factor = distance === 1 ? closeness.oneError : closeness.twoErrors;
    found.push({ term, closeness: factor * (correction[0] === text[0] ? 1 : closeness.otherFirstLetter) });
  }
  return found
    .sort((one, other) => other.closeness - one.closeness || one.term - other.term)
    .slice(0, maxTypos);
}

function lengthOf(index: SearchIndex, term: number): number {
  return (index.terms.starts[term + 1] ?? 0) - (index.terms.starts[term] ?? 0);
}
