/*
 * Verbs about what happened to skills, and about taking it back.
 */

import type { Verb } from '../verb.js';
import { byFlag } from './write.js';

export const historyVerbs: readonly Verb[] = [
  {
    name: 'history',
    group: 'history',
    summary: 'Show every change to the skills, oldest first',
    description: ['Of one skill, its history under all the names it had.'],
    arguments: [{ name: 'name', summary: 'A skill, by name or id', optional: true }],
    flags: [],
    examples: [{ command: 'coppice history release-notes', says: 'who changed it, when and how' }],
    load: async () => (await import('../commands/history.js')).runHistory,
  },
  {
    name: 'diff',
    group: 'history',
    summary: 'Show what an entry of the history changed',
    description: [],
    arguments: [{ name: 'entry', summary: 'Its id, or the beginning of it' }],
    flags: [],
    examples: [{ command: 'coppice diff 7kq2', says: 'as a unified diff' }],
    load: async () => (await import('../commands/diff.js')).runDiff,
  },
  {
    name: 'undo',
    group: 'history',
    summary: 'Take back an entry of the history, or all of a run',
    description: [
      'Refused when the skill was changed since, so that nothing is lost; --force undoes it all the same, and the ledger keeps what was there. An undo can be undone.',
    ],
    arguments: [{ name: 'entry', summary: 'The id of an entry (or the beginning of it) or of a run' }],
    flags: [{ name: 'force', summary: 'Even if the skill was changed since' }, byFlag],
    examples: [{ command: 'coppice undo 7kq2', says: 'the old bytes are back' }],
    load: async () => (await import('../commands/undo.js')).runUndo,
  },
  {
    name: 'drill',
    group: 'history',
    summary: 'Prove that what the history stored can be restored',
    description: [
      'Restores the bytes of an entry, or of all, into a folder that is thrown away, and compares hashes.',
    ],
    arguments: [{ name: 'entry', summary: 'One entry; without it, all', optional: true }],
    flags: [],
    examples: [{ command: 'coppice drill', says: 'before you rely on it' }],
    load: async () => (await import('../commands/drill.js')).runDrill,
  },
];
