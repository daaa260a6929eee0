/*
 * All skills of all roots, of which each is offered or hidden for a reason.
 */

import type { LocatedDiagnostic } from './diagnostics.js';
import type { SkillEntry } from './entry.js';
import type { HiddenReason } from './filters.js';

export interface Catalog {
  /** Those that are offered, in the order of their precedence. */
  readonly skills: readonly SkillEntry[];
  readonly hidden: readonly HiddenSkill[];
  /** Of places; those of a skill are in its entry. */
  readonly diagnostics: readonly LocatedDiagnostic[];
}

export interface HiddenSkill {
  readonly entry: SkillEntry;
  readonly reason: HiddenReason;
}
