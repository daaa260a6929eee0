/*
 * Sharing: a registry, a version that never changes, and two projects that have the very same bytes by a lock. Then a
 * version is withdrawn, and the lock still holds.
 */

import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer, Chapter, Scene, Stage } from '../chapter.js';
import { hashOf } from '../hash-of.js';

const [shop, blog] = ['work/shop', 'work/blog'];
const folder = '.coppice/skills/release-notes';

export const share: Chapter = {
  title: 'Share it with a team',
  play: (stage) =>
    stage.withRegistry(async (url) => {
      const run = (scene: Scene) => stage.run({ ...scene, realTime: true });
      stage.tell(`Meanwhile \`coppice registry serve\` runs at ${url}, with a database of its own.`);
      await run({ says: 'A tenant for the team,', words: ['registry', 'admin', 'tenant', 'create', 'acme'] });
      const made = await run({
        says: 'and a token for its members.',
        words: [
          ...[
            'registry',
            'admin',
            'token',
            'create',
            '--tenant',
            'acme',
            '--name',
            'demo',
            '--expires',
            '1d',
          ],
          ...['--scopes', 'skills:read skills:publish skills:curate'],
        ],
      });
      await run({
        says: 'Log in, once.',
        words: ['login', url, '--tenant', 'acme', '--token-stdin'],
        input: made.stdout,
      });
      await publishAndInstall(stage, run);
      await withdraw(run);
      await stage.run({
        says: 'How things stand in a project, without asking anybody.',
        words: [],
        folder: shop,
      });
    }),
};

type Run = (scene: Scene) => Promise<Answer>;

async function publishAndInstall(stage: Stage, run: Run): Promise<void> {
  await run({
    says: 'A folder becomes a version; it is scanned first, and never changes afterwards.',
    words: ['publish', join(stage.userHome, folder), '--version', '1.0.0'],
  });
  await run({ says: 'A project says what it wants,', words: ['init'], folder: shop });
  await run({
    says: 'adds it, and the lock keeps what it got.',
    words: ['add', 'release-notes'],
    folder: shop,
  });
  for (const name of ['coppice.toml', 'coppice.lock'])
    copyFileSync(join(stage.userHome, shop, name), join(stage.userHome, blog, name));
  stage.tell('coppice.toml and coppice.lock go with the project, here into a second one.');
  await run({
    says: 'There, one command is enough.',
    words: ['ensure', '--frozen'],
    folder: blog,
  });
  const published = hashOf(stage, `${folder}/SKILL.md`);
  const inProject = (project: string) => hashOf(stage, `${project}/.claude/skills/release-notes/SKILL.md`);
  stage.tell(
    `SKILL.md: sha256 ${published} published, ${inProject(shop)} in shop, ${inProject(blog)} in blog.`,
  );
}

async function withdraw(run: Run): Promise<void> {
  await run({
    says: 'A version that was a mistake is yanked: nobody new gets it.',
    words: ['yank', 'release-notes@1.0.0', '--reason', 'forgets the tag'],
  });
  await run({
    says: 'Whoever has it by a lock keeps it.',
    words: ['ensure', '--frozen'],
    folder: blog,
  });
  await run({ says: 'And is told about it.', words: ['outdated'], folder: blog });
}
