/*
 * The keys of one session whose transcript may be met in several places, and whose calls have ids of the model's
 * provider. Some of those are unique everywhere, so that a copied conversation counts once; others begin anew in
 * every session, or in every answer. What has no id of its own is told apart by what it says, and by how often that
 * was said before.
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

  #numbered(key: string): string {
    const before = this.#used.get(key) ?? 0;
    this.#used.set(key, before + 1);
    return before === 0 ? key : `${key}#${before}`;
  }
}

/**
 * Shorter ids are counters, or (`call_` and 12 digits) made from the call itself, and the same in other sessions; so
 * are those that end in a counter (`functions.terminal:0`).
 */
function isUniqueEverywhere(id: string): boolean {
  return id.length >= 20 && !/[^0-9a-z]\d{1,4}$/i.test(id);
}

function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch (error) {
    // Nested too deep to be written, which only junk is; how often it came tells it apart.
    if (!(error instanceof RangeError)) throw error;
    return '';
  }
}

/*
 * Keys for what a transcript gives an id. A long id is unique everywhere, and must stay the same in a copy of the
 * transcript under another session's name; a short one, like `call_1`, is unique within its session at best.
 */

export function scopedKey(session: string, id: string): string {
  return id.length >= uniqueLength ? id : JSON.stringify([session, id]);
}

const uniqueLength = 16;
