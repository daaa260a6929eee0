/*
 * Private keys between their BEGIN and END lines, also with the line breaks escaped, as in a JSON string.
 */

import type { Finding } from './find.js';

/** A key whose end is missing goes to the end of the text: the rest of it may be anywhere. */
export function findPrivateKeys(text: string): readonly Finding[] {
  const findings: Finding[] = [];
  privateKey.lastIndex = 0;
  for (let match = privateKey.exec(text); match !== null; match = privateKey.exec(text)) {
    const close = text.indexOf('-----END', match.index);
    const closeEnd = close < 0 ? -1 : text.indexOf('-----', close + 8);
    const end = closeEnd < 0 ? text.length : closeEnd + 5;
    findings.push({ start: match.index, end, kind: 'private-key' });
    privateKey.lastIndex = end;
  }
  return findings;
}

/** With some of the key: code that only looks for such a line holds none. */
const privateKey =
  /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:[\s"'+,]|\\{1,4}[nr])*(?:[A-Za-z0-9+/]{10}|Proc-Type|Version|Comment)/g;
