/*
 * The library with all its operations, for the verbs that write.
 */

import { SkillLibrary, type SkillLibraryOptions } from '../library/skill-library.js';
import type { Context } from './context.js';
import { skillLibraryOptions } from './skill-library-options.js';

export function skillLibraryOf(
  context: Context,
  more: Pick<SkillLibraryOptions, 'tools'> = {},
): SkillLibrary {
  return new SkillLibrary({ ...skillLibraryOptions(context), ...more });
}
