/*
 * What is typed, parsed as the program does it, for the tests of commands.
 */

import type { Input } from '../rules/input.js';
import { parseArguments } from '../rules/parse-arguments.js';
import { verbs } from '../verbs.js';

export function inputOf(words: readonly string[]): Input {
  const parsed = parseArguments(words, verbs);
  if (parsed.kind !== 'run') throw new Error(`nothing is run by: ${words.join(' ')}`);
  return parsed.input;
}
