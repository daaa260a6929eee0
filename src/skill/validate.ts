/*
 * Validates a skill in one of three modes. lenient: what Coppice can read. portable: what every known client accepts.
 * strict: what the specification's reference validator accepts.
 */

import { type Diagnostic, isLoadable } from './diagnostic.js';
import { checkPortable } from './portable.js';
import type { Skill } from './skill.js';
import { checkStrict } from './strict.js';

/** Lenient: can it be loaded; portable: does every known agent accept it; strict: the specification's validator. */
export type ValidationMode = 'lenient' | 'portable' | 'strict';

/** How a skill is validated. */
export interface ValidateOptions {
  readonly mode: ValidationMode;
  /** The name of the skill's folder, which the skill's name is compared with; not compared if undefined. */
  readonly folder?: string | undefined;
}

/** The faults of the skill in that mode; empty if it is valid. */
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

/** Whether the skill passes in that mode. */
export function isValid(diagnostics: readonly Fault[], mode: ValidationMode): boolean {
  return mode === 'lenient'
    ? isLoadable(diagnostics)
    : !diagnostics.some(({ severity }) => severity === 'error');
}

type Fault = Pick<Diagnostic, 'code' | 'severity'>;
