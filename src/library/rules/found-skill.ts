/*
 * A skill as the doctor finds it on the disk, whether or not anybody offers it.
 */
import type { Diagnostic } from '../../skill/diagnostic.js';
import type { LocatedDiagnostic } from './diagnostics.js';
import type { SkillLocation, SkillSummary } from './entry.js';

export interface FoundRoot {
  readonly path: string;
  readonly exists: boolean;
  readonly skills: readonly FoundSkill[];
  /** How many folders were looked through, without those inside skills. */
  readonly folders: number;
  /** Of places; those of a skill are with it. */
  readonly diagnostics: readonly LocatedDiagnostic[];
}

export interface FoundSkill {
  readonly place: SkillLocation;
  readonly summary: SkillSummary;
  /** The SKILL.md, absolute. */
  readonly path: string;
  /** How many folders it lies below the root, by the shortest way: a link in the root leads there directly. */
  readonly depth: number;
  readonly isLinkedFile: boolean;
  /** Of the SKILL.md. */
  readonly sha256: string;
  /** Of the description, with when to use it. */
  readonly listingCharacters: number;
  readonly diagnostics: readonly Diagnostic[];
}
