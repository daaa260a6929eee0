/*
 * Counting: what is used is known.
 */

import type { Chapter } from '../chapter.js';

export const count: Chapter = {
  title: 'Use is counted',
  play: async (stage) => {
    await stage.run({
      says: 'An agent, or you, puts a skill to use.',
      words: ['invoke', '/release-notes', 'for version 2.4'],
      lines: 6,
    });
    await stage.run({
      says: 'Every use, view and patch is counted, by any number of processes at once.',
      words: ['usage'],
      sees: 'release-notes was used just now; ftp-deploy not for months.',
    });
  },
};
