/*
 * What the verbs that write have in common: the library, who writes, the content, and the answer.
 */

import { SkillLibrary, type SkillLibraryOptions } from '../library/skill-library.js';
import { printable } from '../text/printable.js';
import { type Context, libraryOptions } from './context.js';

export function skillLibraryOf(
  context: Context,
  more: Pick<SkillLibraryOptions, 'tools'> = {},
): SkillLibrary {
  return new SkillLibrary({ ...skillLibraryOptions(context), ...more });
}

/** The library, with a note on stderr for every interrupted change that a write settles. */
export function skillLibraryOptions(context: Context): SkillLibraryOptions {
  return {
    ...libraryOptions(context),
    onRecovered: ({ entry, state, conflicts }) => {
      const kept = conflicts.length === 0 ? '' : `; edited since, and not changed: ${conflicts.join(', ')}`;
      const sentence = `settled the interrupted ${entry.action} of ${entry.skill}: ${state}${kept}`;
      context.terminal.stderr.write(`${printable(sentence)}\n`);
    },
  };
}
