/*
 * Takes secrets out of text before it is stored, and leaves `[redacted:KIND]` in their place. Transcripts are full of
 * them: keys in commands, tokens in headers, passwords in files that were read. Each finder names the stretches that
 * it takes for secrets; here they are joined and replaced.
 *
 * Backfills send some fifty megabytes through here, so every finder first looks for a hint that is rare in ordinary
 * text. No pattern can match a text in two ways, and what one match looks at in vain is bounded, or out of reach of
 * the next: effort grows with the length of the text, whatever it holds.
 */

import { findEnvironmentValues } from './environment-values.js';
import { type Finding, findSecrets } from './find.js';
import { findShapes } from './shapes.js';

/** Idempotent: what is redacted already stays as it is. */
export type Redactor = (text: string) => string;

export interface RedactorOptions {
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
