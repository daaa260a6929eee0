/*
 * Expands a term of a query into the matching terms of an index: the term itself, its other endings, compounds with it,
 * completions, corrections of typing errors, and other words for it.
 */

import { editDistance, letterSignature, mayBeWithin } from '../text/closest.js';
import { root, stem, stopWords } from './english.js';
import type { QueryTerm } from './query.js';
import { documentFrequency, librarySize, type SearchIndex, termRange } from './search-index.js';
import { numberOf, stringAt } from './string-table.js';
import type { Alternative } from './synonyms.js';
import { importanceOf, nameSign, rarity } from './term-weights.js';
import { topScores } from './top-scores.js';

export interface Expansion {
  /** The value of a perfect match. */
  readonly importance: number;
  readonly answers: readonly TermMatch[];
  /** A word that says something, but that hardly any skill of the library has. */
  readonly isUnknown: boolean;
}

interface TermMatch {
  /** The number of a term in the index. */
  readonly term: number;
  /** At most the importance. */
  readonly worth: number;
}

export function expand(index: SearchIndex, query: QueryTerm): Expansion {
  return query.isForeign ? expandForeign(index, query) : expandEnglish(index, query);
}

/** A word that the library does not have in any language says nothing. */
function expandForeign(index: SearchIndex, { text, alternatives }: QueryTerm): Expansion {
  const candidates = [...familyOf(index, text), ...alternativesOf(index, alternatives)];
  const importance =
    candidates.length === 0 ? 0 : importanceOf(index, text, highestFrequency(index, candidates));
  return { importance, answers: answersOf(index, candidates, importance), isUnknown: false };
}

function alternativesOf(index: SearchIndex, alternatives: readonly Alternative[]): readonly Candidate[] {
  return alternatives.flatMap(({ text, closeness: share }) =>
    familyOf(index, text).map(({ term, closeness: own }) => ({ term, closeness: own * share })),
  );
}

function answersOf(
  index: SearchIndex,
  candidates: readonly Candidate[],
  importance: number,
): readonly TermMatch[] {
  return candidates.map(({ term, closeness: own }) => ({
    term,
    worth: own * Math.min(importance, rarity(index, documentFrequency(index, term))),
  }));
}

function expandEnglish(index: SearchIndex, { text, compounds, last, alternatives }: QueryTerm): Expansion {
  const family = familyOf(index, text);
  const frequency = Math.max(highestFrequency(index, family), index.library?.frequencyOf(text) ?? 0);
  const completions = mayBeIncomplete(text, last) ? completionsOf(index, text) : [];
  // A last term that can be completed is more likely unfinished than wrong.
  const mayBeWrong = isRare(index, frequency) && !(last && completions.length > 0);
  const typos = mayBeWrong ? typosOf(index, text) : [];

  // A word that is not in the library is as important as its probable correction.
  const importance = importanceOf(index, text, frequency > 0 ? frequency : highestFrequency(index, typos));
  const candidates = [
    ...family,
    ...compoundsOf(index, compounds),
    ...completions,
    ...typos,
    ...alternativesOf(index, alternatives),
  ];
  const isUnknown = isRare(index, frequency) && !stopWords.has(text);
  return { importance, answers: answersOf(index, candidates, importance), isUnknown };
}

interface Candidate {
  readonly term: number;
  /** 1 for the term itself, less for terms that differ more from what was typed. */
  readonly closeness: number;
}

const closeness = {
  otherEnding: 0.85,
  /** Another part of speech: deploy and deployment. */
  otherForm: 0.5,
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

/** The term itself, and terms of the same root. */
function familyOf(index: SearchIndex, text: string): readonly Candidate[] {
  const own = numberOf(index.terms, text);
  const family: Candidate[] = own === undefined ? [] : [{ term: own, closeness: 1 }];
  if (text.length < 3 || stopWords.has(text)) return family;
  const [stemmed, ownRoot] = [stem(text), root(text)];
  const longest = text.length + 'isation'.length;
  const [first, end] = termRange(index, ownRoot);
  for (let term = first; term < end; term++) {
    if (term === own || lengthOf(index, term) > longest) continue;
    const other = stringAt(index.terms, term);
    if (root(other) !== ownRoot) continue;
    family.push({ term, closeness: stem(other) === stemmed ? closeness.otherEnding : closeness.otherForm });
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
