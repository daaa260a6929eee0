/*
 * Verbs about what really happened in agents' sessions.
 */

import { sessionAgents } from '../../agents/sessions/reader.js';
import { episodeResults } from '../../evidence/rules/episodes/episode.js';
import { defaultReportDays } from '../rules/defaults.js';
import type { Flag, VerbRecord } from '../rules/verb.js';

import { recordVerb } from './evidence-record.js';

const agentFlag = {
  name: 'agent',
  value: 'AGENT',
  fallback: 'claude',
  summary: 'The agent whose settings to use: claude, codex or qwen',
} as const satisfies Flag;
const projectFlag = {
  name: 'project',
  summary: 'Only in this project, in .claude/settings.local.json; only for Claude Code',
} as const satisfies Flag;
const dryRunFlag = {
  name: 'dry-run',
  summary: 'Print the change as a diff, and write nothing',
} as const satisfies Flag;

export const evidenceVerbs = [
  {
    name: 'evidence backfill',
    group: 'evidence',
    summary: 'Read the past sessions of your agents',
    description: [
      'Reads the sessions of Claude Code, Codex, Gemini CLI, OpenCode, Hermes, Qwen Code, GitHub Copilot, Pi and OpenClaw from their own folders, and sessions of other agents in the generic format. Secrets are redacted before anything is stored. Reading again adds only what is new. No skill is changed.',
      'A session that cannot be read is reported, and the others are still read.',
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
      { name: 'days', value: 'N', fallback: '30', summary: 'Only events of the last N days' },
      { name: 'limit', value: 'N', summary: 'Read at most N files, newest first' },
      {
        name: 'path',
        value: 'DIR',
        completes: 'path',
        summary:
          'Read the sessions in this folder instead of those in the folders of the agent; needs --agent',
      },
    ],
    examples: [
      { command: 'coppice evidence backfill', says: 'of every agent on this machine' },
      { command: 'coppice evidence backfill --agent claude --days 90', says: 'three months of one agent' },
    ],
  },
  {
    name: 'evidence report',
    group: 'evidence',
    summary: 'Show what fails with your skills, what fixed it, and what you corrected',
    description: [
      'An episode is the work with a skill, from its load until its task is over: clean, recovered (something failed, then worked), failed, corrected by you, abandoned, or unknown. The report shows the episodes, what fails in them and what fixed it, and your corrections; then skills, models, tools, errors by cause and the latest events, compared with the same number of days before.',
      'With --html it writes a self-contained page instead of printing; with --format as well, it does both. No skill is changed.',
    ],
    arguments: [],
    flags: [
      { name: 'skill', value: 'NAME', summary: 'Only what is attributed to this skill' },
      { name: 'days', value: 'N', fallback: String(defaultReportDays), summary: 'How many days to report' },
      {
        name: 'by',
        value: 'GROUP',
        choices: ['model'],
        summary: 'Show the episodes by model, even if there is only one',
      },
      {
        name: 'format',
        value: 'FORM',
        choices: ['text', 'md', 'json'],
        fallback: 'text',
        summary: 'Print plain text, Markdown, or the same JSON as with --json',
      },
      { name: 'html', value: 'FILE', completes: 'path', summary: 'Write a page with charts to this file' },
      { name: 'force', summary: 'Replace a file that is not an evidence report' },
    ],
    examples: [
      { command: 'coppice evidence report', says: 'the last week' },
      { command: 'coppice evidence report --by model --days 30', says: 'a month, by model' },
      { command: 'coppice evidence report --days 30 --html report.html', says: 'a month, for a browser' },
    ],
  },
  {
    name: 'evidence episodes',
    group: 'evidence',
    summary: 'List the tasks with your skills, or show one of them step by step',
    description: [
      'Lists episodes, the newest first: how each ended, and what failed first or what you corrected. With an id, or the beginning of one, it shows that episode as a timeline: the load, what you said, each attempt with its outcome, what became of each failure, and your corrections. Everything is as it is stored, with secrets redacted.',
    ],
    arguments: [{ name: 'id', summary: 'The id of an episode, or the beginning of it', optional: true }],
    flags: [
      { name: 'skill', value: 'NAME', summary: 'Only tasks with this skill' },
      { name: 'agent', value: 'AGENT', summary: 'Only tasks of this agent, such as claude' },
      { name: 'model', value: 'MODEL', summary: 'Only tasks of this model, as the transcripts name it' },
      {
        name: 'result',
        value: 'RESULT',
        choices: episodeResults,
        summary: 'Only tasks that ended like this',
      },
      { name: 'day', value: 'DATE', summary: 'Only tasks that began on this day, such as 2026-01-31' },
      { name: 'days', value: 'N', fallback: '30', summary: 'How many days to list' },
      { name: 'limit', value: 'N', fallback: '50', summary: 'At most N tasks' },
      { name: 'cursor', value: 'CURSOR', summary: 'Go on after the page that ended with this cursor' },
    ],
    examples: [
      { command: 'coppice evidence episodes --result failed', says: 'what failed in 30 days' },
      { command: 'coppice evidence episodes 3f2a', says: 'one of them, step by step' },
    ],
  },
  {
    name: 'evidence purge',
    group: 'evidence',
    summary: 'Delete recorded events permanently',
    description: [
      'Removes the selected events and overwrites their bytes in the database; they do not come back when the session is read again. Usage counters stay as they are. With several flags, only events that match all of them are removed.',
      'Lists the notes in skills that were made from the removed events; --rewrite-notes writes them again from the remaining evidence, as a change that can be undone.',
    ],
    arguments: [],
    flags: [
      { name: 'session', value: 'ID', summary: 'Delete events of this session' },
      {
        name: 'source',
        value: 'FILE',
        completes: 'path',
        summary: 'Delete events that were read from this file',
      },
      { name: 'skill', value: 'ID', summary: 'Delete events that are attributed to this skill' },
      { name: 'matching', value: 'TEXT', summary: 'Delete events that contain this text' },
      {
        name: 'before',
        value: 'DATE',
        summary: 'Delete events before a date such as 2026-01-31, or older than a time such as 90d',
      },
      { name: 'rewrite-notes', summary: 'Rewrite the notes that were made from the deleted events' },
      { name: 'dry-run', summary: 'Show what would be deleted, and delete nothing' },
    ],
    examples: [
      { command: 'coppice evidence purge --matching "customer 4711" --dry-run', says: 'what would go' },
      { command: 'coppice evidence purge --before 90d', says: 'everything older than 90 days' },
    ],
  },
  recordVerb,
  {
    name: 'hooks install',
    group: 'evidence',
    summary: 'Record sessions of Claude Code, Codex or Qwen Code while they happen',
    description: [
      'Adds hooks to the settings of the agent that run coppice evidence record after each use of a tool, and with Claude Code also when a skill is named. The agent does not wait for them. The rest of the file stays the same, byte for byte; installing again updates the command.',
      'The hooks go into the settings of the user: settings.json of Claude Code or Qwen Code, hooks.json of Codex, which asks you to approve them. With --project they go into .claude/settings.local.json, which is not shared, because hooks run a program of this machine.',
    ],
    arguments: [],
    flags: [agentFlag, projectFlag, dryRunFlag],
    examples: [
      { command: 'coppice hooks install --dry-run', says: 'what would be written' },
      { command: 'coppice hooks install', says: 'for all your projects' },
      { command: 'coppice hooks install --agent codex', says: 'the same for Codex' },
    ],
  },
  {
    name: 'hooks uninstall',
    group: 'evidence',
    summary: 'Remove the hooks from the settings',
    description: ['Removes only what hooks install added; the rest stays the same.'],
    arguments: [],
    flags: [agentFlag, projectFlag, dryRunFlag],
    examples: [{ command: 'coppice hooks uninstall', says: 'restores the settings' }],
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
