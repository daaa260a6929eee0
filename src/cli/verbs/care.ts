/*
 * Verbs about what is used, and about what becomes of the rest.
 */

import { activityKinds } from '../../usage/counters.js';
import { provenances } from '../../usage/record.js';
import type { Verb } from '../verb.js';
import { byFlag, skillArgument } from './write.js';

export const careVerbs: readonly Verb[] = [
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
    load: () => import('../commands/usage.js'),
  },
  {
    name: 'usage record',
    group: 'care',
    summary: 'Count one event, for hooks and scripts',
    description: [],
    arguments: [skillArgument, { name: 'kind', summary: 'What happened', choices: activityKinds }],
    flags: [],
    examples: [{ command: 'coppice usage record release-notes use', says: 'as if it had been invoked' }],
    load: () => import('../commands/usage-record.js'),
  },
  {
    name: 'pin',
    group: 'care',
    summary: 'Keep a skill from being archived',
    description: [],
    arguments: [skillArgument],
    flags: [{ name: 'freeze', summary: 'Also keep agents from editing it' }],
    examples: [{ command: 'coppice pin release-notes --freeze', says: 'only you may change it' }],
    load: () => import('../commands/pin.js'),
  },
  {
    name: 'unpin',
    group: 'care',
    summary: 'Let a pinned skill be archived and edited again',
    description: [],
    arguments: [skillArgument],
    flags: [],
    examples: [{ command: 'coppice unpin release-notes', says: 'a pin in its frontmatter stays' }],
    load: () => import('../commands/unpin.js'),
  },
  {
    name: 'adopt',
    group: 'care',
    summary: 'Declare that skills were made by an agent',
    description: ['Who made a skill is never guessed. Adopting does not restart its clock.'],
    arguments: [{ name: 'name', summary: 'Skills, by name or id', optional: true, repeat: true }],
    flags: [{ name: 'all', summary: 'Every skill whose maker was never declared' }],
    examples: [{ command: 'coppice adopt release-notes', says: 'made by an agent, from now on' }],
    load: () => import('../commands/adopt.js'),
  },
  {
    name: 'archive',
    group: 'care',
    summary: 'Move a skill to the archive of its root',
    description: ['Its folder moves whole to .archive/ in the same root. A pinned skill is refused.'],
    arguments: [skillArgument],
    flags: [{ name: 'reason', value: 'TEXT', summary: 'Kept in the ledger' }, byFlag],
    examples: [{ command: 'coppice archive release-notes', says: 'out of every listing' }],
    load: () => import('../commands/archive.js'),
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
    load: () => import('../commands/restore.js'),
  },
  {
    name: 'archived',
    group: 'care',
    summary: 'List what is archived, newest first',
    description: [],
    arguments: [],
    flags: [],
    examples: [{ command: 'coppice archived', says: 'with where each was' }],
    load: () => import('../commands/archived.js'),
  },
];
