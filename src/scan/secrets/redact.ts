/*
 * Replaces secrets in text by `[redacted:KIND]` before the text is stored. Transcripts are full of secrets: keys in
 * commands, tokens in headers, passwords in files.
 *
 * A backfill redacts some fifty megabytes, so every finder first searches for a hint that is rare in ordinary text. No
 * pattern can match a text in two ways, and the part that a failed match reads is bounded, so that the effort is linear
 * in the length of the text.
 */

import { type Finder, type Finding, findSecrets } from './find.js';
import { isSecretName } from './secret-name.js';
import { isPlaceholder } from './secret-value.js';
import { findShapes } from './shapes.js';

/** Idempotent: redacted text stays as it is. */
export type Redactor = (text: string) => string;

interface RedactorOptions {
  /** The environment of the process: values of variables that are named like secrets are redacted everywhere. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export function createRedactor({ environment }: RedactorOptions): Redactor {
  const findOwn = findEnvironmentValues(environment);
  const redactOnce: Redactor = (text) => replace(text, findSecrets(text, findOwn));
  return (text) => {
    let before = text;
    let after = redactOnce(before);
    // Without one secret, a neighbour may be recognised. Every round leaves less text to redact.
    while (after !== before) {
      before = after;
      after = redactOnce(before);
    }
    return after;
  };
}

/** Redacts a name: only secrets with a known format, because a name has no context. */
export const redactName: Redactor = (name) => replace(name, findShapes(name));

/** The replacement for a secret of this kind. */
export function redacted(kind: string): string {
  return `[redacted:${kind}]`;
}

function replace(text: string, findings: readonly Finding[]): string {
  if (findings.length === 0) return text;
  let result = '';
  let done = 0;
  for (const { start, end, kind } of findings) {
    result += text.slice(done, start) + redacted(kind);
    done = end;
  }
  return result + text.slice(done);
}

/** Finds the values of secret environment variables, because a command may print them without their name. */
function findEnvironmentValues(environment: Readonly<Record<string, string | undefined>>): Finder {
  const values = Object.entries(environment).flatMap(([name, value = '']) =>
    isSecretName(name) && value.length >= shortestValue && !isPlaceholder(value) ? spellings(value) : [],
  );
  const distinct = [...new Set(values)];
  return (text) => distinct.flatMap((value) => findValue(text, value));
}

const shortestValue = 8;
/** The first characters identify a long value, so that it is found even if the text is cut off. */
const identifyingLength = 64;

/** The value as it is, in a JSON string, and in a URL. */
function spellings(value: string): readonly string[] {
  return [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value.replace(/\p{Cs}/gu, '\uFFFD'))];
}

function findValue(text: string, value: string): readonly Finding[] {
  const findings: Finding[] = [];
  const identifying = value.slice(0, identifyingLength);
  for (let start = text.indexOf(identifying); start >= 0; ) {
    let end = start + identifying.length;
    while (end - start < value.length && text[end] === value[end - start]) end += 1;
    findings.push({ start, end, kind: 'environment' });
    start = text.indexOf(identifying, end);
  }
  return findings;
}
