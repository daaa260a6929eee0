/*
 * Finds the repository and commit of a published folder, if the whole folder is in that commit. A folder with
 * uncommitted changes has no such commit, and none is sent.
 */

import { isJunkFile } from '../../skill/package-names.js';
import type { Environment, GitAnswer } from '../../system/process/git.js';
import { hasCode } from '../../text/errors.js';
import { askGit } from '../source/git.js';

export interface SourceCommit {
  /** Where the repository was cloned from, without credentials. */
  readonly repo: string;
  readonly commit: string;
}

/** `published` is what is published of the folder: all of it by default. Undefined also if git is not installed. */
export async function sourceCommit(
  folder: string,
  environment: Environment,
  published = '.',
): Promise<SourceCommit | undefined> {
  try {
    return await committed(published, (...words) => askGit(environment, { options: ['-C', folder], words }));
  } catch (error) {
    if (hasCode(error, 'unavailable')) return undefined;
    throw error;
  }
}

async function committed(
  published: string,
  ask: (...words: string[]) => Promise<GitAnswer>,
): Promise<SourceCommit | undefined> {
  const remote = await ask('config', '--get', 'remote.origin.url');
  const head = await ask('rev-parse', '--verify', 'HEAD');
  const status = await ask('status', '--porcelain', '-z', '--ignored=matching', '--', published);
  if (remote.kind === 'refused' || head.kind === 'refused' || status.kind === 'refused') return undefined;
  const changed = status.text.split('\0').map((line) => line.slice('XY '.length));
  const isClean = changed.every((path) => path === '' || isJunkFile(path.replace(/\/$/, '')));
  const repo = withoutCredentials(remote.text.trim());
  if (!isClean || repo === undefined || repo.length > maxLength) return undefined;
  return { repo, commit: head.text.trim() };
}

const maxLength = 500;

/** Undefined for a local path, which is useless to others. */
function withoutCredentials(remote: string): string | undefined {
  if (/^[\w.-]+@[\w.-]+:/.test(remote)) return remote;
  if (!/^(?:https?|ssh|git):/.test(remote) || !URL.canParse(remote)) return undefined;
  const url = new URL(remote);
  url.password = '';
  if (url.protocol !== 'ssh:') url.username = '';
  return url.href;
}
