/*
 * Turns faults of the disk into CoppiceErrors: the system's code becomes a sentence that names the path. An error
 * without such a code is a bug of the program and is passed on unchanged.
 */

import { CoppiceError, type ErrorCode } from '../../text/errors.js';
import type { Disk } from './disk.js';

/** Runs an operation on a path; a fault becomes `cannot write /a/b: no space is left (ENOSPC)`. */
export function explainFault<T>(disk: Disk, action: string, path: string, act: () => T): T {
  try {
    return act();
  } catch (fault) {
    const code = faultCode(fault);
    if (code === undefined) throw fault;
    const meaning = meanings[code] ?? unknownFault;
    const sentence = `cannot ${action} ${givenName(disk, path)}: ${meaning.reason} (${code})`;
    throw new CoppiceError(meaning.code, sentence, { hint: meaning.hint, cause: fault });
  }
}

/** The system's code of a fault; undefined for every other error. */
export function faultCode(fault: unknown): string | undefined {
  if (!(fault instanceof Error) || fault instanceof CoppiceError) return undefined;
  return 'code' in fault && typeof fault.code === 'string' ? fault.code : undefined;
}

/** Nothing is there: the name is missing, or a file is where a folder on the way should be. */
export function isAbsence(fault: unknown): boolean {
  const code = faultCode(fault);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** A fault as the system would throw it. */
export function systemFault(code: string, operation: string, path?: string): Error {
  const where = path === undefined ? operation : `${operation} '${path}'`;
  return Object.assign(new Error(`${code}: ${where}`), { code });
}

/** The path of something in an open folder, as a person knows it. */
function givenName(disk: Disk, path: string): string {
  const opened = /^\/proc\/self\/fd\/\d+/.exec(path)?.[0];
  if (opened === undefined) return path;
  try {
    return disk.realpath(opened) + path.slice(opened.length);
  } catch (fault) {
    if (faultCode(fault) === undefined) throw fault;
    return path;
  }
}

interface Meaning {
  readonly code: ErrorCode;
  readonly reason: string;
  readonly hint: string;
}

const permission = 'check the owner and mode of the file and its folder';
const space = 'free some disk space, and try again';

const unknownFault: Meaning = {
  code: 'file-failed',
  reason: 'the operating system reported an error',
  hint: "check the disk; the word in brackets is the system's error code",
};

const meanings: Readonly<Record<string, Meaning>> = {
  ENOENT: { code: 'not-found', reason: 'it or its folder does not exist', hint: 'check the path' },
  ENOTDIR: {
    code: 'not-a-folder',
    reason: 'a folder was expected',
    hint: 'give the path of a folder',
  },
  EISDIR: { code: 'not-a-file', reason: 'it is a folder', hint: 'give the path of a file' },
  ENXIO: {
    code: 'not-a-file',
    reason: 'it is a pipe, socket or device',
    hint: 'give the path of a file',
  },
  EEXIST: { code: 'already-exists', reason: 'it already exists', hint: 'move the existing one away' },
  ENOTEMPTY: { code: 'already-exists', reason: 'the folder is not empty', hint: 'move its content away' },
  EACCES: { code: 'no-permission', reason: 'access was refused', hint: permission },
  EPERM: { code: 'no-permission', reason: 'the operation is not allowed', hint: permission },
  EROFS: {
    code: 'no-permission',
    reason: 'the file system is read-only',
    hint: 'use a folder that can be written to',
  },
  ENOSPC: { code: 'disk-full', reason: 'no space is left', hint: space },
  EDQUOT: { code: 'disk-full', reason: 'the quota is used up', hint: space },
  EXDEV: {
    code: 'cross-device',
    reason: 'the two paths are on different file systems',
    hint: 'use two paths on the same file system',
  },
  ELOOP: {
    code: 'path-unsafe',
    reason: 'the path goes through a symbolic link',
    hint: 'replace the link by the file or folder that it leads to',
  },
  ERR_INVALID_ARG_VALUE: {
    code: 'path-unsafe',
    reason: 'it is not a path',
    hint: 'give a path without NUL characters',
  },
  EFBIG: { code: 'file-failed', reason: 'it is too large', hint: 'move it away, or make it smaller' },
  ERR_SHORT_WRITE: { code: 'file-failed', reason: 'only a part was written', hint: space },
  ENAMETOOLONG: { code: 'file-failed', reason: 'the name is too long', hint: 'use a shorter name' },
  EMFILE: { code: 'file-failed', reason: 'too many files are open', hint: 'raise the limit (ulimit -n)' },
};
