/*
 * The secret parts of keys that are written as data: `"d"` of a JSON Web Key, `<D>` of an XML key, the numbers of a key pair.
 */

import type { Finding } from '../find.js';
import type { Sign } from '../sign.js';

export function keyPartSigns(): readonly Sign[] {
  return [
    { text: '"kty', findAll: (text) => allOf(text, webKeyPart) },
    { text: 'rsakeyvalue', findAll: (text) => allOf(text, xmlKeyPart) },
    ...['keypair', 'secretkey', 'secret_key', 'privatekey', 'private_key'].map((word) => ({
      text: word,
      findAll: (text: string) => allOf(text, keyNumbers),
    })),
  ];
}

const webKeyPart = /(?<![\w])(?:d|k|p|q|dp|dq|qi)\\{0,3}" ?: ?\\{0,3}"([\w-]{20,1400})(?=\\{0,3}")/dg;
const xmlKeyPart = /<(?:D|P|Q|DP|DQ|InverseQ)>([\w+/=]{20,1400})(?=<)/dg;
/** As many bytes as a key has. */
const keyNumbers = /\[ ?((?:\d{1,3}, ?){15,127}\d{1,3}) ?\]/dg;

function allOf(text: string, pattern: RegExp): readonly Finding[] {
  const findings: Finding[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [start, end] = match.indices?.[1] ?? [0, 0];
    findings.push({ start, end, kind: 'private-key' });
  }
  return findings;
}
