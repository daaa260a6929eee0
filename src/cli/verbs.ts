/*
 * The program with all of its verbs. A new verb is a record in one of the files of verbs/ and a command that
 * load-command.ts loads for it.
 */

import { runProgram } from './frame/run-program.js';
import { loadCommand } from './load-command.js';
import type { Verb } from './rules/verb.js';
import { verbRecords } from './verbs/records.js';

// The parser checks what was typed against the very records that the types of the commands come from.
export const verbs = verbRecords.map((record) => ({
  ...record,
  load: loadCommand[record.name],
})) as readonly Verb[];

export function run(words: readonly string[]): Promise<number> {
  return runProgram(words, verbs);
}
