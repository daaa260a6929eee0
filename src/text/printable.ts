/*
 * Makes text by strangers safe to print. What a terminal would obey, or would not show, is written out instead
 * (`\u{202e}`): controls, escape sequences, characters that turn the direction of writing, and all that are
 * invisible. Otherwise a description could move the cursor, rewrite the line above, or hide words from its reader.
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

/** The usual case: to make the other expression ready takes longer than many a command. */
const plainText = /^[ -~]*$/;

/** Emoji are taken as a whole first: in them, and only in them, joiners and selectors show. */
const emojiOrUnsafe = new RegExp(
  `(${emojiSequence.source})|[\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\uFFF9-\\uFFFB]`,
  'gu',
);
