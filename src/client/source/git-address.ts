/*
 * Which addresses and refs of repositories are taken. Both come from a manifest that somebody else may have written, and end
 * up on git's command line and in the lock: so none may be taken for a flag, run a program, or hold a password.
 */

import { isAbsolute, resolve } from 'node:path';
import { CoppiceError } from '../../text/errors.js';

/** As git is given it: a path is made absolute, all else stays as it is. */
export function gitAddress(url: string, project: string): string {
  if (/[\p{Cc}\s]/u.test(url)) throw badAddress(url, 'it has a space or a control character');
  if (isAbsolute(url) || /^\.{1,2}\//.test(url)) return resolve(project, url);
  if (/^[\w.][\w.-]*@[A-Za-z0-9[][\w.:\]-]*:[^-]/.test(url)) return url;
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || !transports.includes(parsed.protocol))
    throw badAddress(url, 'only https, ssh, file and paths are taken');
  // A password would be in the manifest and in the lock, for all who read them.
  if (parsed.password !== '' || (parsed.protocol === 'https:' && parsed.username !== ''))
    throw badAddress(`${parsed.protocol}//${parsed.host}${parsed.pathname}`, 'there is a credential in it');
  if (parsed.hostname.startsWith('-')) throw badAddress(url, 'its host begins with a hyphen');
  return url;
}

const transports = ['https:', 'ssh:', 'file:'];

function badAddress(url: string, why: string): CoppiceError {
  return new CoppiceError('bad-value', `${JSON.stringify(url)} cannot be a repository: ${why}`, {
    hint: 'give one like https://github.com/owner/repo or git@host:owner/repo.git',
  });
}

/** All of git's rule for names, and no leading hyphen. */
export function requireRef(ref: string): void {
  const isGood =
    /^[^-/.][^\p{Cc} ~^:?*[\\]*$/u.test(ref) && !/\.\.|@\{|\/\/|\/\.|[/.]$|\.lock(?:\/|$)|^@$/.test(ref);
  if (!isGood)
    throw new CoppiceError('bad-value', `${JSON.stringify(ref)} cannot be a branch, tag or commit`);
}

/** A whole one, by SHA-1 or SHA-256. */
export function isCommit(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
}
