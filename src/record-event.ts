/*
 * `coppice evidence record` alone, built as one file.
 */

import { runEvidenceRecord } from './cli/commands/evidence/record.js';
import { processContext } from './cli/frame/process-context.js';
import { runProgram } from './cli/frame/run-program.js';
import { recordVerb } from './cli/verbs/evidence-record.js';

export function run(words: readonly string[]): Promise<number> {
  const verb = { ...recordVerb, load: async () => runEvidenceRecord };
  return runProgram(words, [verb], async () => processContext(process));
}
