/*
 * Whether a changed SKILL.md is still the skill it was. A change may leave faults that were there before, but adds
 * none; and it never makes it another skill, because ids, usage and history hang on the name.
 */

import type { Diagnostic } from '../../skill/diagnostic.js';
import { readings, type Skill } from '../../skill/skill.js';

/** Why the change is refused, as part of a sentence. */
export function structureFault(before: Skill, after: Skill): string | undefined {
  const added = addedFault(before.diagnostics, after.diagnostics);
  if (readings.indexOf(after.reading) > readings.indexOf(before.reading)) {
    return added?.message ?? 'the frontmatter would be harder to read than it is';
  }
  if (added !== undefined) return added.message;
  if (before.fields.name === after.fields.name) return undefined;
  return `the name would change from ${before.fields.name} to ${after.fields.name}; rename the skill instead`;
}

function addedFault(before: readonly Diagnostic[], after: readonly Diagnostic[]): Diagnostic | undefined {
  const left = before.map(({ code }) => code);
  return after
    .filter(({ severity }) => severity !== 'info')
    .find(({ code }) => {
      const index = left.indexOf(code);
      if (index === -1) return true;
      left.splice(index, 1);
      return false;
    });
}
