/*
 * Commits one change of the mirror. The commit is made from the published bytes, with an index of its own that nobody
 * else locks or stages into, and becomes the head only if the head has not moved. So no commit contains anything of
 * another change, and a git that is killed at any point leaves the head as it was. The work tree follows: a version's
 * folder appears and disappears as a whole, by renaming, and never behind a symbolic link.
 */

import { lstat, mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isAbsence } from '../../../system/disk/disk-fault.js';
import type { Log } from '../../../system/log.js';
import { CoppiceError } from '../../../text/errors.js';
import { explainingDisk } from '../storage/explain-disk.js';
import { type Repository, withStaging } from './repository.js';

export interface MirrorChange {
  readonly subject: string;
  /** The reason that the user gave; may be empty. */
  readonly reason: string;
  readonly at: Date;
  readonly replacements: readonly Replacement[];
}

/** Replaces everything at a path of the repository. */
export interface Replacement {
  readonly path: string;
  /** One file, a folder of files, or nothing. */
  readonly content: Uint8Array | readonly MirrorFile[] | undefined;
}

interface MirrorFile {
  /** Relative to the folder. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly executable: boolean;
}

/** Returns the id of the commit; undefined where there was nothing to commit. */
export function commitChange(
  repository: Repository,
  change: MirrorChange,
  log: Log,
): Promise<string | undefined> {
  return explainingDisk('write to', repository.folder, () =>
    withStaging(repository, (staging) => commitIn(staging, repository, change, log)),
  );
}

async function commitIn(
  staging: string,
  repository: Repository,
  change: MirrorChange,
  log: Log,
): Promise<string | undefined> {
  await prepareWorkTree(repository, change.replacements);
  const staged = await Promise.all(
    change.replacements.map((replacement, index) => stage(join(staging, String(index)), replacement)),
  );
  const head = await readHead(repository);
  const tree = await writeTree(repository, join(staging, 'index'), head, staged);
  const commit = tree === head?.tree ? undefined : await commitTree(repository, change, tree, head);
  await updateWorkTree(repository, staged, log);
  if (commit?.endsWith('00')) await repository.gitMaybe(tidyUp, { timeoutMs: tidyUpTimeoutMs });
  return commit;
}

/** Packs the objects once there are many, which these commits do not do themselves. Runs about every 256th time. */
const tidyUp = ['-c', 'gc.autoDetach=false', 'gc', '--auto', '--quiet'];
const tidyUpTimeoutMs = 30 * 60 * 1_000;

interface Head {
  readonly commit: string;
  readonly tree: string;
}

/** Undefined in a repository without a commit. A damaged repository fails later, when the head is moved. */
export async function readHead({ gitMaybe }: Repository): Promise<Head | undefined> {
  const output = await gitMaybe(['rev-parse', 'HEAD', 'HEAD^{tree}']);
  const [commit, tree] = output?.split('\n') ?? [];
  return commit && tree ? { commit, tree } : undefined;
}

interface Staged extends StagedReplacement {
  readonly files: readonly StagedFile[];
}

interface StagedFile {
  /** Relative to the repository. */
  readonly path: string;
  readonly stagedPath: string;
  readonly executable: boolean;
}

async function stage(folder: string, { path, content }: Replacement): Promise<Staged> {
  const isFile = content instanceof Uint8Array;
  const given = isFile ? [{ path: '', bytes: content, executable: false }] : (content ?? []);
  const files: StagedFile[] = [];
  await mkdir(folder);
  for (const { path: inside, bytes, executable } of given) {
    const stagedPath = join(newIn(folder), inside);
    await mkdir(dirname(stagedPath), { recursive: true });
    await writeFile(stagedPath, bytes, { mode: executable ? 0o755 : 0o644 });
    files.push({ path: inside === '' ? path : `${path}/${inside}`, stagedPath, executable });
  }
  return { path, folder, isEmpty: files.length === 0, files };
}

async function writeTree(
  { git }: Repository,
  index: string,
  head: Head | undefined,
  staged: readonly Staged[],
): Promise<string> {
  const own = { variables: { GIT_INDEX_FILE: index } };
  await git(head === undefined ? ['read-tree', '--empty'] : ['read-tree', head.commit], own);
  const existing = await git(['ls-files', '-z', '--', ...staged.map(({ path }) => path)], own);
  const files = staged.flatMap((one) => one.files);
  // Without filters, the published bytes are committed, whatever line endings git is configured for.
  const names = await git(['hash-object', '-w', '--no-filters', '--stdin-paths'], {
    stdin: files.map(({ stagedPath }) => `${stagedPath}\n`).join(''),
  });
  const objects = names.split('\n');
  const entries = [
    ...existing
      .split('\0')
      .filter(Boolean)
      .map((path) => `0 ${noObject(head)}\t${path}`),
    ...files.map(({ path, executable }, at) => `${executable ? 100755 : 100644} ${objects[at]}\t${path}`),
  ];
  await git(['update-index', '-z', '--index-info'], {
    ...own,
    stdin: entries.map((entry) => `${entry}\0`).join(''),
  });
  return (await git(['write-tree'], own)).trim();
}

/** The null object id, in the length of the repository's ids. */
function noObject(head: Head | undefined): string {
  return '0'.repeat(head?.commit.length ?? 40);
}

async function commitTree(
  { git, identity, signs }: Repository,
  { subject, reason, at }: MirrorChange,
  tree: string,
  head: Head | undefined,
): Promise<string> {
  const parents = head === undefined ? [] : ['-p', head.commit];
  const made = await git(['commit-tree', tree, ...parents, ...(signs ? ['-S'] : []), '-F', '-'], {
    variables: { ...identity, GIT_AUTHOR_DATE: `@${Math.floor(at.getTime() / 1_000)} +0000` },
    stdin: reason === '' ? `${subject}\n` : `${subject}\n\n${reason}\n`,
  });
  const commit = made.trim();
  // Fails where somebody else has moved the head meanwhile, or made the first commit; the change is then tried again.
  await git(['update-ref', '-m', subject, 'HEAD', commit, head?.commit ?? '']);
  return commit;
}

interface StagedReplacement {
  /** Relative to the repository. */
  readonly path: string;
  /** Contains the new files under `newIn`, and receives the old ones. */
  readonly folder: string;
  readonly isEmpty: boolean;
}

function newIn(folder: string): string {
  return join(folder, 'new');
}

/** Creates the parent folders. It also runs before the commit, so that a refusal comes before any change. */
async function prepareWorkTree(
  { folder, isBare }: Repository,
  replacements: readonly { readonly path: string }[],
): Promise<void> {
  if (isBare) return;
  for (const { path } of replacements) {
    let reached = folder;
    for (const name of dirname(path).split('/')) {
      reached = join(reached, name);
      const kind = await kindOf(reached);
      if (kind === 'nothing') await mkdir(reached);
      if (kind === 'other')
        throw new CoppiceError(
          'path-unsafe',
          `${reached} is in the way: it is not a folder, or a link to one`,
        );
    }
  }
}

async function updateWorkTree(
  repository: Repository,
  staged: readonly StagedReplacement[],
  log: Log,
): Promise<void> {
  if (repository.isBare) return;
  await prepareWorkTree(repository, staged);
  for (const { path, folder, isEmpty } of staged) {
    const target = join(repository.folder, path);
    if ((await kindOf(target)) !== 'nothing') await rename(target, join(folder, 'old'));
    if (!isEmpty) await rename(newIn(folder), target);
  }
  // The index belongs to the user: where it is locked, the commit is made and `git status` is behind.
  const words = ['reset', '--quiet', '--', ...staged.map(({ path }) => path)];
  if ((await repository.gitMaybe(words, { cwd: repository.folder })) === undefined)
    log.warn({ repository: repository.folder }, "the index of the mirror's repository could not be updated");
}

async function kindOf(path: string): Promise<'folder' | 'nothing' | 'other'> {
  try {
    return (await lstat(path)).isDirectory() ? 'folder' : 'other';
  } catch (fault) {
    if (isAbsence(fault)) return 'nothing';
    throw fault;
  }
}
