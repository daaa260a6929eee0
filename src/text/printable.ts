/*
 * Makes text from strangers safe to print. Characters that a terminal interprets or does not show are written as
 * escapes (`\u{202e}`): control characters, escape sequences, characters that change the text direction, and invisible
 * ones. Otherwise a description could move the cursor, rewrite the line above, or hide words from its reader.
 */

import { emojiSequence } from './width.js';

interface PrintableOptions {
  /** Keeps line breaks (as a line feed) and tabs; without it the result is one line. */
  readonly multiline?: boolean;
}

export function printable(text: string, { multiline = false }: PrintableOptions = {}): string {
  if (plainText.test(text)) return text;
  const lines = multiline ? text.replaceAll('\r\n', '\n') : text;
  return lines.replace(emojiOrUnsafe, (found: string, emoji: string | undefined) => {
    if (emoji !== undefined) return emoji;
    if (multiline && (found === '\n' || found === '\t')) return found;
    return `\\u{${found.codePointAt(0)?.toString(16)}}`;
  });
}

/** The common case: compiling the other expression takes longer than many commands. */
const plainText = /^[ -~]*$/;

/** Emoji are matched as a whole first: only in them are joiners and selectors visible. */
const emojiOrUnsafe = new RegExp(
  `(${emojiSequence.source})|[\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\uFFF9-\\uFFFB]`,
  'gu',
);
