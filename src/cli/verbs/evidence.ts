/*
 * Verbs about what really happened in agents' sessions.
 */

import { sessionAgents } from '../../agents/sessions/reader.js';
import { defaultReportDays } from '../rules/defaults.js';
import type { Flag, VerbRecord } from '../rules/verb.js';

import { recordVerb } from './evidence-record.js';

const agentFlag = {
  name: 'agent',
  value: 'AGENT',
  fallback: 'claude',
  summary: 'The agent whose settings they are',
} as const satisfies Flag;
const projectFlag = {
  name: 'project',
  summary: 'Only in this project, in .claude/settings.local.json',
} as const satisfies Flag;
const dryRunFlag = {
  name: 'dry-run',
  summary: 'Print the change as a diff; write nothing at all',
} as const satisfies Flag;

export const evidenceVerbs = [
  {
    name: 'evidence backfill',
    group: 'evidence',
    summary: "Read what agents' sessions have left since the last time",
    description: [
      'Reads the sessions of Claude Code, Codex, Gemini CLI, OpenCode and Hermes where they live, and any other in the generic shape. Secrets are redacted before anything is stored. Reading again adds only what is new, and no skill is changed.',
      'A session that cannot be read is counted and named, and the others go on.',
    ],
    arguments: [],
    flags: [
      {
        name: 'agent',
        value: 'AGENT',
        repeat: true,
        choices: sessionAgents,
        summary: 'Only the sessions of this agent',
      },
      { name: 'days', value: 'N', fallback: '30', summary: 'Only events of the last so many days' },
      { name: 'limit', value: 'N', summary: 'Read at most so many files, the newest ones' },
      {
        name: 'path',
        value: 'DIR',
        completes: 'path',
        summary: 'Look in this folder instead; needs --agent',
      },
    ],
    examples: [
      { command: 'coppice evidence backfill', says: 'of every agent on this machine' },
      { command: 'coppice evidence backfill --agent claude --days 90', says: 'a longer past of one of them' },
    ],
  },
  {
    name: 'evidence report',
    group: 'evidence',
    summary: 'Show what was used, what went wrong, and how that changed',
    description: [
      'Counts, skills, tools, errors of the same cause and the latest events, each beside as many days before. With --html it writes a page that needs nothing else instead of printing; with --format as well it does both. No skill is changed.',
    ],
    arguments: [],
    flags: [
      { name: 'skill', value: 'NAME', summary: 'Only what is credited to this skill' },
      { name: 'days', value: 'N', fallback: String(defaultReportDays), summary: 'How far back it looks' },
      {
        name: 'format',
        value: 'FORM',
        choices: ['text', 'md', 'json'],
        fallback: 'text',
        summary: 'For a terminal, as Markdown, or as --json',
      },
      { name: 'html', value: 'FILE', completes: 'path', summary: 'Write a page with charts to this file' },
      { name: 'force', summary: 'Let the page replace a file that is no such page' },
    ],
    examples: [
      { command: 'coppice evidence report', says: 'the last week' },
      { command: 'coppice evidence report --days 30 --html report.html', says: 'a month, for a browser' },
    ],
  },
  {
    name: 'evidence purge',
    group: 'evidence',
    summary: 'Forget events for good',
    description: [
      'What is chosen is removed down to its bytes and does not come back when its transcript is read again. How often a skill was used stays counted. Several choices narrow each other down.',
      'Notes in skills that were made from it are named; --rewrite-notes makes them again from what is left, as a change that can be undone.',
    ],
    arguments: [],
    flags: [
      { name: 'session', value: 'ID', summary: 'Of this session' },
      { name: 'source', value: 'FILE', completes: 'path', summary: 'Read from this file' },
      { name: 'skill', value: 'ID', summary: 'Credited to this skill' },
      { name: 'matching', value: 'TEXT', summary: 'With this text in what is shown of it' },
      { name: 'before', value: 'DATE', summary: 'Before a date such as 2026-01-31, or older than 90d' },
      { name: 'rewrite-notes', summary: 'Make the notes again that were made from it' },
      { name: 'dry-run', summary: 'Say what would be forgotten; forget nothing' },
    ],
    examples: [
      { command: 'coppice evidence purge --matching "customer 4711" --dry-run', says: 'what would go' },
      { command: 'coppice evidence purge --before 90d', says: 'all that is older' },
    ],
  },
  recordVerb,
  {
    name: 'hooks install',
    group: 'evidence',
    summary: 'Let Claude Code tell what happens, while it happens',
    description: [
      'Adds hooks to the settings of Claude Code that run coppice evidence record after each use of a tool, when a skill is named, and at the end of a session. All else in the file stays as it is, byte for byte; installing again brings the command up to date.',
      'They go into settings.json of the user. With --project they go into .claude/settings.local.json, which is not shared, as hooks run a program of this machine.',
    ],
    arguments: [],
    flags: [agentFlag, projectFlag, dryRunFlag],
    examples: [
      { command: 'coppice hooks install --dry-run', says: 'what would be written' },
      { command: 'coppice hooks install', says: 'for all your projects' },
    ],
  },
  {
    name: 'hooks uninstall',
    group: 'evidence',
    summary: 'Take the hooks out of the settings again',
    description: ['Only what hooks install put there goes; all else stays as it is.'],
    arguments: [],
    flags: [agentFlag, projectFlag, dryRunFlag],
    examples: [{ command: 'coppice hooks uninstall', says: 'the settings are as before' }],
  },
  {
    name: 'hooks status',
    group: 'evidence',
    summary: 'Show which hooks are installed, and where',
    description: [],
    arguments: [],
    flags: [agentFlag],
    examples: [{ command: 'coppice hooks status', says: 'for you and for this project' }],
  },
] as const satisfies readonly VerbRecord[];
