/*
 * What someone typed, as terms to look for. However much it is, only the beginning counts: a search must not become
 * slow because somebody pasted a book.
 */

import { editDistance, letterSignature, mayBeWithin } from '../text/closest.js';
import { stem, stemPrefix, stopWords } from './english.js';
import { documentFrequency, type SearchIndex, termRange } from './search-index.js';
import { numberOf, sizeOf, stringAt } from './string-table.js';
import { importanceOf, nameSign, nameTerm, rarity } from './term-weights.js';
import { topScores } from './top-scores.js';
import { joined, wordsOf } from './words.js';

export interface Query {
  /** Each once, in the order typed. */
  readonly terms: readonly QueryTerm[];
  /** The term of the documents whose name is the whole query. */
  readonly name: string;
}

interface QueryTerm {
  readonly text: string;
  /** What it may be written in one piece with: "gif search" is also looked for as "gifsearch". */
  readonly compounds: ReadonlySet<string>;
  /** The last term may be still half typed. */
  readonly last: boolean;
}

const maxCharacters = 4_000;
const maxTerms = 32;

export function parseQuery(text: string): Query {
  const words = wordsOf(text.slice(0, maxCharacters));
  const compoundsOf = new Map<string, Set<string>>();
  const add = (part: string, compound: string) => compoundsOf.get(part)?.add(compound);
  const parts = words.flat();
  for (const part of parts) {
    if (compoundsOf.size < maxTerms) compoundsOf.set(part, new Set());
  }
  for (const word of words) {
    const compound = joined(word);
    if (word.length > 2) for (const part of word) add(part, compound);
  }
  parts.forEach((part, at) => {
    const next = parts[at + 1];
    if (next === undefined) return;
    add(part, joined([part, next]));
    add(next, joined([part, next]));
  });
  const terms = [...compoundsOf].map(([part, compounds]) => ({
    text: part,
    compounds,
    last: part === parts.at(-1),
  }));
  return { terms, name: nameTerm(words) };
}

/*
 * Which terms of an index answer one term of a query, and how well: the term itself, its other endings, a compound it
 * is part of, what begins with it, and what it may be a typing error for.
 */

export interface Expansion {
  /** What a perfect answer is worth. */
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
  const frequency = highestFrequency(index, family);
  const completions = mayBeHalfTyped(text, last) ? completionsOf(index, text) : [];
  // What was typed last and can be completed is rather unfinished than wrong.
  const mayBeWrong = isRare(index, frequency) && !(last && completions.length > 0);
  const typos = mayBeWrong ? typosOf(index, text) : [];

  // A word that is nowhere in the library matters as much as what it is probably a typing error for.
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
  /** 1 for the term itself, less the farther it is from what was typed. */
  readonly closeness: number;
}

const closeness = { otherEnding: 0.85, completion: 0.8, oneSlip: 0.8, twoSlips: 0.6, otherFirstLetter: 0.8 };
const maxCompletions = 32;
const maxTypos = 16;

function highestFrequency(index: SearchIndex, candidates: readonly Candidate[]): number {
  return Math.max(0, ...candidates.map(({ term }) => documentFrequency(index, term)));
}

/** The term itself and those that differ in their ending only. */
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

/** Few letters of an alphabet begin too much to mean anything; a single Chinese character may be half a word. */
function mayBeHalfTyped(text: string, last: boolean): boolean {
  return !stopWords.has(text) && (text.length >= (last ? 2 : 3) || /[^\0-\x7f]/.test(text));
}

/** What goes on after the text, the most common first. */
function completionsOf(index: SearchIndex, text: string): readonly Candidate[] {
  const [start, end] = termRange(index, text);
  const first = numberOf(index.terms, text) === undefined ? start : start + 1;
  const frequencies = Array.from({ length: end - first }, (_, at) => documentFrequency(index, first + at));
  return topScores(frequencies, maxCompletions).map((at) => {
    const term = first + at;
    return { term, closeness: closeness.completion * Math.sqrt(text.length / lengthOf(index, term)) };
  });
}

/** A word that almost no skill has may itself be an error, so what it may have been meant for is found as well. */
function isRare(index: SearchIndex, frequency: number): boolean {
  return frequency <= sizeOf(index.ids) / 1_000;
}

/** One slip from four letters on, two from eight. A slip in a number makes another number. */
function typosOf(index: SearchIndex, text: string): readonly Candidate[] {
  if (text.length < 4 || /\d/.test(text) || stopWords.has(text)) return [];
  const most = text.length < 8 ? 1 : 2;
  const signature = letterSignature(text);
  const found: Candidate[] = [];
  for (let term = 0; term < index.signatures.length; term++) {
    if (Math.abs(lengthOf(index, term) - text.length) > most) continue;
    if (!mayBeWithin(signature, index.signatures[term] ?? 0, most)) continue;
    const meant = stringAt(index.terms, term);
    const distance = editDistance(text, meant, most);
    if (distance === undefined || distance === 0 || meant.startsWith(nameSign)) continue;
    const slips = distance === 1 ? closeness.oneSlip : closeness.twoSlips;
    found.push({ term, closeness: slips * (meant[0] === text[0] ? 1 : closeness.otherFirstLetter) });
  }
  return found
    .sort((one, other) => other.closeness - one.closeness || one.term - other.term)
    .slice(0, maxTypos);
}

function lengthOf(index: SearchIndex, term: number): number {
  return (index.terms.starts[term + 1] ?? 0) - (index.terms.starts[term] ?? 0);
}
