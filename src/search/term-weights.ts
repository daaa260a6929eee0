/*
 * The weights of terms, by BM25F. The occurrences of a term in all fields are added, weighted by field and field length,
 * and the sum is saturated, so that the tenth mention counts less than the first. The strength and fields of a term fit
 * into 16 bits, which is what an index stores. Rare terms are more important than common ones.
 */

import { fieldRules, type SearchDocument, type SearchField, searchFields } from './document.js';
import { stopWords } from './english.js';
import { librarySize, type SearchIndex } from './search-index.js';
import { joined, type Word, wordsOf } from './words.js';

/** Decode a weight with strengthOf and fieldsOf. */
export type WeightedTerm = readonly [term: string, weight: number];

/** Every term of the document with its weight. */
export function termWeights(document: SearchDocument): readonly WeightedTerm[] {
  const found = new Map<string, { sum: number; fields: number }>();
  searchFields.forEach((field, bit) => {
    const words = wordsOf(textOf(document, field));
    const worth = worthOf(
      field,
      words.reduce((length, word) => length + word.length, 0),
    );
    const add = (term: string, share = 1) => {
      const entry = found.get(term);
      if (entry === undefined) {
        found.set(term, { sum: worth * share, fields: 1 << bit });
      } else {
        entry.sum += worth * share;
        entry.fields |= 1 << bit;
      }
    };
    for (const word of words) {
      for (const part of word) add(part);
      if (word.length > 1) add(joined(word), field === 'name' ? nameInOnePiece : 1);
    }
    if (field === 'name' && words.length > 0) {
      add(nameTerm(words));
      if (words.length > 1) add(joined(words.flat()), nameInOnePiece);
    }
  });
  return Array.from(found, ([term, { sum, fields }]) => {
    const strength = Math.floor((strengthSteps * sum) / (sum + saturation));
    return [term, (strength << searchFields.length) | fields] as const;
  });
}

/** From 0 to less than 1. */
export function strengthOf(weight: number): number {
  return (weight >>> searchFields.length) / strengthSteps;
}

export function fieldsOf(weight: number): readonly SearchField[] {
  return searchFields.filter((_, bit) => (weight & (1 << bit)) !== 0);
}

/** The term that only documents with exactly this name have. No word contains its sign. */
export function nameTerm(name: readonly Word[]): string {
  return `${nameSign}${name.flat().join('')}`;
}

export const nameSign = '=';

/** Eleven bits beside the five of the fields. */
const strengthSteps = 0x7ff;

/** The sum at which a term has half of its possible strength. */
const saturation = 8;

/** The share of a name in one piece, so that "gifserch" finds gif-search without outweighing the parts. */
const nameInOnePiece = 0.25;

function textOf(document: SearchDocument, field: SearchField): string {
  const value = document[field];
  return (typeof value === 'string' ? value : value.join('\n')).slice(0, fieldRules[field].maxCharacters);
}

function worthOf(field: SearchField, length: number): number {
  const { weight, typicalLength, lengthEffect } = fieldRules[field];
  return weight / (1 - lengthEffect + (lengthEffect * length) / typicalLength);
}

/** `frequency` is the number of documents that contain the term. */
export function importanceOf(index: SearchIndex, term: string, frequency: number): number {
  return rarity(index, frequency) * (stopWords.has(term) ? stopWordShare : 1);
}

export function rarity(index: SearchIndex, frequency: number): number {
  const others = librarySize(index) + virtualDocuments - frequency;
  return Math.log(1 + (others + 0.5) / (frequency + 0.5));
}

/** Stop words count a little, so that a query of stop words still finds something. */
export const stopWordShare = 0.1;

/** Added to the number of skills, so that in a library of five a word in two of them still counts. */
const virtualDocuments = 100;
