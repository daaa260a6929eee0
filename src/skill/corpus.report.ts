/*
 * How well a corpus of real files is read. Shared by the test, which asserts it, and by the script, which prints it.
 */

import { parseSkill } from './parse.js';

export interface CorpusReport {
  readonly files: number;
  /** With frontmatter between fences. */
  readonly fenced: number;
  /** Fenced, with both name and description as text. */
  readonly complete: number;
  /** Fenced, and complete or with a diagnostic that says why not. */
  readonly usable: number;
  readonly readings: Readonly<Record<string, number>>;
  readonly diagnostics: Readonly<Record<string, number>>;
  /** What was thrown, which nothing should be. */
  readonly failures: readonly string[];
}

/** Each line is `{path, text}`, or `{path, base64}` where the bytes are not UTF-8. */
export function reportCorpus(lines: readonly string[]): CorpusReport {
  const readings: Record<string, number> = {};
  const diagnostics: Record<string, number> = {};
  const failures: string[] = [];
  let [fenced, complete, usable] = [0, 0, 0];
  for (const line of lines) {
    const { path, text, base64 }: { path: string; text?: string; base64?: string } = JSON.parse(line);
    try {
      const skill = parseSkill(text ?? fromBase64(base64 ?? ''), { folder: path.split('/').at(-2) });
      count(readings, skill.reading);
      for (const { code } of skill.diagnostics) count(diagnostics, code);
      if (skill.layout.block === undefined) continue;
      fenced += 1;
      const { name, description } = skill.frontmatter;
      const isComplete = typeof name === 'string' && typeof description === 'string';
      if (isComplete) complete += 1;
      if (isComplete || skill.diagnostics.length > 0) usable += 1;
    } catch (error) {
      failures.push(`${path}: ${error}`);
    }
  }
  return { files: lines.length, fenced, complete, usable, readings, diagnostics, failures };
}

function count(counts: Record<string, number>, key: string): void {
  counts[key] = (counts[key] ?? 0) + 1;
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
