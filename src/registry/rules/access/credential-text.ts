/*
 * The text of a credential: `cop_` (token), `cops_` (session), `copl_` (one-time link) or `copi_` (invitation), 192 random bits in base 62,
 * and a checksum. A mistyped or made-up text is refused without a query to the database, and a scanner for leaked
 * secrets recognises one offline. The text of a session travels in a cookie.
 */

import { cookieIn, setCookie } from './cookies.js';

export const credentialKinds = ['token', 'session', 'link', 'invite'] as const;
export type CredentialKind = (typeof credentialKinds)[number];

export const randomByteCount = 24;

export function credentialText(kind: CredentialKind, random: Uint8Array): string {
  if (random.length !== randomByteCount) throw new RangeError(`expected ${randomByteCount} random bytes`);
  const body = `${starts[kind]}${base62(numberOf(random), randomLength)}`;
  return `${body}${checksum(body)}`;
}

/** Whether the text can be a credential of this kind; only the database knows whether it is one. */
export function isCredentialText(kind: CredentialKind, text: string): boolean {
  const start = starts[kind];
  if (text.length !== start.length + randomLength + checksumLength || !text.startsWith(start)) return false;
  const body = text.slice(0, -checksumLength);
  return /^[0-9A-Za-z]+$/.test(text.slice(start.length)) && text.endsWith(checksum(body));
}

/** The part that is shown, so that people can distinguish their tokens. */
export function shownPrefix(text: string): string {
  return text.slice(0, 12);
}

/** No script can read the cookie, and no form of another site can send it. */
export function sessionCookie(text: string, maxAgeSeconds: number, origin: string): string {
  return setCookie({ name: sessionCookieName(origin), text, maxAgeSeconds, sameSite: 'Lax', origin });
}

/** Removes the session cookie. */
export function expiredCookie(origin: string): string {
  return sessionCookie('', 0, origin);
}

/** The text in a `Cookie` header; undefined where it has none. */
export function sessionInCookie(header: string | undefined): string | undefined {
  return cookieIn(header, ownHostName) ?? cookieIn(header, plainName);
}

/**
 * A browser accepts the first from the host itself alone, so that no page of a neighbouring subdomain can put its own
 * session in front of somebody's. The second is for http, and for sessions of version 0.1.
 */
const ownHostName = '__Host-coppice_session';
const plainName = 'coppice_session';

function sessionCookieName(origin: string): string {
  return origin.startsWith('https:') ? ownHostName : plainName;
}

const starts: Readonly<Record<CredentialKind, string>> = {
  token: 'cop_',
  session: 'cops_',
  link: 'copl_',
  invite: 'copi_',
};

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 62^33 is more than 2^192, 62^6 more than 2^32. */
const randomLength = 33;
const checksumLength = 6;

function checksum(text: string): string {
  return base62(BigInt(crc32(text)), checksumLength);
}

function base62(number: bigint, length: number): string {
  let text = '';
  for (let rest = number; text.length < length; rest /= 62n)
    text = alphabet.charAt(Number(rest % 62n)) + text;
  return text;
}

function numberOf(bytes: Uint8Array): bigint {
  return bytes.reduce((number, byte) => number * 256n + BigInt(byte), 0n);
}

/** CRC-32 as in zip, gzip and PNG, bit by bit: the texts are short. */
function crc32(text: string): number {
  let crc = 0xffff_ffff;
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb8_8320 : 0);
  }
  return (crc ^ 0xffff_ffff) >>> 0;
}
