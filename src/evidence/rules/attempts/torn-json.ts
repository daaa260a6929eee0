/*
 * Reads JSON that may be cut in the middle, as previews are. What is there is returned: a cut text as far as it goes, an
 * object with its complete fields and the last one that has begun.
 */

import { parseJson } from '../../../text/json.js';

/** Undefined if the text does not begin like a JSON object or list. */
export function tornJson(text: string): unknown {
  const head = text.slice(0, maxCharacters).trimStart();
  if (!/^[[{]/.test(head)) return undefined;
  const whole = text.length <= maxCharacters ? parseJson(text) : undefined;
  return whole === undefined ? new TornReader(head.replace(/…$/, '')).value(0) : whole;
}

/** Only the start of a longer text is read. */
const maxCharacters = 65_536;
/** Deeper values are dropped. */
const maxDepth = 20;

class TornReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Undefined if no value begins here, or it is cut before it says anything. */
  value(depth: number): unknown {
    this.#skip();
    const char = this.#text.charAt(this.#at);
    if (char === '"') return this.#string();
    if (depth > maxDepth) this.#at = this.#text.length;
    else if (char === '{') return this.#object(depth);
    else if (char === '[') return this.#list(depth);
    return this.#scalar();
  }

  #object(depth: number): Readonly<Record<string, unknown>> {
    const fields = new Map<string, unknown>();
    this.#at += 1;
    for (;;) {
      this.#skip();
      if (this.#text.charAt(this.#at) !== '"') break;
      const key = this.#string();
      this.#skip();
      if (this.#text.charAt(this.#at) !== ':') break;
      this.#at += 1;
      const value = this.value(depth + 1);
      if (value !== undefined) fields.set(key, value);
      if (!this.#passComma()) break;
    }
    this.#pass('}');
    return Object.fromEntries(fields);
  }

  #list(depth: number): readonly unknown[] {
    const items: unknown[] = [];
    this.#at += 1;
    for (;;) {
      const value = this.value(depth + 1);
      if (value === undefined) break;
      items.push(value);
      if (!this.#passComma()) break;
    }
    this.#pass(']');
    return items;
  }

  #string(): string {
    const start = this.#at + 1;
    let at = start;
    while (at < this.#text.length && this.#text.charAt(at) !== '"')
      at += this.#text.charAt(at) === '\\' ? 2 : 1;
    this.#at = Math.min(at + 1, this.#text.length);
    const raw = this.#text.slice(start, Math.min(at, this.#text.length));
    const complete = raw.replace(/\\(?:u[0-9a-fA-F]{0,3})?$/, (cut) => (isEscaped(raw, cut) ? cut : ''));
    return unescaped(complete);
  }

  #scalar(): unknown {
    const found = /^(?:true|false|null|-?\d{1,30}(?:\.\d{1,30})?)/.exec(
      this.#text.slice(this.#at, this.#at + 70),
    )?.[0];
    if (found === undefined) return undefined;
    this.#at += found.length;
    return parseJson(found);
  }

  #passComma(): boolean {
    this.#skip();
    return this.#pass(',');
  }

  #pass(char: string): boolean {
    const isThere = this.#text.charAt(this.#at) === char;
    if (isThere) this.#at += 1;
    return isThere;
  }

  #skip(): void {
    while (this.#at < this.#text.length && ' \t\r\n'.includes(this.#text.charAt(this.#at))) this.#at += 1;
  }
}

/** Whether the backslash at the end belongs to a complete `\\`. */
function isEscaped(raw: string, cut: string): boolean {
  let backslashes = 0;
  for (let at = raw.length - cut.length; at >= 0 && raw.charAt(at) === '\\'; at -= 1) backslashes += 1;
  return backslashes % 2 === 0;
}

function unescaped(raw: string): string {
  if (!raw.includes('\\')) return raw;
  return raw.replace(
    /\\(?:u([0-9a-fA-F]{4})|(.))/gs,
    (_, code: string | undefined, char: string | undefined) =>
      code === undefined
        ? (controls.get(char ?? '') ?? char ?? '')
        : String.fromCharCode(Number.parseInt(code, 16)),
  );
}

const controls: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['b', ''],
  ['f', ''],
]);
