/*
 * Verbs about what is used, and about what becomes of the rest.
 */

import { activityKinds } from '../../usage/rules/counters.js';
import { neverUsedRules, provenances } from '../../usage/rules/record.js';
import type { VerbRecord } from '../rules/verb.js';
import { byFlag, skillArgument } from './write.js';

export const careVerbs = [
  {
    name: 'usage',
    group: 'care',
    summary: 'Show how often skills were used, opened and edited',
    description: [],
    arguments: [],
    flags: [
      {
        name: 'sort',
        value: 'BY',
        choices: ['activity', 'recent', 'name'],
        fallback: 'activity',
        summary: 'Most active, most recent, or by name',
      },
      { name: 'provenance', value: 'WHO', choices: provenances, summary: 'Only skills made by these' },
    ],
    examples: [{ command: 'coppice usage --sort recent', says: 'what was used last' }],
  },
  {
    name: 'usage record',
    group: 'care',
    summary: 'Count one event, for hooks and scripts',
    description: [],
    arguments: [skillArgument, { name: 'kind', summary: 'What happened', choices: activityKinds }],
    flags: [],
    examples: [{ command: 'coppice usage record release-notes use', says: 'as if it had been invoked' }],
  },
  {
    name: 'usage import',
    group: 'care',
    summary: 'Take over what other agents counted themselves',
    description: [
      'Reads the counters of Claude Code (skillUsage in .claude.json) and of Hermes (.usage.json, with its pins and makers). Their files are never written. Counters are set to the greater of what is known and what is read, so importing again changes nothing.',
    ],
    arguments: [],
    flags: [],
    examples: [{ command: 'coppice usage import', says: 'as often as you like' }],
  },
  {
    name: 'curate',
    group: 'care',
    summary: 'Retire skills that are long idle, and bring back those in use again',
    description: [
      'A skill that is idle becomes stale, later archived; a stale one that is used is active again. Only skills that agents made are touched, unless configured; nothing is deleted. Every skill that is left alone is reported with the reason.',
      'The very first run only looks. Only one run works at a time.',
    ],
    arguments: [],
    flags: [
      { name: 'dry-run', summary: 'Print what would be done; write nothing at all' },
      { name: 'now', summary: 'Act in the very first run too' },
      {
        name: 'if-due',
        summary: 'For schedules: do nothing unless the interval has passed and no session is active',
      },
    ],
    examples: [
      { command: 'coppice curate --dry-run --now', says: 'what it would do' },
      { command: 'coppice curate --if-due', says: 'for a timer' },
    ],
  },
  {
    name: 'curate status',
    group: 'care',
    summary: 'Show how many skills are in which state, and when the next run is due',
    description: [],
    arguments: [],
    flags: [],
    examples: [{ command: 'coppice curate status', says: 'how things stand' }],
  },
  {
    name: 'curate policy',
    group: 'care',
    summary: 'Give one skill ages of its own',
    description: ['Without flags it shows them. What is not given is as the configuration says.'],
    arguments: [skillArgument],
    flags: [
      { name: 'stale-after-days', value: 'N', summary: 'Idle for so many days, it is stale' },
      { name: 'archive-after-days', value: 'N', summary: 'Idle for so many days, it is archived' },
      {
        name: 'never-used',
        value: 'RULE',
        choices: neverUsedRules,
        summary: 'How it ages as long as it was never used',
      },
      { name: 'clear', summary: 'Drop the ages it had' },
    ],
    examples: [
      {
        command: 'coppice curate policy tax-return --archive-after-days 500',
        says: 'it is used once a year',
      },
    ],
  },
  {
    name: 'curate pause',
    group: 'care',
    summary: 'Pause scheduled runs',
    description: ['A run by hand is still possible.'],
    arguments: [],
    flags: [],
    examples: [{ command: 'coppice curate pause', says: 'until resumed' }],
  },
  {
    name: 'curate resume',
    group: 'care',
    summary: 'Let scheduled runs go on',
    description: [],
    arguments: [],
    flags: [],
    examples: [{ command: 'coppice curate resume', says: 'after a pause' }],
  },
  {
    name: 'pin',
    group: 'care',
    summary: 'Keep a skill from being archived',
    description: [],
    arguments: [skillArgument],
    flags: [{ name: 'freeze', summary: 'Also keep agents from editing it' }],
    examples: [{ command: 'coppice pin release-notes --freeze', says: 'only you may change it' }],
  },
  {
    name: 'unpin',
    group: 'care',
    summary: 'Let a pinned skill be archived and edited again',
    description: [],
    arguments: [skillArgument],
    flags: [],
    examples: [{ command: 'coppice unpin release-notes', says: 'a pin in its frontmatter stays' }],
  },
  {
    name: 'adopt',
    group: 'care',
    summary: 'Declare that skills were made by an agent',
    description: ['Who made a skill is never guessed. Adopting does not restart its clock.'],
    arguments: [{ name: 'name', summary: 'Skills, by name or id', optional: true, repeat: true }],
    flags: [{ name: 'all', summary: 'Every skill whose maker was never declared' }],
    examples: [{ command: 'coppice adopt release-notes', says: 'made by an agent, from now on' }],
  },
  {
    name: 'archive',
    group: 'care',
    summary: 'Move a skill to the archive of its root',
    description: ['Its folder moves whole to .archive/ in the same root. A pinned skill is refused.'],
    arguments: [skillArgument],
    flags: [{ name: 'reason', value: 'TEXT', summary: 'Kept in the ledger' }, byFlag],
    examples: [{ command: 'coppice archive release-notes', says: 'out of every listing' }],
  },
  {
    name: 'restore',
    group: 'care',
    summary: 'Bring a skill back out of the archive',
    description: [
      'The same bytes at the same path. Where that is taken, --as brings it back under another name.',
    ],
    arguments: [{ name: 'name', summary: 'The skill, by its name, its id or its folder' }],
    flags: [
      { name: 'as', value: 'NAME', summary: 'A new name to come back under' },
      { name: 'reason', value: 'TEXT', summary: 'Kept in the ledger' },
      byFlag,
    ],
    examples: [{ command: 'coppice restore release-notes', says: 'as it was' }],
  },
  {
    name: 'archived',
    group: 'care',
    summary: 'List what is archived, newest first',
    description: [],
    arguments: [],
    flags: [],
    examples: [{ command: 'coppice archived', says: 'with where each was' }],
  },
] as const satisfies readonly VerbRecord[];
