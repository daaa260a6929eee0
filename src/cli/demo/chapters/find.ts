/*
 * Finding: how things stand, all skills of all agents in one list, the right one for a need, and one of them opened.
 */

import type { Chapter } from '../chapter.js';

export const find: Chapter = {
  title: 'Find the right skill',
  play: async (stage) => {
    await stage.run({
      says: 'Without a verb, one screen of how things stand.',
      words: [],
      sees: 'The last line is always the one command that is most worth while.',
    });
    await stage.run({
      says: 'The skills of several agents, wherever they lie, in one list.',
      words: ['list'],
      sees: 'Their roots and states; an agent would get the same for a few tokens.',
    });
    await stage.run({
      says: 'What is needed, in words of your own, with a typing error.',
      words: ['search', 'complete a pdf from'],
      sees: 'The best match comes first, also without a network and without a model.',
    });
    await stage.run({
      says: 'Only the one that is needed is opened.',
      words: ['view', 'pdf-forms'],
    });
  },
};
