/*
 * The names of the agents alone, for what must start fast and needs no record: every command loads the table of verbs,
 * and a verb offers these names.
 */

import type { AgentName } from './index.js';

/** In the order of the records. */
export const agentNames = [
  'claude',
  'codex',
  'gemini',
  'opencode',
  'hermes',
  'openclaw',
  'qwen',
  'copilot',
  'cursor',
  'pi',
] as const satisfies readonly AgentName[];
