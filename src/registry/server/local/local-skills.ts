/*
 * The port to the skills of the machine that the server runs on. The registry does not know where they are or how they
 * are kept; nothing of it ever writes to them.
 */

import type { LocalUse } from '../../rules/usage/merge-usage.js';

export interface LocalSkills {
  /** As they are now, each package once, in the order of their precedence; those that are archived come last. */
  found(): readonly LocalSkill[];
  /** Its files as they are now. Throws a CoppiceError where they cannot be had. */
  read(skill: LocalSkill): LocalPackage;
}

export interface LocalSkill {
  /** Unique among those that were found. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** The label of the root it is in. */
  readonly root: string;
  /** The package, absolute. */
  readonly folder: string;
  readonly state: 'active' | 'stale' | 'archived';
  /** Of one that is archived. */
  readonly archived?: { readonly reason: string };
  readonly use: LocalUse;
  /** Why it may not be imported. */
  readonly refusal?: string;
}

export interface LocalPackage {
  readonly files: readonly LocalFile[];
  /** When the last of them was changed. */
  readonly changedAt: number;
  /** As the frontmatter has it, which may be no version at all. */
  readonly version: string | undefined;
}

interface LocalFile {
  /** Relative to the package, with forward slashes. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly executable: boolean;
}
