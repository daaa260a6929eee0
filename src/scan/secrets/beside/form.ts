/*
 * A form in which a secret is written: a pattern that matches at a place of the text, with the secret as its first capture.
 */

import type { Finding } from '../find.js';
import { isPlaceholder } from '../secret-value.js';
import { type Sign, signs } from '../sign.js';

export interface Form {
  readonly kind: string;
  /** Sticky and with indices. The capture is the secret; what comes before it may be in a look back. */
  readonly pattern: RegExp;
  /** Whether the secret may look like a reference to another value. */
  readonly mayBeReference?: true;
  /** A condition on the secret and the text of the match before it. */
  readonly accepts?: (secret: string, before: string) => boolean;
}

/** The secret that is written at this place in one of the forms. */
export function secretAt(text: string, at: number, forms: readonly Form[]): Finding | undefined {
  for (const { kind, pattern, mayBeReference, accepts } of forms) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    const range = match?.indices?.[1];
    if (range === undefined) continue;
    const [start, end] = range;
    const secret = text.slice(start, end);
    if (secret.length < 3 || (!mayBeReference && isPlaceholder(secret))) continue;
    if (accepts?.(secret, text.slice(at, start)) !== false) return { start, end, kind };
  }
  return undefined;
}

/** The signs of forms by their words. The patterns are made when a text has such a word, because few texts do. */
export function formSigns(forms: Readonly<Record<string, () => readonly Form[]>>): readonly Sign[] {
  return Object.entries(forms).flatMap(([words, make]) => {
    const made = once(make);
    return signs(words, (text, at) => secretAt(text, at, made()));
  });
}

/** The value of a function that is called once, when it is first needed: a program that starts makes no patterns. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
