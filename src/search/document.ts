/*
 * A searchable skill: five fields of text. The field determines how much a word counts, and each field has a length
 * limit, so that no single document can make the index large or slow.
 */

/** The searchable text of one skill. */
export interface SearchDocument {
  /** Unique in an index; a later document with the same id replaces the earlier one. */
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
  /** The weight of one occurrence in a field of typical length. */
  readonly weight: number;
  /** In words and parts of compounds. An occurrence counts less in a longer field, and more in a shorter one. */
  readonly typicalLength: number;
  /** How strongly the length matters, 0 to 1. */
  readonly lengthEffect: number;
  readonly maxCharacters: number;
}

/**
 * The typical lengths are fixed, not averages of the library, so that the weight of a word depends only on its document,
 * and changing one skill does not change the others.
 */
export const fieldRules: Readonly<Record<SearchField, FieldRule>> = {
  name: { weight: 30, typicalLength: 2, lengthEffect: 0.5, maxCharacters: 256 },
  tags: { weight: 12, typicalLength: 5, lengthEffect: 0.3, maxCharacters: 2_000 },
  description: { weight: 8, typicalLength: 30, lengthEffect: 0.4, maxCharacters: 4_000 },
  headings: { weight: 3, typicalLength: 40, lengthEffect: 0.6, maxCharacters: 10_000 },
  body: { weight: 1, typicalLength: 600, lengthEffect: 0.7, maxCharacters: 100_000 },
};
