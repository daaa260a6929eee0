/*
 * How well each document of an index matches a query by its words: a number from 0 to 1, which orders the documents. The
 * question and the keywords are scored apart, each as the share of its words that a document has, weighted by the
 * importance of each word; in one text, a long question would drown the few words that matter.
 */

import { stopWords } from './english.js';
import { type Expansion, expand } from './expand.js';
import { parseKeywords, parseQuestion, type QueryTerm, type SearchQuery } from './query.js';
import { eachPosting, type SearchIndex } from './search-index.js';
import { numberOf, sizeOf } from './string-table.js';
import { stopWordShare, strengthOf } from './term-weights.js';

export interface WordScores {
  /** One per document of the index, 0 where nothing matches, and 1 only where the name is the whole question. */
  readonly scores: Float64Array;
  readonly expansions: readonly Expansion[];
  /** The share of what is asked for, by the importance of its words, that a document has in any form. */
  coverageOf(document: number): number;
  /** The share of the question, by the importance of its words, that hardly any skill of the library has. */
  readonly unknownShare: number;
}

export function wordScores(index: SearchIndex, query: SearchQuery): WordScores {
  const { keywords = [] } = query;
  const asked = parseQuestion(query);
  const ofQuestion = scoresOfTerms(index, asked.terms);
  const ofKeywords = scoresOfTerms(index, parseKeywords(keywords));
  const share =
    ofKeywords.expansions.length === 0 ? 0 : ofQuestion.expansions.length === 0 ? 1 : keywordShare;
  const scores = ofQuestion.scores.map((score, document) =>
    rounded((1 - share) * score + share * (ofKeywords.scores[document] ?? 0)),
  );
  if (asked.terms.length > 0) for (const document of documentsNamed(index, asked.name)) scores[document] = 1;
  return {
    scores,
    expansions: [...ofQuestion.expansions, ...ofKeywords.expansions],
    unknownShare: ofQuestion.unknownShare,
    coverageOf: (document) =>
      scores[document] === 1
        ? 1
        : (1 - share) * ofQuestion.coverageOf(document) + share * ofKeywords.coverageOf(document),
  };
}

/** Of the keywords in the score. Values from 0.7 to 0.9 hardly differ. */
const keywordShare = 0.8;

/** Equal where only the order of additions differs; never 0 for a match, and 1 for a whole name alone. */
function rounded(score: number): number {
  return Math.min(1 - 1e-6, Math.ceil(score * 1e6) / 1e6);
}

function scoresOfTerms(index: SearchIndex, terms: readonly QueryTerm[]): WordScores {
  if (terms.length === 0)
    return {
      scores: new Float64Array(sizeOf(index.ids)),
      expansions: [],
      coverageOf: () => 0,
      unknownShare: 0,
    };
  const expansions = terms.map((term) => expand(index, term));
  return {
    ...scoresOf(index, expansions, wholeOf(terms, expansions)),
    expansions,
    unknownShare: unknownShareOf(terms, expansions),
  };
}

function unknownShareOf(terms: readonly QueryTerm[], expansions: readonly Expansion[]): number {
  let [unknown, all] = [0, 0];
  expansions.forEach(({ importance, isUnknown }, at) => {
    if (stopWords.has(terms[at]?.text ?? '')) return;
    all += importance;
    if (isUnknown) unknown += importance;
  });
  return all === 0 ? 0 : unknown / all;
}

function documentsNamed(index: SearchIndex, name: string): Uint32Array {
  const term = numberOf(index.terms, name);
  if (term === undefined) return new Uint32Array();
  return index.documents.subarray(index.postingStarts[term], index.postingStarts[term + 1]);
}

/** The value of a perfect match of every term. For a query of stop words it is higher, so no hit is good. */
function wholeOf(terms: readonly QueryTerm[], expansions: readonly Expansion[]): number {
  const whole = expansions.reduce((sum, { importance }) => sum + importance, 0);
  return terms.every(({ text }) => stopWords.has(text)) ? whole / stopWordShare : whole;
}

/** The extra penalty for missing words, beyond what they would have added. */
const completeness = 0.5;

function scoresOf(
  index: SearchIndex,
  expansions: readonly Expansion[],
  whole: number,
): Pick<WordScores, 'scores' | 'coverageOf'> {
  const answered = new Float64Array(sizeOf(index.ids));
  const covered = new Float64Array(sizeOf(index.ids));
  const byTerm = new Float64Array(sizeOf(index.ids));
  for (const { importance, answers } of expansions) {
    for (const { term, worth } of answers) {
      eachPosting(index, term, (document, weight) => {
        const value = worth * strengthOf(weight);
        if (value > (byTerm[document] ?? 0)) byTerm[document] = value;
      });
    }
    for (let document = 0; document < byTerm.length; document++) {
      const value = byTerm[document] ?? 0;
      if (value === 0) continue;
      answered[document] = (answered[document] ?? 0) + value;
      covered[document] = (covered[document] ?? 0) + importance;
      byTerm[document] = 0;
    }
  }
  const coverageOf = (document: number) => (covered[document] ?? 0) / (whole || 1);
  const scores = answered.map(
    (value, document) => (value / (whole || 1)) * (1 - completeness * (1 - coverageOf(document))),
  );
  return { scores, coverageOf };
}
