/*
 * JSON of a value, written only as far as it is needed: an argument may hold ten megabytes of which a few hundred
 * characters are kept. What is no JSON is left out or named, as transcripts hold JSON only.
 */

import { isSecretName } from '../../secrets/secret-name.js';

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
      text += `${separator}${JSON.stringify(key.slice(0, length))}:`;
      separator = ',';
      write(field, isSecret || namesSecret(key), depth + 1);
    }
    text += '}';
  };
  write(value, false, 0);
  return text;
}

/** The same few keys come again and again. */
function namesSecret(key: string): boolean {
  const known = judgedKeys.get(key);
  if (known !== undefined) return known;
  const isSecret = isSecretName(key);
  if (judgedKeys.size < maxJudgedKeys && key.length < 100) judgedKeys.set(key, isSecret);
  return isSecret;
}

const judgedKeys = new Map<string, boolean>();
const maxJudgedKeys = 1_000;

/** Deeper than any argument, and than which a call within a call should go. */
const deepest = 100;

function scalar(value: unknown): string {
  if (typeof value === 'number' || typeof value === 'boolean') return JSON.stringify(value);
  return typeof value === 'bigint' ? String(value) : 'null';
}
