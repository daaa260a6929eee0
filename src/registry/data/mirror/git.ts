/*
 * Git for writing to the mirror's repository: it also gets what signs, where the user's own configuration says that
 * commits are signed.
 */

import { type Environment, type GitAnswer, type GitRequest, runGit } from '../../../system/process/git.js';
import { CoppiceError } from '../../../text/errors.js';

export interface GitOptions extends Pick<GitRequest, 'variables' | 'stdin'> {
  readonly cwd: string;
  /** Of the server: what finds git, and what signs. */
  readonly environment: Environment;
  readonly timeoutMs?: number;
}

/** What git prints. Throws `unavailable` when it does not succeed. */
export async function git(words: readonly string[], options: GitOptions): Promise<string> {
  const answer = await askGit(words, options);
  if (answer.kind === 'done') return answer.text;
  const { exitCode, said } = answer;
  throw new CoppiceError('unavailable', `git ${words[0]} failed (exit code ${exitCode}): ${said}`);
}

/** Undefined where git refuses by its exit code, as for a name that is not there. */
export async function gitMaybe(words: readonly string[], options: GitOptions): Promise<string | undefined> {
  const answer = await askGit(words, options);
  return answer.kind === 'done' ? answer.text : undefined;
}

function askGit(words: readonly string[], options: GitOptions): Promise<GitAnswer> {
  return runGit({
    timeoutMs: 60_000,
    maxOutputBytes: 256 * 1024 * 1024,
    ...options,
    words,
    inherit: ['GNUPGHOME'],
  });
}
