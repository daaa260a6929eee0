/*
 * What a program asks for, and the code that a person types for it. The code is short, so its letters are easy to tell
 * apart and make no words; it lives ten minutes, and only a person who is signed in can try one.
 */

import { CoppiceError } from '../../../text/errors.js';
import { type PersonalScope, scopes as personalScopes } from '../../api/names.js';

const letters = 'BCDFGHJKLMNPQRSTVWXZ';
const codeLength = 8;

/** From at least as many random bytes as it has letters; bytes that would favour some letters are skipped. */
export function userCode(random: Uint8Array): string | undefined {
  const even = letters.length * Math.floor(256 / letters.length);
  const chosen = [...random].filter((byte) => byte < even).slice(0, codeLength);
  if (chosen.length < codeLength) return undefined;
  return chosen.map((byte) => letters.charAt(byte % letters.length)).join('');
}

/** `BCDF-GHJK` */
export function shownCode(code: string): string {
  return `${code.slice(0, 4)}-${code.slice(4)}`;
}

/** As it is stored, from what a person typed. */
export function typedCode(text: string): string {
  return text.toUpperCase().replace(/[^A-Z]/g, '');
}

/** Without a word about it, all but administration. Throws `bad-value` for a scope that there is not. */
export function requestedScopes(text: string): readonly PersonalScope[] {
  const names = text.split(' ').filter((name) => name !== '');
  if (names.length === 0) return personalScopes.filter((scope) => !scope.endsWith(':admin'));
  const unknown = names.find((name) => !personalScopes.some((scope) => scope === name));
  if (unknown !== undefined) throw new CoppiceError('bad-value', `there is no scope ${unknown} for a person`);
  return personalScopes.filter((scope) => names.includes(scope));
}

/**
 * Throws `bad-value` for an address that is not a program on the person's own machine: with any other, a link could send
 * the code to whoever wrote it. A name such as localhost may mean another machine.
 */
export function requireLoopback(address: string): void {
  const isLoopback = /^http:\/\/(?:127\.0\.0\.1|\[::1\]):[1-9]\d{0,4}(?:\/[\w./-]*)?$/.test(address);
  if (isLoopback && URL.canParse(address)) return;
  throw new CoppiceError(
    'bad-value',
    'redirect_uri must be http://127.0.0.1:PORT/ or http://[::1]:PORT/, with a path at most',
  );
}
