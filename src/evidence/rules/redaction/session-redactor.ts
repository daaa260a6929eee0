/*
 * Redacts the texts of one session. What was recognised as a secret once is redacted everywhere in that session: in
 * arguments, outputs, messages and names, as it is and encoded. A password has a name where it is set, and none where a
 * command prints it.
 */

import { type Finder, joined } from '../../../scan/secrets/find.js';
import { distinctiveParts } from '../../../scan/secrets/known-values.js';
import { redactorOf } from '../../../scan/secrets/redact.js';
import { type Redactor, redacted, replaceFindings } from '../../../scan/secrets/replace.js';
import { isObject } from '../../../text/shape.js';
import { KnownSecrets, type SavedSecrets } from './known-secrets.js';

export interface SessionRedactorOptions {
  /** Finds the secrets that a text shows, as `createEnvironmentFinder` makes it. */
  readonly find: Finder;
  /** A random key of at least 32 hexadecimal digits, for the hashes of this session. */
  readonly newKey: () => string;
}

/** Plain JSON, without any of the values. */
export interface SavedSession {
  readonly secrets: readonly SavedSecrets[];
}

export class SessionRedactor {
  /** Idempotent. Learns from what it redacts. */
  readonly redact: Redactor;
  readonly #newKey: () => string;
  #own: KnownSecrets | undefined;
  /** Known from other processes, under their keys. */
  readonly #adopted: KnownSecrets[] = [];
  #hasNews = false;

  constructor({ find, newKey }: SessionRedactorOptions, saved?: unknown) {
    this.#newKey = newKey;
    this.#load(saved);
    // What is found again is not learned again: it may be an encoded form.
    let again: ReadonlySet<string> = new Set();
    const findAll: Finder = (text) => {
      const known = this.#findKnown(text);
      if (known.length === 0 && again.size === 0) return find(text);
      again = new Set(known.map(({ start, end }) => text.slice(start, end)));
      return joined([...known, ...find(text)]);
    };
    this.redact = redactorOf(findAll, (value, kind) => {
      if (!again.has(value)) this.remember(value, kind);
    });
  }

  /** Whether a secret was recognised since `settle` was called, so that texts before it must be redacted again. */
  get hasNews(): boolean {
    return this.#hasNews;
  }

  /** For a value that is a secret because of its place, such as a field with the name of one. */
  remember(value: string, kind = 'secret'): void {
    for (const part of distinctiveParts(value, kind)) {
      this.#own ??= new KnownSecrets(this.#newKey());
      if (this.#own.add(part, kind)) this.#hasNews = true;
    }
  }

  /** Takes over what another process learned about the same session. */
  adopt(saved: unknown): void {
    const before = this.#adopted.length;
    for (const part of savedParts(saved)) {
      const secrets = KnownSecrets.load(part);
      if (secrets !== undefined) this.#adopted.push(secrets);
    }
    this.#adopted.splice(0, Math.max(0, this.#adopted.length - maxAdopted));
    if (this.#adopted.length > before) this.#hasNews = true;
  }

  /** Redacts what is known by now, in a text that was redacted before, and whose end may have been cut. */
  redactAgain(text: string): string {
    const known = replaceFindings(text, this.#findKnown(text));
    if (!known.endsWith('…')) return known;
    const shown = known.slice(0, -1);
    const cut = this.#own?.cutLength(shown) ?? 0;
    return cut === 0 ? known : `${shown.slice(0, shown.length - cut)}${redacted('cut')}…`;
  }

  /** After everything that is known so far was redacted again. */
  settle(): void {
    this.#hasNews = false;
  }

  /** Undefined if nothing is known. */
  save(): SavedSession | undefined {
    const secrets = [this.#own, ...this.#adopted].flatMap((known) => known?.save() ?? []);
    return secrets.length === 0 ? undefined : { secrets };
  }

  #load(saved: unknown): void {
    const [own, ...adopted] = savedParts(saved).map(KnownSecrets.load);
    this.#own = own;
    for (const secrets of adopted) if (secrets !== undefined) this.#adopted.push(secrets);
  }

  #findKnown(text: string) {
    const own = this.#own?.find(text) ?? [];
    return this.#adopted.length === 0
      ? own
      : joined([...own, ...this.#adopted.flatMap((secrets) => secrets.find(text))]);
  }
}

/** Hooks of a session run as processes of their own; each text is searched once for every one that saw a secret. */
const maxAdopted = 16;

function savedParts(saved: unknown): readonly unknown[] {
  const secrets = isObject(saved) ? saved['secrets'] : undefined;
  return Array.isArray(secrets) ? secrets.slice(0, maxAdopted + 1) : [];
}
