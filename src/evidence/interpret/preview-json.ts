/*
 * JSON of a value, written only as far as it is needed: an argument may hold ten megabytes of which a few hundred
 * characters are kept. What is no JSON is left out or named, as transcripts hold JSON only.
 */

import { isSecretName } from '../../scan/secrets/secret-name.js';

/**
 * Of a longer text the first `length` units, at least; keys in their order. Strings under a key that names a secret are
 * `hidden`.
 */
export function compactJson(value: unknown, length: number, hidden: string): string {
  let text = '';
  const write = (part: unknown, isSecret: boolean, depth: number): void => {
    if (text.length >= length) return;
    if (typeof part === 'string') {
      text += JSON.stringify(isSecret && part !== '' ? hidden : part.slice(0, length));
    } else if (typeof part !== 'object' || part === null) {
      text += scalar(part);
    } else if (depth > deepest) {
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

/** The same few keys come again and again. */
function nameOf(key: string, length: number): FieldName {
  const known = knownNames.get(key);
  if (known !== undefined) return known;
  const name = { json: JSON.stringify(key.slice(0, length)), isSecret: isSecretName(key) };
  if (knownNames.size < maxKnownNames && key.length < Math.min(length, 100)) knownNames.set(key, name);
  return name;
}

const knownNames = new Map<string, FieldName>();
const maxKnownNames = 1_000;

/** Deeper than any argument, and than which a call within a call should go. */
const deepest = 100;

function scalar(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return JSON.stringify(value);
  return typeof value === 'bigint' ? String(value) : 'null';
}
