/*
 * Observing: what really happened is in the sessions that agents keep.
 */

import type { Chapter } from '../chapter.js';

export const observe: Chapter = {
  title: 'See what really happened',
  play: async (stage) => {
    await stage.run({
      says: 'Claude Code and Codex keep their sessions; they are read once, secrets left out.',
      words: ['evidence', 'backfill'],
    });
    await stage.run({
      says: 'What happened while a skill was followed.',
      words: ['evidence', 'report', '--skill', 'pdf-forms'],
      lines: 26,
      sees: 'Two agents followed pdf-forms, and each time pdftk was not there.',
    });
  },
};
