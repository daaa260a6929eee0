/*
 * Sets the level of a skill's pin. A pin in the frontmatter is the author's, and only an edit takes it away.
 */

import { findSkillToChange } from '../library/read/resolve.js';
import { printable } from '../text/printable.js';
import type { PinLevel } from '../usage/rules/record.js';
import { type Context, libraryOf } from './context.js';
import type { Input } from './input.js';
import type { Report } from './verb.js';

export function setPin(context: Context, input: Input, pinLevel: PinLevel): Report {
  const library = libraryOf(context, input);
  const { id, pinned: inFrontmatter } = findSkillToChange(library, input.argument('name') ?? '');
  const result = library.usage.put(id, { pinLevel });
  if (!result.ok) throw result.error;
  const done = { none: 'unpinned', pin: 'pinned', freeze: 'pinned and frozen' }[pinLevel];
  const still = pinLevel === 'none' && inFrontmatter ? '; its frontmatter still pins it' : '';
  return {
    document: { id, pinned: pinLevel !== 'none' || inFrontmatter, pinLevel },
    text: `${done} ${printable(id)}${still}\n`,
  };
}
