/*
 * The verb that hooks call. It stands alone because it runs after every call of a tool: src/record-event.ts holds this
 * verb and no other.
 */

import type { VerbRecord } from '../rules/verb.js';

export const recordVerb = {
  name: 'evidence record',
  group: 'evidence',
  summary: 'Record one event of a session, for hooks',
  description: [
    'Reads one payload from standard input: what Claude Code, Codex or Qwen Code passes to a hook, or one line in the generic format. The payload is redacted and stored, and the next command that shows evidence processes it.',
    'So as not to disturb the agent, it prints nothing and exits with 0 even if it cannot record the event; the reason is then on stderr.',
  ],
  arguments: [],
  flags: [
    {
      name: 'from',
      value: 'WHO',
      choices: ['claude-hook', 'codex-hook', 'qwen-hook'],
      summary: 'Which agent calls the hook; hooks install writes this flag into the command',
    },
  ],
  examples: [{ command: 'coppice evidence record < payload.json', says: 'as a hook does' }],
} as const satisfies VerbRecord;
