/*
 * How the verbs that write open the library, apart from the class with all its operations, which most of them do not need.
 */

import type { SkillLibraryOptions } from '../library/skill-library.js';
import type { WriteDeps } from '../library/write/write-target.js';
import { printable } from '../text/printable.js';
import { type Context, libraryOptions } from './context.js';

/** The library, with a note on stderr for every interrupted change that a write settles. */
export function skillLibraryOptions(context: Context): SkillLibraryOptions & Pick<WriteDeps, 'pace'> {
  return {
    ...libraryOptions(context),
    ...(context.pace && { pace: context.pace }),
    onRecovered: ({ entry, state, conflicts }) => {
      const kept = conflicts.length === 0 ? '' : `; edited since, and not changed: ${conflicts.join(', ')}`;
      const sentence = `settled the interrupted ${entry.action} of ${entry.skill}: ${state}${kept}`;
      context.terminal.stderr.write(`${printable(sentence)}\n`);
    },
  };
}
