/*
 * Verbs that find skills, open them and use them.
 */

import { defaultBudgetTokens } from '../rules/defaults.js';
import type { VerbRecord } from '../rules/verb.js';
import { kindFlag } from './share.js';

/** For skills that require tools or replace them. */
const toolFlags = [
  {
    name: 'tools',
    value: 'NAMES',
    summary:
      'The tools that the agent has, separated by commas, so that skills that do not apply are left out',
  },
  {
    name: 'toolsets',
    value: 'NAMES',
    summary: 'The toolsets that the agent has, separated by commas, for the same purpose',
  },
] as const;

export const findVerbs = [
  {
    name: 'list',
    group: 'find',
    summary: 'List the installed skills, one per line',
    description: [
      'Looks for skills in the current project, in your own library, and in the folders of the agents on this machine. If several skills have the same name, the first one in that order is used.',
    ],
    arguments: [],
    flags: [
      {
        ...kindFlag,
        summary:
          'What to list: skills, or the agents (subagents) and commands that the agents here read from files',
      },
      { name: 'category', value: 'NAME', summary: 'Only the skills of one category' },
      {
        name: 'query',
        value: 'TEXT',
        summary: 'Only skills with all of these words in their name, description, category or tags',
      },
      { name: 'limit', value: 'N', summary: 'List at most N skills, and print the cursor of the next page' },
      { name: 'cursor', value: 'CURSOR', summary: 'Continue after the page that printed this cursor' },
      { name: 'all', summary: 'Include skills that are not available, with the reason' },
      { name: 'plugins', summary: 'Include skills of plugins even if --root leaves them out' },
      {
        name: 'unused',
        summary:
          'Only skills that were never used, or not within --days, with their age, their cost and why they stay',
      },
      { name: 'days', value: 'N', fallback: '30', summary: 'With --unused: not used for N days' },
    ],
    examples: [
      { command: 'coppice list', says: 'everything that is available here' },
      { command: 'coppice list --query "pdf forms"', says: 'skills about forms in PDF files' },
      { command: 'coppice list --root claude --json', says: 'the skills of one agent, as JSON' },
      { command: 'coppice list --kind agent', says: 'the subagents of all agents' },
    ],
  },
  {
    name: 'view',
    group: 'find',
    summary: 'Show a skill, or one of its files',
    description: [
      'NAME is the name of a skill, the name of its folder, or an id such as home:gif-search. FILE is relative to the folder of the skill. Showing either counts as a view of the skill.',
      'The text of a skill that the scanner blocks is not shown, because an agent may have started the command; a note says why, and --allow-blocked shows the text anyway.',
    ],
    arguments: [
      { name: 'name', summary: 'The skill' },
      { name: 'file', summary: 'One of its files', optional: true },
    ],
    flags: [{ name: 'allow-blocked', summary: 'Show the text of a skill although the scanner blocks it' }],
    examples: [
      { command: 'coppice view gif-search', says: 'its instructions and the list of its files' },
      { command: 'coppice view gif-search references/api.md', says: 'one of the files' },
    ],
  },
  {
    name: 'search',
    group: 'find',
    summary: 'Search for skills, best match first',
    description: [
      'Searches names, descriptions, tags, headings and bodies; prefixes and typing errors match too. A score is the probability that the skill is the right one; 1 is for the skill of that very name. A note says so if even the best score is low.',
      'With --keywords a search finds far more than with a question alone, even if the question is in another language than the skills. Give words that the text of the right skill would contain; they are scored separately.',
      'If no available skill matches well but an archived one does, it is shown with the command that restores it.',
      'With --semantic the meaning counts too, so other words for the same thing find a skill. This needs a model (search.model in the configuration), which reads every skill once. It runs on this machine unless you configure an endpoint, and nothing is downloaded without your permission. A missing model is an error.',
    ],
    arguments: [{ name: 'text', summary: 'What you are looking for, in your own words', repeat: true }],
    flags: [
      {
        name: 'keywords',
        value: 'A,B,C',
        summary: 'Three to eight English words that the text of the right skill would contain, with synonyms',
      },
      { name: 'archived', summary: 'Include archived skills, marked as archived' },
      { name: 'limit', value: 'N', fallback: '10', summary: 'Show at most N skills' },
      { name: 'semantic', summary: 'Search by meaning as well as by words, with an embedding model' },
      {
        name: 'rerank',
        summary: 'Let a reranking model (search.reranker) order the best 20; implies --semantic',
      },
      { name: 'registry', summary: 'Search the registry of the project or of the last login' },
      { ...kindFlag, summary: 'With --registry: the kind of item' },
    ],
    examples: [
      { command: 'coppice search fill in pdf forms', says: 'the ten best matches' },
      {
        command: 'coppice search "my pods keep restarting" --keywords kubernetes,kubectl,crashloop,debug',
        says: 'a question, and the words of the skill that would answer it',
      },
      {
        command: 'coppice search --semantic the disk is running out',
        says: 'also finds skills that use other words',
      },
      { command: 'coppice search deploy --archived', says: 'includes archived skills' },
      { command: 'coppice search --registry release notes', says: 'what the team has published' },
    ],
  },
  {
    name: 'prompt',
    group: 'find',
    summary: "Print an index of the skills for an agent's prompt, within a token budget",
    description: [
      'Pinned skills come first, then the most used ones, then the others by category. A token is counted as four characters. A note on stderr says how much the index saves compared with the full listing.',
      'A skill that the scanner blocks is left out, and a note names it. Skills that are not scanned yet are scanned first, for at most two seconds; of those that are left, only the name and description are scanned.',
    ],
    arguments: [],
    flags: [
      {
        name: 'budget',
        value: 'TOKENS',
        fallback: String(defaultBudgetTokens),
        summary: 'The maximum size of the index',
      },
      { name: 'query', value: 'TEXT', summary: 'Put the skills that match this text first' },
      ...toolFlags,
      { name: 'allow-blocked', summary: 'Include skills although the scanner blocks them' },
    ],
    examples: [
      { command: 'coppice prompt --budget 1000', says: 'the most useful skills in a thousand tokens' },
      { command: 'coppice prompt --query "make slides"', says: 'skills for the task first' },
    ],
  },
  {
    name: 'commands',
    group: 'find',
    summary: 'List the commands that invoke skills and bundles',
    description: [
      'A bundle is a file bundles/NAME.toml in the home, with name, skills and an optional instruction; it invokes several skills at once.',
    ],
    arguments: [],
    flags: [{ name: 'plugins', summary: 'Include skills of plugins even if --root leaves them out' }],
    examples: [{ command: 'coppice commands', says: 'the arguments of coppice invoke' }],
  },
  {
    name: 'invoke',
    group: 'find',
    summary: 'Print the message that invokes a skill, and count the use',
    description: [
      'COMMAND is one to five commands (/gif-search, with hyphens or underscores), each of which is a skill or a bundle, followed by the instruction for the agent. You can also give the id of a skill (home:gif-search), or plugin:skill for a skill of a plugin.',
      'Variables in the skill are substituted. Commands in it (!`date`) run only if library.inline_shell is true, and never contain the instruction. A skill of an untrusted project is refused. One that the scanner blocks is refused unless --allow-blocked is given.',
    ],
    arguments: [{ name: 'command', summary: 'The command, and the instruction', repeat: true }],
    flags: [
      {
        name: 'session',
        value: 'ID',
        summary: 'The id of the session, for skills that contain a variable for it',
      },
      { name: 'runtime-note', value: 'TEXT', summary: 'A note to the agent at the end of the message' },
      {
        name: 'by',
        value: 'WHO',
        choices: ['user', 'agent'],
        fallback: 'user',
        summary: 'Who uses the skill; a skill that the user invokes is no longer quiet',
      },
      { name: 'allow-blocked', summary: 'Invoke a skill although the scanner blocks it' },
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
    summary: 'Serve the skills to an agent over MCP',
    description: [
      'Add this command to the settings of an agent, which then starts it. It uses the Model Context Protocol on stdin and stdout, writes everything else to stderr, and ends when stdin is closed. Its tools list, open, search, write and restore skills, show their usage, and search and install from the registry; skills are resources as well, for agents that support the Skills extension.',
      'It works in the project of the folder in which it is started, unless --project names another. Opening a skill counts as a use, and its changes are recorded as made by an agent.',
    ],
    arguments: [],
    flags: [
      {
        name: 'project',
        value: 'DIR',
        completes: 'path',
        summary: 'A folder in the project, for an agent that starts the server elsewhere',
      },
      ...toolFlags,
      { name: 'read-only', summary: 'Leave out the tools that change skills or the project' },
      { name: 'no-telemetry', summary: 'Send the registry no usage data' },
    ],
    examples: [
      { command: 'coppice mcp', says: 'the command for the settings of an agent' },
      { command: 'coppice mcp --read-only', says: 'for an agent that must not change skills' },
    ],
  },
] as const satisfies readonly VerbRecord[];
