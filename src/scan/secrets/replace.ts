/*
 * What stands in a text where a secret was. Apart from the search for secrets, which is far larger.
 */

import type { Finding } from './find.js';

/** Idempotent: redacted text stays as it is. */
export type Redactor = (text: string) => string;

/** The replacement for a secret of this kind. */
export function redacted(kind: string): string {
  return `[redacted:${kind}]`;
}

export function replaceFindings(text: string, findings: readonly Finding[]): string {
  if (findings.length === 0) return text;
  let result = '';
  let done = 0;
  for (const { start, end, kind } of findings) {
    result += text.slice(done, start) + redacted(kind);
    done = end;
  }
  return result + text.slice(done);
}
