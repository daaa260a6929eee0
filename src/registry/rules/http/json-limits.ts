/*
 * Refuses JSON that would cost much more than its size, before it is parsed: nested deeply, or of very many values. One
 * pass over the bytes, which need not be valid JSON.
 */

import { CoppiceError } from '../../../text/errors.js';

/** No schema of the API comes near it. */
export const maxJsonDepth = 32;

const quote = 0x22;
const backslash = 0x5c;

/** `maxValues` counts keys, members, elements and brackets. `part` names the text in the refusal. */
export function refuseCostlyJson(bytes: Uint8Array, maxValues: number, part: string): void {
  let [depth, values] = [0, 0];
  for (let at = 0; at < bytes.length; at += 1) {
    switch (bytes[at]) {
      case quote:
        at = endOfString(bytes, at);
        break;
      case 0x5b: // [
      case 0x7b: // {
        depth += 1;
        values += 1;
        if (depth > maxJsonDepth) throw tooMuch(part, `is nested deeper than ${maxJsonDepth} levels`);
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth -= 1;
        break;
      case 0x2c: // ,
      case 0x3a: // :
        values += 1;
        break;
      default:
    }
    if (values > maxValues) throw tooMuch(part, `has more than ${maxValues} keys and values`);
  }
}

function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== quote) at += bytes[at] === backslash ? 2 : 1;
  return at;
}

function tooMuch(part: string, what: string): CoppiceError {
  return new CoppiceError('too-large', `the ${part} ${what}`);
}
