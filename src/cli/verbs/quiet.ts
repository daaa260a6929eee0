/*
 * Verbs about what skills cost an agent, and about making them quiet.
 */

import { agentNames } from '../../agents/names.js';
import type { Flag, VerbRecord } from '../rules/verb.js';

const agentsFlag = {
  name: 'agent',
  value: 'AGENT',
  choices: agentNames,
  repeat: true,
  summary: 'Only for this agent',
} as const satisfies Flag;

export const quietVerbs = [
  {
    name: 'cost',
    group: 'care',
    summary: 'Show what the skills cost each agent in every prompt, and which were not used',
    description: [
      'For every agent on this machine: how many skills it lists, how many of them were used, how many tokens the listing takes and may take, and how many descriptions are cut. Then the skills that were not used, the most expensive first, with what would be saved if they were quiet.',
      'Tokens are estimated as four characters each, which is what agents use for their own budgets. The listing has the name of each skill, its description, and for some agents its path. A skill counts as used if Coppice or the agent itself has recorded a use; coppice usage import and coppice evidence backfill record earlier uses.',
    ],
    arguments: [],
    flags: [
      { name: 'agent', value: 'AGENT', choices: agentNames, summary: 'Only this agent' },
      {
        name: 'days',
        value: 'N',
        fallback: '30',
        summary: 'How many days back a use counts',
      },
      { name: 'all', summary: 'Show all unused skills, not only the most expensive' },
    ],
    examples: [
      { command: 'coppice cost', says: 'every agent on this machine' },
      { command: 'coppice cost --agent claude --days 90', says: 'one agent, over three months' },
    ],
  },
  {
    name: 'quiet',
    group: 'care',
    summary: 'Make skills quiet, so that they cost an agent less or nothing',
    description: [
      "Uses the agent's own switch in your settings of that agent, so no byte of the skill changes: Claude Code lists the skill by its name only (skillOverrides), and the other agents turn it off (Codex skills.config, OpenCode permission.skill, Gemini CLI, Qwen Code and Hermes skills.disabled, GitHub Copilot disabledSkills). By default it does so for every agent on this machine that reads the skill.",
      'One key is set, and every other byte of the settings stays. A setting that Coppice did not make is never changed, and no settings file of a project is written. A file that cannot be edited without loss is left alone, with the reason.',
      'coppice wake removes the key again, and so does coppice undo. Invoking the skill yourself with coppice invoke wakes it too.',
    ],
    arguments: [{ name: 'name', summary: 'Skills, by name or id', repeat: true }],
    flags: [
      agentsFlag,
      {
        name: 'level',
        value: 'LEVEL',
        choices: ['name-only', 'user-only', 'off'],
        summary:
          'Only for agents whose switch can do this: list the name, let only you invoke it, or turn it off (default: the mildest of each agent)',
      },
      { name: 'dry-run', summary: 'Print what would be set, and write nothing' },
    ],
    examples: [
      { command: 'coppice quiet release-notes', says: 'for every agent that reads it' },
      {
        command: 'coppice quiet tax-return --agent claude --level user-only',
        says: 'only you can invoke it',
      },
    ],
  },
  {
    name: 'wake',
    group: 'care',
    summary: 'Make quiet skills available again',
    description: [
      'Removes the keys that coppice quiet set, with the objects and lists that it made for them, so that the settings are the same bytes as before. What somebody else set, or changed since, stays.',
    ],
    arguments: [{ name: 'name', summary: 'Skills, by name or id', optional: true, repeat: true }],
    flags: [
      { name: 'all', summary: 'Every skill that Coppice made quiet, even if it is no longer installed' },
      agentsFlag,
      { name: 'dry-run', summary: 'Print what would be removed, and write nothing' },
    ],
    examples: [
      { command: 'coppice wake release-notes', says: 'its whole description is listed again' },
      { command: 'coppice wake --all', says: 'as if coppice quiet had never been used' },
    ],
  },
] as const satisfies readonly VerbRecord[];
