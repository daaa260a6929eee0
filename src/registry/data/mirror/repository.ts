/*
 * The repository that COPPICE_GIT_REPO_PATH names, with its own configuration for commits. It is opened again for each
 * piece of work: its owner may move, repair or replace it at any time.
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
  /** The `.git` folder. */
  readonly gitFolder: string;
  /** Without a work tree. */
  readonly isBare: boolean;
  /** Variables for the author of commits, where the repository's own configuration names none. */
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
  // Otherwise commits would go into a repository around the folder.
  if (top !== '' || (isBare === 'true' && (await realpath(folder)) !== gitFolder)) {
    throw new CoppiceError('unavailable', `${folder} is not the top folder of a git repository`, {
      hint: `run: git init ${folder}`,
    });
  }
  const settings = await gitMaybe(['config', '--show-scope', '--get-regexp', settingsRead], at);
  const lines = settings?.split('\n') ?? [];
  const hasOwn = (name: string): boolean => lines.some((line) => line.startsWith(`local\t${name} `));
  const name = hasOwn('user.name') ? undefined : 'coppice';
  const email = hasOwn('user.email') ? undefined : 'coppice@local';
  // The last setting takes precedence, whether it is for this repository or for all of the user.
  const signing = lines.findLast((line) => line.includes('\tcommit.gpgsign'));
  const options = (more: MoreGit = {}): GitOptions => ({
    cwd: gitFolder,
    environment,
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

/** A folder on the file system of the repository, for the time of `run`. Those of killed processes are removed first. */
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
