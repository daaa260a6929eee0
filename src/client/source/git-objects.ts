/*
 * The bytes of files in a repository, all in one go, as they were committed.
 */

import type { Files } from '../../system/files.js';
import { CoppiceError } from '../../text/errors.js';
import type { StoreFile } from '../store/store.js';
import type { GitAnswer, GitRequest } from './git.js';
import { requireSize } from './package-rules.js';

export interface ObjectReading {
  readonly files: Files;
  readonly git: (request: GitRequest) => Promise<GitAnswer>;
  /** A path for a file that nobody else uses meanwhile. */
  readonly scratch: string;
}

export interface WantedObject {
  readonly path: string;
  readonly object: string;
  readonly executable: boolean;
}

/** `where` is for messages. */
export async function readObjects(
  { files, git, scratch }: ObjectReading,
  wanted: readonly WantedObject[],
  where: string,
): Promise<readonly StoreFile[]> {
  const stdin = wanted.map(({ object }) => `${object}\n`).join('');
  const told = await git({ words: ['cat-file', '--batch-check=%(objecttype) %(objectsize)'], stdin });
  const sizes = told.kind === 'done' ? told.text.trim().split('\n').map(blobSize) : [];
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

/** Each is its name on a line, then its bytes, then the end of a line. */
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
  return new CoppiceError('unavailable', `git does not give the files of ${where}`, {
    hint: 'its copy in cache/git of the home may be damaged; it can be deleted',
  });
}
