/*
 * Setting aside: what was not used for long becomes stale, then archived; nothing is deleted.
 */

import type { Chapter } from '../chapter.js';
import { hashOf } from '../hash-of.js';

const ftpDeployFile = '.coppice/skills/ftp-deploy/SKILL.md';

export const setAside: Chapter = {
  title: 'Set the unused aside, and bring it back',
  play: async (stage) => {
    const before = hashOf(stage, ftpDeployFile);
    await stage.run({
      says: 'The first run of the curator only looks.',
      words: ['curate'],
    });
    await stage.run({
      says: 'Then it acts, by real use: stale after 30 days, archived after 90, and only what agents made.',
      words: ['curate', '--now'],
      sees: 'Each skill that was left alone has its reason; those of people and other agents stay.',
    });
    await stage.run({ says: 'What is archived lies beside the others.', words: ['archived'] });
    await stage.run({ says: 'One word brings it back.', words: ['restore', 'ftp-deploy'] });
    stage.tell(
      `SKILL.md of ftp-deploy: sha256 ${before} before, ${hashOf(stage, ftpDeployFile)} after, at the same path.`,
    );
  },
};
