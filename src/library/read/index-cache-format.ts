/*
 * The index as text. Everything empty is left out, because nearly every skill leaves most fields empty.
 */

import { noConditions, type SkillSummary } from './entry.js';
import type { IndexedSkill, RootIndex } from './index-cache.js';

type StoredIndex = readonly (readonly [root: string, skills: readonly StoredSkill[]])[];

/** As short as can be, since all of it is read for every listing. */
type StoredSkill = readonly [
  file: string,
  mtimeMs: number,
  sizeBytes: number,
  inode: number,
  name: string,
  description: string,
  more?: StoredFields,
];

type StoredFields = {
  readonly [Field in Exclude<keyof SkillSummary, 'name' | 'description'>]?: SkillSummary[Field] | undefined;
};

export function printIndex(roots: ReadonlyMap<string, Iterable<readonly [string, IndexedSkill]>>): string {
  const stored: StoredIndex = Array.from(roots, ([root, skills]) => [root, Array.from(skills, storedSkill)]);
  return `${JSON.stringify(stored)}\n`;
}

/** Takes only what printIndex has printed; whoever reads it from a file has made sure of that. */
export function parseIndex(text: string): ReadonlyMap<string, RootIndex> {
  const stored = JSON.parse(text) as StoredIndex;
  return new Map(stored.map(([root, skills]) => [root, new Map(skills.map(indexedSkill))]));
}

function storedSkill([file, indexed]: readonly [string, IndexedSkill]): StoredSkill {
  const { mtimeMs, sizeBytes, inode, summary } = indexed;
  const { name, description, category, tags, pinned, platforms, requires, conditions, diagnostics } = summary;
  const isPlain =
    category === undefined &&
    !pinned &&
    conditions === noConditions &&
    tags.length + platforms.length + requires.length + diagnostics.length === 0;
  if (isPlain) return [file, mtimeMs, sizeBytes, inode, name, description];
  const more = {
    category,
    tags: filled(tags),
    pinned: pinned || undefined,
    platforms: filled(platforms),
    requires: filled(requires),
    conditions: conditions === noConditions ? undefined : conditions,
    diagnostics: filled(diagnostics),
  };
  return [file, mtimeMs, sizeBytes, inode, name, description, more];
}

function indexedSkill([file, mtimeMs, sizeBytes, inode, name, description, more]: StoredSkill): [
  string,
  IndexedSkill,
] {
  const summary = {
    name,
    description,
    category: more?.category,
    tags: more?.tags ?? none,
    pinned: more?.pinned ?? false,
    platforms: more?.platforms ?? none,
    requires: more?.requires ?? none,
    conditions: more?.conditions ?? noConditions,
    diagnostics: more?.diagnostics ?? none,
  };
  return [file, { mtimeMs, sizeBytes, inode, summary }];
}

const none: readonly never[] = [];

function filled<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length > 0 ? list : undefined;
}
