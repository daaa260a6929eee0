/*
 * Makes the preview of an argument, a result or a message: redacted first, then cut, so that no part of a secret remains
 * at the cut. Only a small multiple of the limit is read, whatever the size of the value.
 */

import { type Redactor, redacted } from '../../../scan/secrets/replace.js';
import { isSecretName } from '../../../scan/secrets/secret-name.js';

export interface PreviewRedactor {
  readonly redact: Redactor;
  /** Is given the values of fields that are named like secrets, which may stand elsewhere without the name. */
  remember?(value: string): void;
}

/** At most `limit` code points; the last one is `…` if the text was longer. Other values than strings become JSON. */
export function preview(value: unknown, limit: number, redactor: PreviewRedactor): string {
  const { redact } = redactor;
  // A code point has at most two units, and enough of a secret at the cut must be read to recognise it.
  const window = 2 * limit + secretLength;
  const text =
    typeof value === 'string' ? value.slice(0, window + 1) : compactJson(value, window + 1, redactor);
  const isWhole = text.length <= window;
  const safe = redact(plain(text.slice(0, window)));
  // The end may contain the start of a secret that the window cut, so it is dropped.
  const shown = isWhole ? safe : safe.slice(0, Math.max(0, safe.length - secretLength));
  return cut(wellFormed(shown), limit, !isWhole);
}

/**
 * The whole text if it is not much longer than a preview, or else its start and its end with `…` between them, so that
 * what matters can be chosen after redaction. What was cut is dropped generously, because it may be part of a secret.
 */
export function redactedEnds(text: string, { redact }: PreviewRedactor): string {
  if (text.length <= 2 * endLength + secretLength) return wellFormed(redact(plain(text)));
  const start = redact(plain(text.slice(0, endLength + secretLength)));
  const end = redact(plain(text.slice(-(endLength + longSecretLength))));
  return wellFormed(
    `${start.slice(0, Math.max(0, start.length - secretLength))}\n…\n${end.slice(longSecretLength)}`,
  );
}

const endLength = 4_096;

/** This much of a secret is enough to recognise it. */
const secretLength = 512;
/** Without its start, a secret is not recognised, so all of it must be dropped; the longest is a private key. */
const longSecretLength = 4_096;

const hidden = redacted('secret');

/** Removes colours and control characters before redaction, because they could be inside a secret. */
function plain(text: string): string {
  return unseen.test(text)
    ? text.replace(/\u001b\[[\d;?]{0,20}[A-Za-z]|[\0-\b\v-\u001f\u007f-\u009f]/g, '')
    : text;
}

const unseen = /[\0-\b\v-\u001f\u007f-\u009f]/;

/** Replaces unpaired surrogates by the replacement character. */
function wellFormed(text: string): string {
  return /[\ud800-\udfff]/.test(text) ? text.replace(/\p{Cs}/gu, '\ufffd') : text;
}

/** At most `limit` code points; the last one is `…` if the text was longer. */
export function cutText(text: string, limit: number): string {
  return cut(text, limit, false);
}

/** Counts unit by unit, because this runs for every event, and a list of code points would be most of the cost. */
function cut(text: string, limit: number, hasMore: boolean): string {
  if (!hasMore && text.length <= limit) return text;
  let points = 0;
  let end = 0;
  for (let unit = 0; unit < text.length; unit += 1) {
    const isLow = (text.charCodeAt(unit) & 0xfc00) === 0xdc00;
    if (isLow) continue;
    points += 1;
    if (points === limit) end = unit;
    if (points > limit) break;
  }
  if (!hasMore && points <= limit) return text;
  if (limit < 1) return '';
  return `${points < limit ? text : text.slice(0, end)}…`;
}

/**
 * The JSON of a value, written only to about `length` units: an argument may have ten megabytes, of which a preview needs
 * a few hundred characters. Strings under a key that names a secret become `hidden`.
 */
function compactJson(value: unknown, length: number, redactor: PreviewRedactor): string {
  let text = '';
  const write = (part: unknown, isSecret: boolean, depth: number): void => {
    if (text.length >= length) return;
    if (typeof part === 'string') {
      if (isSecret) redactor.remember?.(part);
      text += JSON.stringify(isSecret && part !== '' ? hidden : part.slice(0, length));
    } else if (typeof part !== 'object' || part === null) {
      text += scalar(part);
    } else if (depth > maxDepth) {
      text += '"…"';
    } else if (Array.isArray(part)) {
      text += '[';
      for (let index = 0; index < part.length && text.length < length; index += 1) {
        if (index > 0) text += ',';
        write(part[index], isSecret, depth + 1);
      }
      text += ']';
    } else {
      writeFields(part, isSecret, depth);
    }
  };
  const writeFields = (fields: object, isSecret: boolean, depth: number): void => {
    text += '{';
    let separator = '';
    for (const [key, field] of Object.entries(fields)) {
      if (text.length >= length) break;
      if (field === undefined) continue;
      const name = nameOf(key, length);
      text += `${separator}${name.json}:`;
      separator = ',';
      write(field, isSecret || name.isSecret, depth + 1);
    }
    text += '}';
  };
  write(value, false, 0);
  return text;
}

interface FieldName {
  readonly json: string;
  readonly isSecret: boolean;
}

/** Cached, because the same few keys occur again and again. */
function nameOf(key: string, length: number): FieldName {
  const known = knownNames.get(key);
  if (known !== undefined) return known;
  const name = { json: JSON.stringify(key.slice(0, length)), isSecret: isSecretName(key) };
  if (knownNames.size < maxKnownNames && key.length < Math.min(length, 100)) knownNames.set(key, name);
  return name;
}

const knownNames = new Map<string, FieldName>();
const maxKnownNames = 1_000;

/** Deeper than any real argument, and safe for recursion. */
const maxDepth = 100;

function scalar(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return JSON.stringify(value);
  return typeof value === 'bigint' ? String(value) : 'null';
}
