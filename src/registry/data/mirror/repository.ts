/*
 * The repository that COPPICE_GIT_REPO_PATH names, with what its own configuration says about commits. It is looked at
 * anew for each piece of work: whoever keeps it may move, mend or replace it at any time.
 */

import { mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from '../../../system/process/git.js';
import { CoppiceError } from '../../../text/errors.js';
import { type GitOptions, git, gitMaybe } from './git.js';

export interface MirrorOptions {
  /** The top of the repository. */
  readonly folder: string;
  readonly environment: Environment;
}

export interface Repository {
  readonly folder: string;
  /** Where git keeps its own. */
  readonly gitFolder: string;
  /** Without files to look at. */
  readonly isBare: boolean;
  /** For commits, where the repository's own configuration does not say who makes them. */
  readonly identity: Readonly<Record<string, string>>;
  readonly signs: boolean;
  /** Runs git on its objects and names. */
  git(words: readonly string[], more?: MoreGit): Promise<string>;
  gitMaybe(words: readonly string[], more?: MoreGit): Promise<string | undefined>;
}

export type MoreGit = Partial<Pick<GitOptions, 'cwd' | 'stdin' | 'variables' | 'timeoutMs'>>;

export async function openRepository({ folder, environment }: MirrorOptions): Promise<Repository> {
  const at = { cwd: folder, environment };
  const [gitFolder = '', isBare = '', top = ''] = (
    await git(['rev-parse', '--absolute-git-dir', '--is-bare-repository', '--show-cdup'], at)
  ).split('\n');
  // Commits would else go into a repository around it.
  if (top !== '' || (isBare === 'true' && (await realpath(folder)) !== gitFolder)) {
    throw new CoppiceError('unavailable', `${folder} is not the top of a git repository`, {
      hint: `git init ${folder}`,
    });
  }
  const settings = await gitMaybe(['config', '--show-scope', '--get-regexp', settingsRead], at);
  const lines = settings?.split('\n') ?? [];
  const hasOwn = (name: string): boolean => lines.some((line) => line.startsWith(`local\t${name} `));
  const name = hasOwn('user.name') ? undefined : 'coppice';
  const email = hasOwn('user.email') ? undefined : 'coppice@local';
  // The last one wins, whether it is for this repository or for all of the user's.
  const signing = lines.findLast((line) => line.includes('\tcommit.gpgsign'));
  const options = (more: MoreGit = {}): GitOptions => ({
    ...{ cwd: gitFolder, environment },
    ...more,
    variables: { GIT_DIR: gitFolder, ...more.variables },
  });
  return {
    folder,
    gitFolder,
    isBare: isBare === 'true',
    identity: {
      ...(name === undefined ? {} : { GIT_AUTHOR_NAME: name, GIT_COMMITTER_NAME: name }),
      ...(email === undefined ? {} : { GIT_AUTHOR_EMAIL: email, GIT_COMMITTER_EMAIL: email }),
    },
    signs: signing !== undefined && /\tcommit\.gpgsign(?: (?:true|yes|on|1))?$/i.test(signing),
    git: (words, more) => git(words, options(more)),
    gitMaybe: (words, more) => gitMaybe(words, options(more)),
  };
}

const settingsRead = '^(user\\.(name|email)|commit\\.gpgsign)$';

const stagingPrefix = 'coppice-mirror-';

/** A folder for as long as `run` takes, on the file system of the repository. Left-overs of one that was killed go. */
export async function withStaging<T>(
  { gitFolder }: Repository,
  run: (staging: string) => Promise<T>,
): Promise<T> {
  for (const name of await readdir(gitFolder)) {
    if (name.startsWith(stagingPrefix)) await rm(join(gitFolder, name), { recursive: true, force: true });
  }
  const staging = await mkdtemp(join(gitFolder, stagingPrefix));
  try {
    return await run(staging);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}
