/*
 * The text in what Gemini calls parts: a text, a part, or a list of either.
 */

import { isObject } from '../../text/shape.js';

/** Thoughts, pictures and calls have none. */
export function geminiText(content: unknown): string {
  const parts: readonly unknown[] = Array.isArray(content) ? content : [content];
  return parts
    .map((part) => (isObject(part) && part['thought'] !== true ? part['text'] : part))
    .filter((text) => typeof text === 'string')
    .join('');
}
