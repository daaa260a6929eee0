/*
 * Keys that identify observations, so that a copied conversation counts once. Some providers use globally unique call
 * ids; others restart in every session or answer. Observations without an id are identified by their content and a count.
 */

import { sha256Hex } from '../../text/hash.js';

export class SessionKeys {
  readonly #session: string;
  readonly #used = new Map<string, number>();

  constructor(session: string) {
    this.#session = session;
  }

  call(id: string | undefined, tool: string, args: unknown): string {
    if (id !== undefined && isUniqueEverywhere(id)) return this.#numbered(id);
    return this.#numbered(`${this.#session}:call:${id ?? ''}:${sha256Hex(`${tool} ${jsonOf(args)}`)}`);
  }

  prompt(text: string): string {
    return this.#numbered(`${this.#session}:prompt:${sha256Hex(text)}`);
  }

  load(skill: string): string {
    return this.#numbered(`${this.#session}:slash:${skill}`);
  }

  interruption(): string {
    return this.#numbered(`${this.#session}:interruption`);
  }

  #numbered(key: string): string {
    const before = this.#used.get(key) ?? 0;
    this.#used.set(key, before + 1);
    return before === 0 ? key : `${key}#${before}`;
  }
}

/**
 * Shorter ids are counters, or (`call_` and 12 digits) hashes of the call, and repeat in other sessions; so do ids that
 * end in a counter (`functions.terminal:0`).
 */
function isUniqueEverywhere(id: string): boolean {
  return id.length >= 20 && !/[^0-9a-z]\d{1,4}$/i.test(id);
}

function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch (error) {
    // Too deeply nested to serialize, which only junk is; the count still identifies it.
    if (!(error instanceof RangeError)) throw error;
    return '';
  }
}
