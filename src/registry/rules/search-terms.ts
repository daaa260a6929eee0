/*
 * The terms of an item for the search: those of its SKILL.md, as in a library, with the tags that it was published with.
 * Its slug counts as a name too.
 */

import { searchDocument } from '../../search/skill-document.js';
import { termsToBytes } from '../../search/term-bytes.js';
import { nameTerm, termWeights, type WeightedTerm } from '../../search/term-weights.js';
import { wordsOf } from '../../search/words.js';

export interface SearchedText {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly when_to_use: string | null;
  readonly skill_md: string;
}

/** As they are stored. */
export function searchTerms(text: SearchedText): Buffer {
  const { slug, name, description, tags, when_to_use, skill_md } = text;
  const document = {
    ...searchDocument(slug, new TextEncoder().encode(skill_md), slug),
    name,
    description: when_to_use === null ? description : `${description}\n${when_to_use}`,
  };
  const own = nameTerm(wordsOf(slug));
  if (own === nameTerm(wordsOf(name))) return bytesOf(termWeights({ ...document, tags }));
  return bytesOf([...termWeights({ ...document, tags: [...tags, slug] }), [own, 0]]);
}

function bytesOf(terms: readonly WeightedTerm[]): Buffer {
  return Buffer.from(termsToBytes(terms));
}
