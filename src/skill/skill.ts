/*
 * The parsed SKILL.md. It keeps the source bytes, and everything else refers to them or is read from them, so that
 * printing gives the same bytes and an edit can change one field and nothing else.
 */

import type { Diagnostic } from './diagnostic.js';

/** A parsed SKILL.md: its bytes, its fields and its faults. */
export interface Skill extends SkillHead {
  /** The bytes that were parsed, unchanged. */
  readonly source: Uint8Array;
}

/** What a listing needs; the first few KiB of the file are enough for it. */
export interface SkillHead {
  readonly layout: Layout;
  /** The YAML as read: scalars as their source text, lists and maps as such. Empty when there is no block. */
  readonly frontmatter: Frontmatter;
  /** The step that could read the block. */
  readonly reading: Reading;
  readonly fields: SkillFields;
  readonly diagnostics: readonly Diagnostic[];
}

/** Byte offsets into the source. Without a block, `block` is undefined and the body is all after the BOM. */
export interface Layout {
  /** 3 with a byte order mark, else 0. */
  readonly start: number;
  readonly block: { readonly start: number; readonly end: number } | undefined;
  readonly bodyStart: number;
  /** Why there is no block; undefined when there is one. */
  readonly fault: FenceFault | undefined;
}

export type FenceFault = 'no-frontmatter' | 'unclosed-frontmatter' | 'frontmatter-too-long';

/**
 * clean: valid YAML; repaired: after repairing lines; split: some top-level entry only as `key: text`;
 * none: no block, or nothing in it could be read.
 */
export const readings = ['clean', 'repaired', 'split', 'none'] as const;
export type Reading = (typeof readings)[number];

export type FrontmatterValue = string | null | readonly FrontmatterValue[] | Frontmatter;
export interface Frontmatter {
  readonly [key: string]: FrontmatterValue;
}

/** The fields that Coppice knows, in one shape whatever their spelling in the file. */
export interface SkillFields {
  /** As written, else the folder's name, else empty. */
  readonly name: string;
  /** As written, else the first line of text in the body, else a default sentence. Not cut here. */
  readonly description: string;
  readonly license: string | undefined;
  readonly compatibility: string | undefined;
  readonly allowedTools: readonly string[];
  readonly version: string | undefined;
  readonly author: string | undefined;
  readonly category: string | undefined;
  readonly tags: readonly string[];
  readonly whenToUse: string | undefined;
  readonly requires: readonly Requirement[];
  readonly relatedSkills: readonly string[];
  /** Lower case; empty means every platform. */
  readonly platforms: readonly string[];
  readonly pinned: boolean;
  readonly requiresTools: readonly string[];
  readonly requiresToolsets: readonly string[];
  readonly fallbackForTools: readonly string[];
  readonly fallbackForToolsets: readonly string[];
  readonly config: readonly ConfigDeclaration[];
  readonly environment: readonly EnvironmentDeclaration[];
  /** Programs that must be on the PATH (`prerequisites.commands`). */
  readonly commands: readonly string[];
}

/** `slug` or `slug@range`. */
export interface Requirement {
  readonly slug: string;
  readonly range: string | undefined;
}

/** A setting the skill declares; the user's value is in the configuration under `skills.<key>`. */
export interface ConfigDeclaration {
  readonly key: string;
  readonly description: string;
  readonly fallback: string | undefined;
}

export interface EnvironmentDeclaration {
  readonly name: string;
  readonly help: string | undefined;
  readonly optional: boolean;
}
