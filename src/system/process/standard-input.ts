/*
 * What was piped into the program.
 */

import { readFileSync } from 'node:fs';

const standardInput = 0;

/** All of it; waits for its end. */
export function readStandardInput(): Uint8Array {
  return readFileSync(standardInput);
}
