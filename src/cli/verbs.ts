/*
 * The table of verbs. A new verb is a record in one of these files and a command that it loads.
 */

import type { Verb } from './verb.js';
import { careVerbs } from './verbs/care.js';
import { evidenceVerbs } from './verbs/evidence.js';
import { evolveVerbs } from './verbs/evolve.js';
import { findVerbs } from './verbs/find.js';
import { historyVerbs } from './verbs/history.js';
import { mcpVerbs } from './verbs/mcp.js';
import { programVerbs } from './verbs/program.js';
import { registryVerbs } from './verbs/registry.js';
import { registryAdminVerbs } from './verbs/registry-admin.js';
import { scheduleVerbs } from './verbs/schedule.js';
import { shareVerbs } from './verbs/share.js';
import { writeVerbs } from './verbs/write.js';

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
