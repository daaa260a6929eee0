/*
 * Private keys between their BEGIN and END lines, also with the line breaks escaped, as in a JSON string, and with
 * something before every line: a number, the name of a file.
 */

import type { Finding } from './find.js';

/** Of a key that is cut off, all up to the end of the text goes, or all from its start: the rest may be anywhere. */
export function findPrivateKeys(text: string): readonly Finding[] {
  const findings: Finding[] = [];
  let from = 0;
  border.lastIndex = 0;
  for (let match = border.exec(text); match !== null; match = border.exec(text)) {
    const { index } = match;
    const isBegin = text.startsWith('-----BEGIN', index);
    if (!(isBegin ? isFollowed(text, index) : isPreceded(text, from, index))) continue;
    const end = endOf(text, isBegin ? text.indexOf('-----END', index) : index);
    findings.push({ start: isBegin ? index : from, end, kind: 'private-key' });
    from = end;
    border.lastIndex = end;
  }
  return findings;
}

const border = /-----(?:BEGIN|END) [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;

function endOf(text: string, close: number): number {
  const end = close < 0 ? -1 : text.indexOf('-----', close + 8);
  return end < 0 ? text.length : end + 5;
}

/** By some of the key: code that only looks for such a line holds none. */
function isFollowed(text: string, index: number): boolean {
  keyAfter.lastIndex = index;
  return keyAfter.test(text);
}

const keyAfter =
  /-----[A-Z0-9 ]{1,64}-----(?:(?:[\s"'+,]|\\{1,4}[nr])*(?:[A-Za-z0-9+/]{10}|Proc-Type|Version|Comment)|(?:\r?\n|\\{1,4}[nr])[^\n]{0,160}?[A-Za-z0-9+/]{32})/y;

/** The last line of a key may be short, the one before it is not. */
function isPreceded(text: string, from: number, index: number): boolean {
  return /[A-Za-z0-9+/]{32}/.test(text.slice(Math.max(from, index - 300), index));
}
