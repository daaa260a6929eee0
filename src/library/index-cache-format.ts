/*
 * The index as text. Everything empty is left out, because nearly every skill leaves most fields empty.
 */

import { noConditions, type SkillSummary } from './entry.js';
import type { RootIndex } from './index-cache.js';

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
  return `${JSON.stringify(stored)}\n`;
}

/** Takes only what printIndex has printed; whoever reads it from a file has made sure of that. */
export function parseIndex(text: string): ReadonlyMap<string, RootIndex> {
  const stored = JSON.parse(text) as StoredIndex;
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
