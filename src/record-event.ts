/*
 * `coppice evidence record` alone, built as one file.
 */

import { runProgram } from './cli/frame/run-program.js';
import { recordVerb } from './cli/verbs/evidence-record.js';

const loadRecord = async () => (await import('./cli/commands/evidence/record.js')).runEvidenceRecord;

export function run(words: readonly string[]): Promise<number> {
  return runProgram(words, [{ ...recordVerb, load: loadRecord }]);
}
