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
import { findNamedSecrets } from './named-secrets.js';
import { findPrivateKeys } from './private-keys.js';
import { findShapes } from './shapes.js';

/** Idempotent: what is redacted already stays as it is. */
export type Redactor = (text: string) => string;

/** A stretch of a text, from its start up to and without its end. */
export interface Finding {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
}

export type Finder = (text: string) => readonly Finding[];

export interface RedactorOptions {
  /** The process's own: values of variables that are named like secrets are secrets wherever they occur. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export function createRedactor({ environment }: RedactorOptions): Redactor {
  // Where two find the same stretch, the first names it.
  const finders = [findEnvironmentValues(environment), findPrivateKeys, findShapes, findNamedSecrets];
  const redactOnce: Redactor = (text) => {
    const findings: Finding[] = [];
    for (const find of finders) findings.push(...find(text));
    return replace(text, joined(findings));
  };
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

/** What stands for a secret of this kind. */
export function redacted(kind: string): string {
  return `[redacted:${kind}]`;
}

/** In the order of the text, with those that overlap made one. */
function joined(findings: readonly Finding[]): readonly Finding[] {
  if (findings.length < 2) return findings;
  const result: Finding[] = [];
  for (const finding of [...findings].sort((one, other) => one.start - other.start)) {
    const last = result.at(-1);
    if (last === undefined || finding.start >= last.end) result.push(finding);
    else if (finding.end > last.end) result[result.length - 1] = { ...last, end: finding.end };
  }
  return result;
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
