/*
 * The index as text: a line that says who wrote what follows and proves that it is whole, and a line of data in
 * which everything empty is left out, because nearly every skill leaves most fields empty.
 */

import { sha256Hex } from '../system/hash.js';
import { noConditions, type SkillSummary } from './entry.js';
import type { RootIndex } from './index-cache.js';
import { cacheStamp } from './index-cache-file.js';

type StoredIndex = readonly (readonly [root: string, skills: readonly StoredSkill[]])[];

type StoredSkill = readonly [
  file: string,
  mtimeMs: number,
  sizeBytes: number,
  inode: number,
  summary: StoredSummary,
];

type StoredSummary = Pick<SkillSummary, 'name' | 'description'> & {
  readonly [Field in keyof SkillSummary]?: SkillSummary[Field] | undefined;
};

export function printIndex(roots: ReadonlyMap<string, RootIndex>): string {
  const stored: StoredIndex = Array.from(roots, ([root, skills]) => [
    root,
    Array.from(skills, ([file, { mtimeMs, sizeBytes, inode, summary }]): StoredSkill => {
      return [file, mtimeMs, sizeBytes, inode, stripped(summary)];
    }),
  ]);
  const data = JSON.stringify(stored);
  return `${head(data)}\n${data}\n`;
}

/** Undefined when another program, or another version of this one, wrote it, or when it is damaged. */
export function parseIndex(text: string): ReadonlyMap<string, RootIndex> | undefined {
  const end = text.indexOf('\n');
  const data = text.slice(end + 1, -1);
  if (text.slice(0, end) !== head(data)) return undefined;
  // The head proves that these are the very bytes that printIndex wrote.
  const stored = JSON.parse(data) as StoredIndex;
  return new Map(
    stored.map(([root, skills]) => [
      root,
      new Map(
        skills.map(([file, mtimeMs, sizeBytes, inode, summary]) => [
          file,
          { mtimeMs, sizeBytes, inode, summary: completed(summary) },
        ]),
      ),
    ]),
  );
}

function head(data: string): string {
  return JSON.stringify({ stamp: cacheStamp, sha256: sha256Hex(data) });
}

function stripped(summary: SkillSummary): StoredSummary {
  return {
    name: summary.name,
    description: summary.description,
    category: summary.category,
    tags: filled(summary.tags),
    pinned: summary.pinned || undefined,
    platforms: filled(summary.platforms),
    requires: filled(summary.requires),
    conditions: summary.conditions === noConditions ? undefined : summary.conditions,
    diagnostics: filled(summary.diagnostics),
  };
}

function completed(stored: StoredSummary): SkillSummary {
  return {
    name: stored.name,
    description: stored.description,
    category: stored.category,
    tags: stored.tags ?? none,
    pinned: stored.pinned ?? false,
    platforms: stored.platforms ?? none,
    requires: stored.requires ?? none,
    conditions: stored.conditions ?? noConditions,
    diagnostics: stored.diagnostics ?? none,
  };
}

const none: readonly never[] = [];

function filled<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length > 0 ? list : undefined;
}
