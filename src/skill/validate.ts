/*
 * A skill against one of three measures. lenient: what reading it had to forgive. portable: what every known client
 * accepts. strict: what the specification's reference validator accepts.
 */

import type { Diagnostic } from './diagnostic.js';
import { checkPortable } from './portable.js';
import type { Skill } from './skill.js';
import { checkStrict } from './strict.js';

/** By which measure. */
export type ValidationMode = 'lenient' | 'portable' | 'strict';

/** The measure, and the folder that the name is compared with. */
export interface ValidateOptions {
  readonly mode: ValidationMode;
  /** The name of the skill's folder; without it, nothing is compared with it. */
  readonly folder?: string | undefined;
}

/** What is wrong by that measure; nothing where the skill is good. */
export function validateSkill(skill: Skill, { mode, folder }: ValidateOptions): readonly Diagnostic[] {
  switch (mode) {
    case 'lenient':
      return skill.diagnostics;
    case 'portable':
      return checkPortable(skill, folder);
    case 'strict':
      return checkStrict(skill.source, folder);
    default:
      return mode satisfies never;
  }
}
