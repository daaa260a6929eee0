/*
 * Verbs that find skills, open them and use them.
 */

import { defaultBudgetTokens } from '../rules/defaults.js';
import type { VerbRecord } from '../rules/verb.js';
import { kindFlag } from './share.js';

export const findVerbs = [
  {
    name: 'list',
    group: 'find',
    summary: 'List the skills there are, one line each',
    description: [
      'Skills are looked for in the project you are in, in your own library, and in the folders of the agents on this machine. Of several with the same name, the first in that order counts.',
    ],
    arguments: [],
    flags: [
      { name: 'category', value: 'NAME', summary: 'Only those of one category' },
      {
        name: 'query',
        value: 'TEXT',
        summary: 'Only those with all of these words in name, description, category or tags',
      },
      { name: 'limit', value: 'N', summary: 'At most so many; the cursor for the next page is printed' },
      { name: 'cursor', value: 'CURSOR', summary: 'The page after the one that ended with this cursor' },
      { name: 'all', summary: 'Also those that are not offered, with the reason' },
      { name: 'plugins', summary: 'Also those of plugins, where --root has left them out' },
    ],
    examples: [
      { command: 'coppice list', says: 'everything that is offered here' },
      { command: 'coppice list --query "pdf forms"', says: 'those about forms in PDF files' },
      { command: 'coppice list --root claude --json', says: 'those of one agent, for a program' },
    ],
  },
  {
    name: 'view',
    group: 'find',
    summary: 'Show a whole skill, or one of its files',
    description: [
      'NAME is a name, the name of a folder, or an id such as home:gif-search. FILE is relative to the folder of the skill. Both count as a view of the skill.',
    ],
    arguments: [
      { name: 'name', summary: 'The skill' },
      { name: 'file', summary: 'One of its files', optional: true },
    ],
    flags: [],
    examples: [
      { command: 'coppice view gif-search', says: 'its instructions and the list of its files' },
      { command: 'coppice view gif-search references/api.md', says: 'one of the files' },
    ],
  },
  {
    name: 'search',
    group: 'find',
    summary: 'Find the skills that fit a need, best first',
    description: [
      'Looks at names, descriptions, tags, headings and bodies; beginnings of words and typing errors are understood. A score is from 0 to 1; when even the best is low, that is said.',
      'When nothing that is offered fits well and a skill in an archive does, it is named, with how to bring it back.',
      'With --semantic the meaning counts too, so that other words for the same thing find a skill. That takes a model (search.model in the configuration) that reads every skill once and remembers; it runs on this machine unless you name an endpoint, nothing is downloaded unasked, and one that is not there is an error.',
    ],
    arguments: [{ name: 'text', summary: 'What you need, in your own words', repeat: true }],
    flags: [
      { name: 'archived', summary: 'Also those that are archived, marked as such' },
      { name: 'limit', value: 'N', fallback: '10', summary: 'At most so many' },
      { name: 'semantic', summary: 'By meaning as well as by words, with an embedding model' },
      {
        name: 'rerank',
        summary: 'Let a reranking model (search.reranker) put the best twenty in order; implies --semantic',
      },
      { name: 'registry', summary: 'What is published in the registry of the project or of the last login' },
      { ...kindFlag, summary: 'Only with --registry: of which kind' },
    ],
    examples: [
      { command: 'coppice search fill in pdf forms', says: 'the best ten' },
      {
        command: 'coppice search --semantic the disk is running out',
        says: 'also those that say it otherwise',
      },
      { command: 'coppice search deploy --archived', says: 'also the forgotten ones' },
      { command: 'coppice search --registry release notes', says: 'what the team has published' },
    ],
  },
  {
    name: 'prompt',
    group: 'find',
    summary: 'Print the index of skills for the prompt of an agent, within a budget',
    description: [
      'Pinned skills come first, then those that are used most, then the others by category. A token is counted as four characters. How much is saved against the full listing is told on stderr.',
    ],
    arguments: [],
    flags: [
      {
        name: 'budget',
        value: 'TOKENS',
        fallback: String(defaultBudgetTokens),
        summary: 'The most that the index may take',
      },
      { name: 'query', value: 'TEXT', summary: 'Put the skills that fit this before all others' },
    ],
    examples: [
      { command: 'coppice prompt --budget 1000', says: 'the most useful skills in a thousand tokens' },
      { command: 'coppice prompt --query "make slides"', says: 'what fits the task first' },
    ],
  },
  {
    name: 'commands',
    group: 'find',
    summary: 'List the commands that skills and bundles can be invoked by',
    description: [
      'A bundle is a file bundles/NAME.toml in the home with name, skills and perhaps an instruction; it invokes several skills at once.',
    ],
    arguments: [],
    flags: [{ name: 'plugins', summary: 'Also those of plugins, where --root has left them out' }],
    examples: [{ command: 'coppice commands', says: 'what can be typed after coppice invoke' }],
  },
  {
    name: 'invoke',
    group: 'find',
    summary: 'Print the message that invokes a skill, and count the use',
    description: [
      'COMMAND is one to five commands (/gif-search, with hyphens or underscores), each a skill or a bundle, and then the instruction for the agent. A skill can also be named by its id (home:gif-search), and one of a plugin as plugin:skill.',
      'Variables in the skill are filled in. Commands in it (!`date`) are run only if library.inline_shell is true, and never with the instruction in them. A skill of a project that is not trusted is refused.',
    ],
    arguments: [{ name: 'command', summary: 'The command, and the instruction', repeat: true }],
    flags: [
      { name: 'session', value: 'ID', summary: 'The id of the session, for skills that ask for it' },
      { name: 'runtime-note', value: 'TEXT', summary: 'A note for the agent at the end of the message' },
    ],
    examples: [
      { command: 'coppice invoke /gif-search find cats', says: 'one skill with an instruction' },
      { command: 'coppice invoke /review /test-first fix the parser', says: 'two skills at once' },
    ],
  },
] as const satisfies readonly VerbRecord[];

/*
 * The verb that agents start themselves.
 */

export const mcpVerbs = [
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
  },
] as const satisfies readonly VerbRecord[];
