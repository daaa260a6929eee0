/*
 * The program with all of its verbs.
 */

import { runProgram } from './run-program.js';
import { verbs } from './verbs.js';

export function run(words: readonly string[]): Promise<number> {
  return runProgram(words, verbs);
}
