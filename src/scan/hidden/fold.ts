/*
 * Text as it is meant to be read: no invisible characters, no emphasis, single spaces, and letters borrowed from
 * another script put back. Only for matching: what is shown to people is made by `shown`.
 */

import { withoutLookAlikes } from './look-alikes.js';

/** As one line. */
export function normalizeText(text: string): string {
  return inPlainLetters(text)
    .replace(emphasis, '')
    .replace(/\s{2,}|[^\S ]/g, ' ');
}

/** Line by line, of a text in plain letters. */
export function normalizeLines(text: string): string {
  return text.replace(emphasis, '').replace(/[^\S\r\n]{2,}|[^\S \r\n]/g, ' ');
}

export function inPlainLetters(text: string): string {
  if (!/[^\x00-\x7f]/.test(text)) return text;
  return withoutLookAlikes(text.normalize('NFKC').replace(ignorable, '').replace(/[‘’]/g, "'"));
}

/** Looked for by its marks, and from there at what is around them: to look at every place for each takes ten times as long. */
const emphasis = /[*~_](?:(?<=\*)\**|(?<=~)~|(?<=(?<!\w)_)_{0,2}(?=\w)|(?<=\w_)_{0,2}(?!\w))/g;
const ignorable = /\p{Default_Ignorable_Code_Point}/gu;
