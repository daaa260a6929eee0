/*
 * Finds private keys between their BEGIN and END lines.
 */

import type { Finding } from './find.js';

/**
 * Private keys between their BEGIN and END lines, also with escaped line breaks, as in JSON, and with a line number or
 * file name before every line. If one of the two lines is missing, the key extends to the end or the start of the text.
 */
export function findPrivateKeys(text: string): readonly Finding[] {
  const findings: Finding[] = [];
  let from = 0;
  border.lastIndex = 0;
  for (let match = border.exec(text); match !== null; match = border.exec(text)) {
    const { index } = match;
    const isBegin = /^-+ ?BEGIN/.test(text.slice(index, index + 12));
    if (!(isBegin ? isFollowed(text, index) : isPreceded(text, from, index))) continue;
    const end = endOf(text, isBegin ? endLine(text, index) : index);
    findings.push({ start: isBegin ? index : from, end, kind: 'private-key' });
    from = end;
    border.lastIndex = end;
  }
  return findings;
}

/** Keys of SSH2 have four signs and a blank. */
const border = /----(?:-|(?= ))[ ]?(?:BEGIN|END) [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}/g;

function endLine(text: string, from: number): number {
  const close = text.indexOf('----END', from);
  return close < 0 ? text.indexOf('---- END', from) : close;
}

function endOf(text: string, close: number): number {
  const end = close < 0 ? -1 : text.indexOf('----', close + 8);
  return end < 0 ? text.length : end + (text.charAt(end + 4) === '-' ? 5 : 4);
}

/** Whether part of a key follows: code that only searches for such a line contains none. */
function isFollowed(text: string, index: number): boolean {
  keyAfter.lastIndex = index;
  return keyAfter.test(text);
}

const keyAfter =
  /----[A-Z0-9 -]{1,64}----(?:(?:[\s"'+,]|\\{1,4}[nr])*(?:[A-Za-z0-9+/]{10}|Proc-Type|Version|Comment)|(?:\r?\n|\\{1,4}[nr])[^\n]{0,160}?[A-Za-z0-9+/]{32})/y;

/** Whether part of a key precedes. Its last line may be short, but the one before is not. */
function isPreceded(text: string, from: number, index: number): boolean {
  return /[A-Za-z0-9+/]{32}/.test(text.slice(Math.max(from, index - 300), index));
}
