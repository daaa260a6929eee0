/*
 * The port to the skills of the machine that the server runs on. The registry does not know where or how they are stored,
 * and never writes to them.
 */

import type { LocalUse } from '../../rules/usage/merge-usage.js';

export interface LocalSkills {
  /** The current skills, each package once, in the order of their precedence; archived ones come last. */
  found(): readonly LocalSkill[];
  /** The current files. Throws a CoppiceError where they cannot be read. */
  read(skill: LocalSkill): LocalPackage;
}

export interface LocalSkill {
  /** Unique on the machine. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** The label of the root it is in. */
  readonly root: string;
  /** The absolute path of the package. */
  readonly folder: string;
  readonly state: 'active' | 'stale' | 'archived';
  /** Set for an archived skill. */
  readonly archived?: { readonly reason: string };
  readonly use: LocalUse;
  /** Of the scanner, as far as it is known; absent for all others. */
  readonly verdict?: 'warn' | 'block';
  /** Why it cannot be imported. */
  readonly refusal?: string;
}

export interface LocalPackage {
  readonly files: readonly LocalFile[];
  /** When a file was last changed. */
  readonly changedAt: number;
  /** The text in the frontmatter, which may not be a valid version. */
  readonly version: string | undefined;
}

interface LocalFile {
  /** Relative to the package, with forward slashes. */
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly executable: boolean;
}
