/*
 * The story, in order.
 */

import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Hex } from '../../text/hash.js';
import type { Answer, Chapter, Scene, Stage } from '../rules/demo/chapter.js';

/*
 * Finding: the status, all skills of all agents in one list, the right one for a task, and one of them opened.
 */

const find: Chapter = {
  title: 'Find the right skill',
  play: async (stage) => {
    await stage.run({
      says: 'Without a verb, coppice shows the current state on one screen.',
      words: [],
      sees: 'The last line is always the most useful next command.',
    });
    await stage.run({
      says: 'The skills of several agents, from all their folders, in one list.',
      words: ['list'],
      sees: 'With roots and states; an agent gets the same for a few tokens.',
    });
    await stage.run({
      says: 'Search in your own words, with a typing error.',
      words: ['search', 'complete a pdf from'],
      sees: 'The best match comes first, without a network and without a model.',
    });
    await stage.run({
      says: 'Open only the one you need.',
      words: ['view', 'pdf-forms'],
    });
  },
};

/*
 * Counting: what is used is known.
 */

const count: Chapter = {
  title: 'Use is counted',
  play: async (stage) => {
    await stage.run({
      says: 'An agent, or you, uses a skill.',
      words: ['invoke', '/release-notes', 'for version 2.4'],
      lines: 6,
    });
    await stage.run({
      says: 'Every use, view and patch is counted, by any number of processes at once.',
      words: ['usage'],
      sees: 'release-notes was used just now; ftp-deploy has been idle for months.',
    });
  },
};

/*
 * Setting aside: what was not used for long becomes stale, then archived; nothing is deleted.
 */

const ftpDeployFile = '.coppice/skills/ftp-deploy/SKILL.md';

const setAside: Chapter = {
  title: 'Retire unused skills, and restore them',
  play: async (stage) => {
    const before = hashOf(stage, ftpDeployFile);
    await stage.run({
      says: 'The first run of the curator is a preview.',
      words: ['curate'],
    });
    await stage.run({
      says: 'Then it acts on real use: stale after 30 days, archived after 90, and only skills made by agents.',
      words: ['curate', '--now'],
      sees: 'Every skipped skill has a reason; skills of people and of other agents stay.',
    });
    await stage.run({ says: 'Archived skills stay in the same root.', words: ['archived'] });
    await stage.run({ says: 'One command restores a skill.', words: ['restore', 'ftp-deploy'] });
    stage.narrate(
      `SKILL.md of ftp-deploy: sha256 ${before} before, ${hashOf(stage, ftpDeployFile)} after, at the same path.`,
    );
  },
};

/*
 * Observing: what really happened is in the sessions that agents keep.
 */

const observe: Chapter = {
  title: 'See what happened in sessions',
  play: async (stage) => {
    await stage.run({
      says: 'Claude Code and Codex store their sessions; Coppice reads each once, without secrets.',
      words: ['evidence', 'backfill'],
    });
    await stage.run({
      says: 'What happened while a skill was active.',
      words: ['evidence', 'report', '--skill', 'pdf-forms'],
      lines: 26,
      sees: 'In two agents the same command failed, and the same step fixed it.',
    });
  },
};

/*
 * Improving: a guarded note from the evidence, its difference, and the way back.
 */

const pdfFormsFile = '.coppice/skills/pdf-forms/SKILL.md';

const improve: Chapter = {
  title: 'Improve a skill from evidence, and undo it',
  play: async (stage) => {
    const before = hashOf(stage, pdfFormsFile);
    await stage.run({
      says: 'Without flags, the evolver only shows what it would write, and what that could save.',
      words: ['evolve', 'run'],
      lines: 22,
    });
    const applied = await stage.run({
      says: 'With both flags it writes a note, in a separate block, to a skill that an agent made.',
      words: ['evolve', 'run', '--apply-low-risk', '--approve-auto-apply'],
    });
    await stage.run({
      says: 'Each line of the note has its evidence,',
      words: ['evolve', 'show', 'pdf-forms'],
      sees: 'The next agent reads one line instead of making the same mistake.',
    });
    const changes = await stage.run({
      says: 'and every change, by anyone, is in the ledger,',
      words: ['history', 'pdf-forms'],
    });
    await stage.run({ says: 'with its diff.', words: ['diff', lastEntry(changes)], lines: 10 });
    stage.narrate(`SKILL.md of pdf-forms: sha256 ${before} before, ${hashOf(stage, pdfFormsFile)} now.`);
    await stage.run({
      says: 'Every change can be undone, also a whole run at once.',
      words: ['undo', runOf(applied)],
    });
    stage.narrate(`SKILL.md of pdf-forms: sha256 ${hashOf(stage, pdfFormsFile)}, the same bytes as before.`);
  },
};

/** As the hint names it. */
function runOf({ stderr }: Answer): string {
  return /coppice undo (\S+)/.exec(stderr)?.[1] ?? '';
}

function lastEntry({ stdout }: Answer): string {
  return stdout.trimEnd().split('\n').at(-1)?.split(' ')[0] ?? '';
}

/*
 * Sharing: a registry, a version that never changes, and two projects that have the very same bytes by a lock. Then a
 * version is withdrawn, and the lock still holds.
 */

const [shop, blog] = ['work/shop', 'work/blog'];
const folder = '.coppice/skills/release-notes';

const share: Chapter = {
  title: 'Share it with a team',
  play: (stage) =>
    stage.withRegistry(async (url) => {
      const run = (scene: Scene) => stage.run({ ...scene, realTime: true });
      stage.narrate(`Meanwhile \`coppice registry serve\` runs at ${url}, with its own database.`);
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
        says: 'The status of a project, without the network.',
        words: [],
        folder: shop,
      });
    }),
};

type Run = (scene: Scene) => Promise<Answer>;

async function publishAndInstall(stage: Stage, run: Run): Promise<void> {
  await run({
    says: 'A folder becomes a version, which is scanned first and never changes.',
    words: ['publish', join(stage.userHome, folder), '--version', '1.0.0'],
  });
  await run({ says: 'A project gets a manifest,', words: ['init'], folder: shop });
  await run({
    says: 'adds the skill, and the lock pins its version.',
    words: ['add', 'release-notes'],
    folder: shop,
  });
  for (const name of ['coppice.toml', 'coppice.lock'])
    copyFileSync(join(stage.userHome, shop, name), join(stage.userHome, blog, name));
  stage.narrate('coppice.toml and coppice.lock are part of the project; here a second project gets a copy.');
  await run({
    says: 'There, one command is enough.',
    words: ['ensure', '--frozen'],
    folder: blog,
  });
  const published = hashOf(stage, `${folder}/SKILL.md`);
  const inProject = (project: string) => hashOf(stage, `${project}/.claude/skills/release-notes/SKILL.md`);
  stage.narrate(
    `SKILL.md: sha256 ${published} published, ${inProject(shop)} in shop, ${inProject(blog)} in blog.`,
  );
}

async function withdraw(run: Run): Promise<void> {
  await run({
    says: 'A bad version is yanked: no new project gets it.',
    words: ['yank', 'release-notes@1.0.0', '--reason', 'forgets the tag'],
  });
  await run({
    says: 'Projects that have it in their lock keep it.',
    words: ['ensure', '--frozen'],
    folder: blog,
  });
  await run({ says: 'coppice outdated shows that it was yanked.', words: ['outdated'], folder: blog });
}

export const chapters: readonly Chapter[] = [find, count, observe, improve, setAside, share];

/*
 * The hash of a file in the story, short enough to be compared by eye.
 */

function hashOf({ userHome }: Pick<Stage, 'userHome'>, path: string): string {
  return sha256Hex(readFileSync(join(userHome, path))).slice(0, 12);
}
