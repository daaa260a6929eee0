/*
 * What can be searched: a skill as five fields of text. How much a word counts depends on the field it stands in,
 * and only so much of each field is read, so that no single document can make the index large or slow.
 */

/** What is searched of one skill. */
export interface SearchDocument {
  /** Unique in an index; a later document with the same id replaces the earlier. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly headings: readonly string[];
  readonly body: string;
}

/** Strongest first. */
export const searchFields = ['name', 'tags', 'description', 'headings', 'body'] as const;
export type SearchField = (typeof searchFields)[number];

export interface FieldRule {
  /** What one occurrence counts in a field of typical length. */
  readonly weight: number;
  /** In words, and parts of compounds. Longer fields count an occurrence less, shorter ones more. */
  readonly typicalLength: number;
  /** How strongly the length matters, 0 to 1. */
  readonly lengthEffect: number;
  readonly maxCharacters: number;
}

/**
 * The typical lengths are fixed, not averages of the library: the weight of a word in a document then depends on
 * that document alone, and changing one skill changes no other's.
 */
export const fieldRules: Readonly<Record<SearchField, FieldRule>> = {
  name: { weight: 30, typicalLength: 2, lengthEffect: 0.5, maxCharacters: 256 },
  tags: { weight: 12, typicalLength: 5, lengthEffect: 0.3, maxCharacters: 2_000 },
  description: { weight: 8, typicalLength: 30, lengthEffect: 0.4, maxCharacters: 4_000 },
  headings: { weight: 3, typicalLength: 40, lengthEffect: 0.6, maxCharacters: 10_000 },
  body: { weight: 1, typicalLength: 600, lengthEffect: 0.7, maxCharacters: 100_000 },
};
