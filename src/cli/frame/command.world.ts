/*
 * What is typed, parsed as the program does it, for the tests of commands.
 */

import { parseArguments } from '../rules/parse-arguments.js';
import { type Input, typedInput, type VerbName } from '../verbs/records.js';
import { verbs } from '../verbs.js';

export function inputOf<Name extends VerbName>(name: Name, ...words: readonly string[]): Input<Name> {
  const parsed = parseArguments([...name.split(' '), ...words], verbs);
  if (parsed.kind !== 'run') throw new Error(`nothing is run by: ${name} ${words.join(' ')}`);
  return typedInput(parsed, name);
}
