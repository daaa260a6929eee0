/*
 * A package in a merge: its SKILL.md and every other file with its bytes.
 */

import type { Skill } from '../../../skill/skill.js';

export interface MergedFile {
  readonly bytes: Uint8Array;
  readonly mode: number;
}

export interface SourcePackage {
  readonly id: string;
  readonly name: string;
  readonly skill: Skill;
  /** Besides the SKILL.md, by their paths in the package. */
  readonly files: ReadonlyMap<string, MergedFile>;
}

/** All files of the result by their paths, the SKILL.md among them. */
export type ResultPackage = ReadonlyMap<string, MergedFile>;

/** Files that agents read at their place in a skill, and nowhere else. */
export const placedFiles: readonly string[] = ['agents/openai.yaml'];

/** Undefined for what is not text. */
export function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

export function isMarkdown(path: string): boolean {
  return /\.(?:md|markdown|mdx)$/i.test(path);
}

/** The top-level keys of a frontmatter with the lines of each, as they are written. */
export function rawEntries(block: string): ReadonlyMap<string, string> {
  const entries = new Map<string, string>();
  let key: string | undefined;
  for (const line of block.split(/\r?\n/)) {
    const found = /^(?:(["'])(.+?)\1|([^\s#:'"{[-][^:]*))\s*:(?:\s|$)/.exec(line);
    if (found !== null) key = (found[2] ?? found[3] ?? '').trim();
    if (key === undefined) continue;
    const before = entries.get(key);
    entries.set(key, before === undefined || found !== null ? line : `${before}\n${line}`);
  }
  return new Map([...entries].map(([name, lines]) => [name, lines.trimEnd()]));
}
