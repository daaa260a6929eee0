/*
 * A skill in a listing (tier 1): what its frontmatter says and where it is. The body is not read for it.
 */

import type { Diagnostic } from '../../skill/diagnostic.js';
import { compareText } from '../../text/utf8.js';
import type { Root } from './root.js';

export interface SkillEntry extends SkillSummary {
  /** `label:name`; a plugin's skill is `plugin/skill`. */
  readonly id: string;
  readonly root: Root;
  /** The package's folder, absolute. */
  readonly folder: string;
  /** The SKILL.md, absolute. */
  readonly path: string;
  /** The roots of lower precedence that reach the same package, through links. */
  readonly alsoIn: readonly Root[];
}

/** What the file itself says. It depends only on the file, so it can be cached. */
export interface SkillSummary {
  /** At most 64 characters. */
  readonly name: string;
  /** At most 1024 characters. */
  readonly description: string;
  readonly category: string | undefined;
  readonly tags: readonly string[];
  readonly pinned: boolean;
  /** Lower case; empty means every platform. */
  readonly platforms: readonly string[];
  /** The names of the skills that it needs. */
  readonly requires: readonly string[];
  readonly conditions: ToolConditions;
  readonly diagnostics: readonly Diagnostic[];
}

export interface ToolConditions {
  readonly requiresTools: readonly string[];
  readonly requiresToolsets: readonly string[];
  readonly fallbackForTools: readonly string[];
  readonly fallbackForToolsets: readonly string[];
}

/** Shared by all skills without conditions, because there may be many thousands of them. */
export const noConditions: ToolConditions = {
  requiresTools: [],
  requiresToolsets: [],
  fallbackForTools: [],
  fallbackForToolsets: [],
};

/** Where a skill is within its root; paths have forward slashes. */
export interface SkillLocation {
  /** The package, relative to the root; empty when the root itself is the package. */
  readonly folder: string;
  /** The SKILL.md, or the tolerated `skill.md`, relative to the root. */
  readonly file: string;
  /** The package, absolute and without links: the same for the same package, however it was reached. */
  readonly realFolder: string;
}

/**
 * What a walk found in the folder of a skill. As long as the folder has this identity, nothing was added to it, removed or
 * renamed, so it need not be listed again. The time is `ctimeMs`, which no program can set back.
 */
export interface ListedFolder {
  readonly ctimeMs: number;
  readonly inode: number;
  /** The names of the folders in it that are searched for further skills, in the order of the listing. */
  readonly below: readonly string[];
}

/** The name of the package's folder, as opposed to the name in the SKILL.md. */
export function folderName(root: Root, { folder }: SkillLocation): string {
  const path = folder === '' ? root.path : folder;
  return path.slice(path.lastIndexOf('/') + 1);
}

export function skillEntry(
  root: Root,
  { folder, file }: SkillLocation,
  summary: SkillSummary,
  alsoIn: readonly Root[],
): SkillEntry {
  const slash = folder.indexOf('/');
  // Field by field, because a spread is slow and this is done for every skill of every listing.
  return {
    id: `${root.label}:${summary.name}`,
    name: summary.name,
    description: summary.description,
    category: slash === -1 ? summary.category : folder.slice(0, slash),
    root,
    folder: folder === '' ? root.path : `${root.path}/${folder}`,
    path: `${root.path}/${file}`,
    alsoIn,
    tags: summary.tags,
    pinned: summary.pinned,
    platforms: summary.platforms,
    requires: summary.requires,
    conditions: summary.conditions,
    diagnostics: summary.diagnostics,
  };
}

export type ListingKey = Pick<SkillEntry, 'category' | 'name' | 'id'>;

/** Orders by category, skills without one first; then by name. */
export function compareListingKeys(a: ListingKey, b: ListingKey): number {
  return (
    compareText(a.category ?? '', b.category ?? '') || compareText(a.name, b.name) || compareText(a.id, b.id)
  );
}
