/*
 * The verb that hooks call. It stands alone because an agent waits for it: src/record-event.ts holds this verb and no other.
 */

import type { VerbRecord } from '../rules/verb.js';

export const recordVerb = {
  name: 'evidence record',
  group: 'evidence',
  summary: 'Take in one event of a session, for hooks',
  description: [
    'Reads one payload from standard input: what Claude Code hands to a hook, or one line in the generic shape. It is redacted and put aside, and the next command that shows evidence takes it in.',
    'So as not to get in the way of an agent, it prints nothing and exits with 0 even when it cannot record; then it says why on stderr.',
  ],
  arguments: [],
  flags: [
    {
      name: 'from',
      value: 'WHO',
      choices: ['claude-hook'],
      summary: 'Marks the command as one that hooks install wrote',
    },
  ],
  examples: [{ command: 'coppice evidence record < payload.json', says: 'as a hook does' }],
} as const satisfies VerbRecord;
