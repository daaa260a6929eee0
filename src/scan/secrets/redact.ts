/*
 * Takes secrets out of text before it is stored, and leaves `[redacted:KIND]` in their place. Transcripts are full of
 * them: keys in commands, tokens in headers, passwords in files that were read. Each finder names the stretches that
 * it takes for secrets; here they are joined and replaced.
 *
 * Backfills send some fifty megabytes through here, so every finder first looks for a hint that is rare in ordinary
 * text. No pattern can match a text in two ways, and what one match looks at in vain is bounded, or out of reach of
 * the next: effort grows with the length of the text, whatever it holds.
 */

import { type Finder, type Finding, findSecrets } from './find.js';
import { isSecretName } from './secret-name.js';
import { isPlaceholder } from './secret-value.js';
import { findShapes } from './shapes.js';

/** Idempotent: what is redacted already stays as it is. */
export type Redactor = (text: string) => string;

interface RedactorOptions {
  /** The process's own: values of variables that are named like secrets are secrets wherever they occur. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export function createRedactor({ environment }: RedactorOptions): Redactor {
  const findOwn = findEnvironmentValues(environment);
  const redactOnce: Redactor = (text) => replace(text, findSecrets(text, findOwn));
  return (text) => {
    let before = text;
    let after = redactOnce(before);
    // With a secret gone, its neighbours may show as what they are. Every round leaves less that is not redacted.
    while (after !== before) {
      before = after;
      after = redactOnce(before);
    }
    return after;
  };
}

/** For names, of which what stands beside them says nothing: only what is a secret by its own look. */
export const redactName: Redactor = (name) => replace(name, findShapes(name));

/** What stands for a secret of this kind. */
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

/*
 * The values of the process's own secret-looking environment variables are secrets wherever they occur: what a command
 * prints may hold them without any name beside them.
 */

function findEnvironmentValues(environment: Readonly<Record<string, string | undefined>>): Finder {
  const values = Object.entries(environment).flatMap(([name, value = '']) =>
    isSecretName(name) && value.length >= shortestValue && !isPlaceholder(value) ? spellings(value) : [],
  );
  const distinct = [...new Set(values)];
  return (text) => distinct.flatMap((value) => findValue(text, value));
}

const shortestValue = 8;
/** So much of a long value is enough to know it by, so that it is also found where the text was cut off. */
const tellingLength = 64;

/** As it is, inside a JSON string, and inside a URL. */
function spellings(value: string): readonly string[] {
  return [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value.replace(/\p{Cs}/gu, '\uFFFD'))];
}

function findValue(text: string, value: string): readonly Finding[] {
  const findings: Finding[] = [];
  const telling = value.slice(0, tellingLength);
  for (let start = text.indexOf(telling); start >= 0; ) {
    let end = start + telling.length;
    while (end - start < value.length && text[end] === value[end - start]) end += 1;
    findings.push({ start, end, kind: 'environment' });
    start = text.indexOf(telling, end);
  }
  return findings;
}
