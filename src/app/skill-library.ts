/*
 * What the verbs that write have in common: the library, who writes, the content, and the answer.
 */

import type { Input } from '../cli/rules/input.js';
import { SkillLibrary, type SkillLibraryOptions } from '../library/skill-library.js';
import { printable } from '../text/printable.js';
import { type Context, libraryOptions } from './context.js';

export function skillLibraryOf(context: Context, input: Input): SkillLibrary {
  return new SkillLibrary(skillLibraryOptions(context, input));
}

/** The library, and a voice for what a write finds unfinished. */
export function skillLibraryOptions(context: Context, input: Input): SkillLibraryOptions {
  return {
    ...libraryOptions(context, input),
    onRecovered: ({ entry, state, conflicts }) => {
      const kept = conflicts.length === 0 ? '' : `; edited since, and left as it is: ${conflicts.join(', ')}`;
      const told = `settled the interrupted ${entry.action} of ${entry.skill}: ${state}${kept}`;
      context.terminal.stderr.write(`${printable(told)}\n`);
    },
  };
}
