/*
 * The table of verbs. A new verb is a record in one of these files and a command that it loads.
 */

import { runProgram } from './frame/run-program.js';
import type { Verb } from './rules/verb.js';
import { careVerbs } from './verbs/care.js';
import { evidenceVerbs } from './verbs/evidence.js';
import { evolveVerbs } from './verbs/evolve.js';
import { findVerbs, mcpVerbs } from './verbs/find.js';
import { programVerbs } from './verbs/program.js';
import { registryVerbs } from './verbs/registry.js';
import { registryAdminVerbs } from './verbs/registry-admin.js';
import { scheduleVerbs } from './verbs/schedule.js';
import { shareVerbs } from './verbs/share.js';
import { historyVerbs, writeVerbs } from './verbs/write.js';

export const verbs: readonly Verb[] = [
  ...findVerbs,
  ...mcpVerbs,
  ...writeVerbs,
  ...historyVerbs,
  ...careVerbs,
  ...evidenceVerbs,
  ...evolveVerbs,
  ...scheduleVerbs,
  ...shareVerbs,
  ...registryVerbs,
  ...registryAdminVerbs,
  ...programVerbs,
];

/*
 * The program with all of its verbs.
 */

export function run(words: readonly string[]): Promise<number> {
  return runProgram(words, verbs);
}
