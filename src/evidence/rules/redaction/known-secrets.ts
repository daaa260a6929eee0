/*
 * The secrets that were seen in a session, to find them again in any text. In memory they are known as they are; between
 * two readings only their keyed hashes are stored, under a random key of that session.
 *
 * A hash cannot be searched for, so a fingerprint says where to compute one: twice 12 bits of a keyed hash of four bytes,
 * of the first eight bytes of the secret. It takes one pass over the text for any number of secrets.
 */

import type { Finding } from '../../../scan/secrets/find.js';
import { formsOf, shortestValue } from '../../../scan/secrets/value-forms.js';
import { hmacSha256Hex } from '../../../text/hash.js';
import { isObject } from '../../../text/shape.js';

/** Plain JSON, without any of the values. */
export interface SavedSecrets {
  readonly key: string;
  /** Fingerprint, length, kind and hash of each form of each value. */
  readonly known: readonly (readonly [number, number, string, string])[];
}

interface KnownForm {
  readonly length: number;
  readonly kind: string;
  /** Of the first characters. */
  readonly hash: string;
  /** Undefined if only the hash is known. */
  readonly form: string | undefined;
}

export class KnownSecrets {
  readonly #key: string;
  /** The factors of the fingerprints of the first and the second four bytes. */
  readonly #factors: readonly [number, number];
  /** By the fingerprint of the first four bytes. */
  readonly #isStart = new Uint8Array(1 << 12);
  readonly #forms = new Map<number, KnownForm[]>();
  #size = 0;

  /** The key is random, of at least 32 hexadecimal digits. */
  constructor(key: string) {
    this.#key = key;
    const random = hmacSha256Hex(key, 'fingerprint');
    this.#factors = [factorOf(random.slice(0, 8)), factorOf(random.slice(8, 16))];
  }

  /** Undefined if it is not what `save` made. */
  static load(saved: unknown): KnownSecrets | undefined {
    if (!isObject(saved) || typeof saved['key'] !== 'string' || !Array.isArray(saved['known']))
      return undefined;
    const secrets = new KnownSecrets(saved['key'].slice(0, 128));
    for (const entry of saved['known'].slice(0, maxForms)) {
      const [fingerprint, length, kind, hash] = Array.isArray(entry) ? entry : [];
      const isWhole = Number.isInteger(fingerprint) && Number.isInteger(length) && length >= shortestValue;
      if (isWhole && typeof kind === 'string' && typeof hash === 'string')
        secrets.#add(fingerprint & 0xffffff, { length, kind: kind.slice(0, 40), hash, form: undefined });
    }
    return secrets;
  }

  /** Undefined if nothing is known. */
  save(): SavedSecrets | undefined {
    if (this.#size === 0) return undefined;
    const known = [...this.#forms].flatMap(([fingerprint, forms]) =>
      forms.map(({ length, kind, hash }) => [fingerprint, length, kind, hash] as const),
    );
    return { key: this.#key, known };
  }

  /** Whether the value was not known. */
  add(value: string, kind: string): boolean {
    let isNew = false;
    for (const form of formsOf(value)) {
      const start = form.slice(0, identifyingLength);
      const hash = this.#hash(start);
      const { buffer, byteOffset } = encoder.encode(start);
      const fingerprint = this.#fingerprint(new DataView(buffer, byteOffset), 0);
      const same = this.#forms.get(fingerprint)?.find((known) => known.hash === hash);
      if (same?.form !== undefined) continue;
      isNew ||= same === undefined;
      if (this.#size < maxForms) this.#add(fingerprint, { length: form.length, kind, hash, form });
    }
    return isNew;
  }

  find(text: string): readonly Finding[] {
    if (this.#size === 0 || text.length < shortestValue) return [];
    const bytes = text.length * 3 > scratch.length ? new Uint8Array(text.length * 3) : scratch;
    const { written } = encoder.encodeInto(text, bytes);
    const isAscii = written === text.length;
    const findings: Finding[] = [];
    // The loop runs for every byte of a text, so it has what it needs at hand.
    const view = new DataView(bytes.buffer);
    const isStart = this.#isStart;
    const [factor] = this.#factors;
    let done = 0;
    let counted = 0;
    let units = 0;
    for (let at = 0; at + window <= written; at += 1) {
      if (isStart[Math.imul(view.getUint32(at), factor) >>> 20] === 0) continue;
      const forms = this.#forms.get(this.#fingerprint(view, at));
      if (forms === undefined) continue;
      for (; !isAscii && counted < at; counted += 1) units += unitsOf(bytes[counted] ?? 0);
      const start = isAscii ? at : units;
      const found = start < done ? undefined : this.#match(text, start, forms);
      if (found === undefined) continue;
      findings.push(found);
      done = found.end;
    }
    return findings;
  }

  /** The length of the start of a known value at the end of the text, which was cut there. */
  cutLength(text: string): number {
    let longest = 0;
    for (const forms of this.#forms.values())
      for (const { form } of forms) {
        const most = form === undefined ? 0 : Math.min(form.length - 1, text.length, longestCut);
        for (let length = most; length > Math.max(longest, shortestCut - 1); length -= 1)
          if (form !== undefined && text.endsWith(form.slice(0, length))) longest = length;
      }
    return longest;
  }

  #match(text: string, start: number, forms: readonly KnownForm[]): Finding | undefined {
    for (const { form, hash, length, kind } of forms) {
      const candidate = text.slice(start, start + Math.min(length, identifyingLength));
      const isSame =
        form === undefined ? this.#hash(candidate) === hash : candidate === form.slice(0, identifyingLength);
      if (!isSame) continue;
      rest.lastIndex = start + candidate.length;
      rest.test(text);
      // A long value may be cut off by the text, or another one may start in the same way.
      return {
        start,
        end: Math.max(start + candidate.length, Math.min(start + length, rest.lastIndex)),
        kind,
      };
    }
    return undefined;
  }

  #add(fingerprint: number, form: KnownForm): void {
    const known = this.#forms.get(fingerprint) ?? [];
    const others = known.filter(({ hash }) => hash !== form.hash);
    this.#isStart[fingerprint >>> 12] = 1;
    this.#forms.set(fingerprint, [...others, form]);
    this.#size += 1 + others.length - known.length;
  }

  #hash(start: string): string {
    return hmacSha256Hex(this.#key, start).slice(0, 32);
  }

  #fingerprint(view: DataView, at: number): number {
    const [first, second] = this.#factors;
    const start = Math.imul(view.getUint32(at), first) >>> 20;
    return (start << 12) | (Math.imul(view.getUint32(at + 4), second) >>> 20);
  }
}

/** The number of bytes that a fingerprint is about. */
const window = shortestValue;
/** The first characters identify a value, because a text may be cut off in it. */
const identifyingLength = 64;
/** Of so many forms the hashes are stored: about twenty kilobytes. */
const maxForms = 400;
/** A shorter start of a value is no part of it that anybody could use. */
const shortestCut = 4;
const longestCut = 600;

const encoder = new TextEncoder();
const scratch = new Uint8Array(1 << 14);
/** The rest of a word. */
const rest = /[^\s"'`<>]*/y;

/** Only an odd factor keeps all bits apart. */
function factorOf(hexadecimal: string): number {
  return Number.parseInt(hexadecimal, 16) | 1;
}

/** The number of units of the text that start with this byte. */
function unitsOf(byte: number): number {
  if (byte >= 0x80 && byte < 0xc0) return 0;
  return byte >= 0xf0 ? 2 : 1;
}
