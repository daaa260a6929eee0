/*
 * Reads packages from a git repository at a commit. Only that commit and the needed files are fetched, into a bare
 * repository in the home that may be deleted at any time. Nothing is ever checked out: files are read as committed, so
 * no filter, attribute, hook, link or submodule of a stranger has any effect.
 */

import { isAbsolute, join, resolve } from 'node:path';
import type { Files } from '../../system/files.js';
import { homePaths } from '../../system/home.js';
import { withLock } from '../../system/lock/lock.js';
import type { Environment, GitAnswer } from '../../system/process/git.js';
import { CoppiceError } from '../../text/errors.js';
import { sha256Hex } from '../../text/hash.js';
import { type PackageEntry, packageFiles, requireSize } from '../rules/package-files.js';
import type { StoreFile } from '../store/store.js';
import { askGit, type ReadingRequest } from './git.js';

interface RepositoryOptions {
  readonly files: Files;
  readonly home: string;
  readonly environment: Environment;
  /** The address as git accepts it. */
  readonly address: string;
}

/** The commit that a branch or a tag is at now; without a ref, that of the default branch. */
export async function commitAt(repository: RepositoryOptions, ref: string | undefined): Promise<string> {
  if (ref !== undefined) requireRef(ref);
  if (ref !== undefined && isCommit(ref)) return ref;
  const names =
    ref === undefined ? ['HEAD'] : [`refs/tags/${ref}^{}`, `refs/tags/${ref}`, `refs/heads/${ref}`, ref];
  const words = ['ls-remote', '--', repository.address, ...names];
  const text = required(repository, await askGit(repository.environment, { words }));
  // The names are patterns, which other refs may match too.
  const found = new Map(text.split('\n').map((line) => [line.slice(line.indexOf('\t') + 1), line]));
  const commit = names.map((name) => found.get(name)?.split('\t')[0]).find((one) => one !== undefined);
  if (commit !== undefined && isCommit(commit)) return commit;
  const what = ref === undefined ? 'there are no commits' : `there is no branch or tag ${ref}`;
  throw new CoppiceError('not-found', `${what} in ${repository.address}`, {
    hint: 'if it is a commit, give the full hash',
  });
}

/** The package in a folder of the repository; an empty folder means the root. */
export async function packageAt(
  repository: RepositoryOptions,
  commit: string,
  folder: string,
): Promise<readonly StoreFile[]> {
  const { files, home, environment, address } = repository;
  const key = sha256Hex(`${commit.length} ${address}`).slice(0, 32);
  const paths = homePaths(home);
  const cache = paths.gitCache(key);
  files.makeFolder(cache);
  const options = [`--git-dir=${cache}`, '-c', `remote.origin.url=${address}`];
  const git: Git = (request) => askGit(environment, { options, ...request });
  return await withLock(files, paths.lock(`git-${key}`), { timeoutMs: 600_000 }, async () => {
    const format = commit.length === 64 ? 'sha256' : 'sha1';
    const words = ['init', '--bare', '--quiet', '--template=', `--object-format=${format}`];
    required(repository, await git({ words }));
    required(repository, await git({ words: [...fetchWords, '--depth=1', 'origin', commit] }));
    const entries = packageFiles(await entriesIn(git, repository, commit, folder), shown(repository, folder));
    await fetchMissing(git, repository, `${commit}:${folder}`);
    return readObjects(
      { files, git, scratch: join(cache, 'coppice-objects') },
      entries,
      shown(repository, folder),
    );
  });
}

const fetchWords = [
  ...['fetch', '--quiet', '--filter=blob:none'],
  ...['--no-tags', '--no-write-fetch-head', '--no-recurse-submodules'],
];

interface TreeEntry extends PackageEntry {
  readonly object: string;
  readonly executable: boolean;
}

type Git = (request: ReadingRequest) => Promise<GitAnswer>;

async function entriesIn(
  git: Git,
  repository: RepositoryOptions,
  commit: string,
  folder: string,
): Promise<readonly TreeEntry[]> {
  const listed = await git({ words: ['ls-tree', '-r', '-z', `${commit}:${folder}`] });
  const entries = listed.kind === 'done' ? listed.text.split('\0').filter(Boolean).map(treeEntry) : [];
  if (entries.some(({ path }) => path === 'SKILL.md')) return entries;
  const all = required(
    repository,
    await git({ words: ['ls-tree', '-r', '-z', '--name-only', `${commit}:`] }),
  );
  const others = all.split('\0').filter((path) => path.endsWith('/SKILL.md'));
  const shownOthers = others.slice(0, 5).map((path) => path.slice(0, -'/SKILL.md'.length));
  throw new CoppiceError('not-found', `there is no SKILL.md in ${shown(repository, folder)}`, {
    ...(others.length > 0 && {
      hint: `name a folder that has one: ${shownOthers.join(', ')}${others.length > 5 ? ', ...' : ''}`,
    }),
  });
}

/** `MODE TYPE OBJECT<tab>PATH` */
function treeEntry(line: string): TreeEntry {
  const tab = line.indexOf('\t');
  const [mode = '', , object = ''] = line.slice(0, tab).split(' ');
  // Bytes that are not UTF-8 became this character, so two such names could not be distinguished.
  const path = line.slice(tab + 1);
  const kind = path.includes('\uFFFD') ? 'other' : (kinds[mode] ?? 'other');
  return { path, kind, object, executable: mode === '100755' };
}

const kinds: Readonly<Record<string, PackageEntry['kind']>> = {
  '100644': 'file',
  '100664': 'file',
  '100755': 'file',
  '120000': 'link',
};

/** Fetches all files at once: git itself would fetch them one by one. */
async function fetchMissing(git: Git, repository: RepositoryOptions, tree: string): Promise<void> {
  const listed = required(
    repository,
    await git({ words: ['rev-list', '--objects', '--missing=print', tree] }),
  );
  const missing = listed.split('\n').filter((line) => line.startsWith('?'));
  if (missing.length === 0) return;
  const stdin = missing.map((line) => `${line.slice(1)}\n`).join('');
  const words = [...fetchWords, '--stdin', 'origin'];
  required(repository, await git({ words, stdin }));
}

function required({ address }: RepositoryOptions, answer: GitAnswer): string {
  if (answer.kind === 'done') return answer.text;
  if (/not our ref|unadvertised object/.test(answer.said))
    throw new CoppiceError('not-found', `the commit is not, or no longer, in ${address} (${answer.said})`, {
      hint: 'switch to the current commit with: coppice update',
    });
  throw new CoppiceError('unavailable', `${address}: ${answer.said}`, {
    hint: 'check that it exists and that you can read it; git cannot ask for a password here, so use an ssh key or a credential helper',
  });
}

function shown({ address }: RepositoryOptions, folder: string): string {
  return folder === '' ? address : `${folder} of ${address}`;
}

interface ObjectReading {
  readonly files: Files;
  readonly git: (request: ReadingRequest) => Promise<GitAnswer>;
  /** A path for a temporary file. */
  readonly scratch: string;
}

interface WantedObject {
  readonly path: string;
  readonly object: string;
  readonly executable: boolean;
}

/** Reads the bytes of all files at once, as committed. `where` is for messages. */
async function readObjects(
  { files, git, scratch }: ObjectReading,
  wanted: readonly WantedObject[],
  where: string,
): Promise<readonly StoreFile[]> {
  const stdin = wanted.map(({ object }) => `${object}\n`).join('');
  const listed = await git({ words: ['cat-file', '--batch-check=%(objecttype) %(objectsize)'], stdin });
  const sizes = listed.kind === 'done' ? listed.text.trim().split('\n').map(blobSize) : [];
  if (sizes.length !== wanted.length || sizes.some(Number.isNaN)) throw unreadable(where);
  requireSize(
    sizes.reduce((total, size) => total + size, 0),
    where,
  );
  try {
    const printed = await git({ words: ['cat-file', '--batch=%(objectname)'], stdin, into: scratch });
    const bytes = printed.kind === 'done' ? files.read(scratch)?.bytes : undefined;
    if (bytes === undefined) throw unreadable(where);
    return cut(bytes, wanted, sizes, where);
  } finally {
    files.remove(scratch);
  }
}

function blobSize(line: string): number {
  return Number(/^blob (\d+)$/.exec(line)?.[1] ?? Number.NaN);
}

/** Each file is its name on a line, then its bytes, then a line feed. */
function cut(
  bytes: Uint8Array,
  wanted: readonly WantedObject[],
  sizes: readonly number[],
  where: string,
): readonly StoreFile[] {
  let at = 0;
  return wanted.map(({ path, object, executable }, index) => {
    const start = at + object.length + 1;
    const end = start + (sizes[index] ?? 0);
    const name = new TextDecoder().decode(bytes.subarray(at, start));
    if (name !== `${object}\n` || bytes[end] !== newline) throw unreadable(where);
    at = end + 1;
    return { path, bytes: bytes.slice(start, end), executable };
  });
}

const newline = 10;

function unreadable(where: string): CoppiceError {
  return new CoppiceError('unavailable', `git could not read the files of ${where}`, {
    hint: 'the cached copy in cache/git of the home may be damaged; it is safe to delete',
  });
}

/**
 * The address for git: a path is made absolute, everything else stays as it is. Addresses and refs come from a manifest
 * that a stranger may have written, and go to git's command line and into the lock: so none may look like a flag, run a
 * program, or contain a password.
 */
export function gitAddress(url: string, project: string): string {
  if (/[\p{Cc}\s]/u.test(url)) throw badAddress(url, 'it contains a space or a control character');
  if (isAbsolute(url) || /^\.{1,2}\//.test(url)) return resolve(project, url);
  if (/^[\w.][\w.-]*@[A-Za-z0-9[][\w.:\]-]*:[^-]/.test(url)) return url;
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !transports.includes(parsed.protocol))
    throw badAddress(url, 'only https, ssh and file addresses and paths are allowed');
  // A password would be in the manifest and in the lock, where others can read it.
  if (parsed.password !== '' || (parsed.protocol === 'https:' && parsed.username !== ''))
    throw badAddress(`${parsed.protocol}//${parsed.host}${parsed.pathname}`, 'it contains a credential');
  if (parsed.hostname.startsWith('-')) throw badAddress(url, 'its host starts with a hyphen');
  return url;
}

const transports = ['https:', 'ssh:', 'file:'];

function badAddress(url: string, why: string): CoppiceError {
  return new CoppiceError(
    'bad-value',
    `${JSON.stringify(url)} is not allowed as a repository address: ${why}`,
    {
      hint: 'use an address such as https://github.com/owner/repo or git@host:owner/repo.git',
    },
  );
}

/** All of git's rule for names, and no leading hyphen. */
export function requireRef(ref: string): void {
  const isGood =
    /^[^-/.][^\p{Cc} ~^:?*[\\]*$/u.test(ref) && !/\.\.|@\{|\/\/|\/\.|[/.]$|\.lock(?:\/|$)|^@$/.test(ref);
  if (!isGood)
    throw new CoppiceError('bad-value', `${JSON.stringify(ref)} cannot be a branch, tag or commit`);
}

/** A full hash, SHA-1 or SHA-256. */
function isCommit(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
}
