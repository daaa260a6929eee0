/*
 * What a new skill, or a new category, may be called. The rule is stricter than that for reading: the name is also a
 * folder, on every system, and must be one that listings look into.
 */

import type { Diagnostic } from '../../skill/diagnostic.js';
import { isMissing } from '../../skill/field-values.js';
import { fieldLimits } from '../../skill/fields.js';
import { isDeviceName } from '../../skill/package-names.js';
import { readings, type Skill } from '../../skill/skill.js';
import { isWritable } from '../../text/edit/yaml/write.js';
import { CoppiceError } from '../../text/errors.js';
import { prunedFolders } from './package-path.js';

export function refuseName(name: string, what: 'skill' | 'category'): void {
  const misspelling = spellingFault(name);
  const fault = misspelling ?? meaningFault(name);
  if (fault === undefined) return;
  throw new CoppiceError('bad-name', `${JSON.stringify(name)} cannot be the name of a ${what}: ${fault}`, {
    hint: misspelling
      ? 'use a-z, 0-9 and single hyphens between them, as in pdf-forms'
      : 'choose another name',
  });
}

function spellingFault(name: string): string | undefined {
  if (name.length > fieldLimits.name) return `it has more than ${fieldLimits.name} characters`;
  return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)
    ? undefined
    : 'it has other characters than a-z, 0-9 and single hyphens';
}

/** What is a good name by its letters, and means something else to somebody who reads it. */
function meaningFault(name: string): string | undefined {
  if (isMissing(name)) return 'in YAML that is the word for no name at all';
  if (isDeviceName(name)) return 'Windows keeps it for a device';
  return prunedFolders.has(name) ? 'folders of that name are never looked into' : undefined;
}

/*
 * Whether a changed SKILL.md is still the skill it was. A change may leave faults that were there before, but adds
 * none; and it never makes it another skill, because ids, usage and history hang on the name.
 */

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

/*
 * Text that somebody hands over to be written. A string can hold half a character, and no file in UTF-8 can.
 */

export function refuseUnpairedSurrogate(text: string): void {
  if (isWritable(text)) return;
  throw new CoppiceError('bad-value', 'the text has half a character in it (an unpaired surrogate)', {
    hint: 'give the whole character, or leave it out',
  });
}
