/*
 * A sign is a literal text at which a secret may be: a name, a word of a command, the start of a token. All signs are
 * searched for at once; then the rule of the sign decides at its place.
 */

import type { Finder, Finding } from './find.js';

export type Sign = {
  /** In lower case, at least three characters; found in any case. */
  readonly text: string;
} & ({ readonly find: SignRule } | { readonly findAll: Finder });

/** A value that is known to be a secret, with the sign by which it is searched for. */
export interface KnownValue {
  /** Its first characters, which identify it. */
  readonly start: string;
  readonly sign: Sign;
}

/** The secret that belongs to the sign at this place of the text, if there is one. */
export type SignRule = (text: string, at: number) => Finding | undefined;

/** Several signs with the same rule. */
export function signs(texts: string, find: SignRule): readonly Sign[] {
  return texts.split('|').map((text) => ({ text, find }));
}
