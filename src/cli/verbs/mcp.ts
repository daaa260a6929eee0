/*
 * The verb that agents start themselves.
 */

import type { Verb } from '../verb.js';

export const mcpVerbs: readonly Verb[] = [
  {
    name: 'mcp',
    group: 'find',
    summary: 'Offer the skills to an agent over MCP',
    description: [
      'For the settings of an agent, which starts it: it speaks the Model Context Protocol on stdin and stdout, says everything else on stderr, and ends when stdin is closed. Tools list, open, search, write and restore skills, show their usage, and search and install from the registry; skills are resources too, for agents that know the Skills extension.',
      'The project is that of the folder it is started in, unless --project names another. Opening a skill counts as a use, and what is written is by an agent.',
    ],
    arguments: [],
    flags: [
      {
        name: 'project',
        value: 'DIR',
        completes: 'path',
        summary: 'A folder in the project, for an agent that starts it elsewhere',
      },
      { name: 'read-only', summary: 'Without the tools that change skills or the project' },
      { name: 'no-telemetry', summary: 'Tell the registry nothing about what is installed' },
    ],
    examples: [
      { command: 'coppice mcp', says: 'what the settings of an agent start' },
      { command: 'coppice mcp --read-only', says: 'for an agent that is not to write' },
    ],
    load: async () => (await import('../commands/mcp.js')).runMcp,
  },
];
