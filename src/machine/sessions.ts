/*
 * Who may use the server: whoever brings a one-time code, which only a process that can read the home of this person
 * gets. A code is exchanged for the key of a session once, and soon; sessions end with the server. Only hashes are kept.
 */

import { randomBytes } from 'node:crypto';
import type { Clock } from '../system/clock.js';
import { sha256Hex } from '../text/hash.js';

const codeMs = 10 * 60_000;
/** More than a person opens; the oldest ones end. */
const maxCodes = 20;
const maxSessions = 100;

export class Sessions {
  readonly #clock: Clock;
  /** Hash of a code -> when it ends. */
  readonly #codes = new Map<string, number>();
  readonly #sessions = new Set<string>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  newCode(): { readonly code: string; readonly expiresAt: number } {
    const code = secret();
    const expiresAt = this.#clock.now() + codeMs;
    this.#codes.set(sha256Hex(code), expiresAt);
    for (const oldest of this.#codes.keys()) if (this.#codes.size > maxCodes) this.#codes.delete(oldest);
    return { code, expiresAt };
  }

  /** The key of a new session; undefined for a code that was used, has ended or never was. */
  signIn(code: string): string | undefined {
    const hash = sha256Hex(code);
    const expiresAt = this.#codes.get(hash);
    this.#codes.delete(hash);
    if (expiresAt === undefined || expiresAt <= this.#clock.now()) return undefined;
    const key = secret();
    this.#sessions.add(sha256Hex(key));
    for (const oldest of this.#sessions) if (this.#sessions.size > maxSessions) this.#sessions.delete(oldest);
    return key;
  }

  has(key: string): boolean {
    return this.#sessions.has(sha256Hex(key));
  }

  signOut(key: string): void {
    this.#sessions.delete(sha256Hex(key));
  }
}

/** 256 bits, in letters that an address needs no escapes for. */
export function secret(): string {
  return randomBytes(32).toString('base64url');
}
