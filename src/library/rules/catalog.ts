/*
 * All skills of all roots. Each is either offered, or hidden for a reason.
 */

import type { LocatedDiagnostic } from './diagnostics.js';
import type { SkillEntry } from './entry.js';
import type { HiddenReason } from './filters.js';

export interface Catalog {
  /** The skills that are offered, by precedence. */
  readonly skills: readonly SkillEntry[];
  readonly hidden: readonly HiddenSkill[];
  /** Faults of files and folders; those of a skill are in its entry. */
  readonly diagnostics: readonly LocatedDiagnostic[];
}

export interface HiddenSkill {
  readonly entry: SkillEntry;
  readonly reason: HiddenReason;
}
