/*
 * What is refused when a skill is written: a bad name, a change that would break the skill, text that is not valid
 * Unicode. A new name must follow stricter rules than an existing one, because it also becomes a folder on every system.
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

/** Whether a skill may be given this name. */
export function isSkillName(name: string): boolean {
  return (spellingFault(name) ?? meaningFault(name)) === undefined;
}

function spellingFault(name: string): string | undefined {
  if (name.length > fieldLimits.name) return `it has more than ${fieldLimits.name} characters`;
  return /^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)
    ? undefined
    : 'it has characters other than a-z, 0-9 and single hyphens';
}

/** Names that are spelled correctly but have another meaning for YAML, Windows or a listing. */
function meaningFault(name: string): string | undefined {
  if (isMissing(name)) return 'YAML reads it as no name at all';
  if (isDeviceName(name)) return 'Windows reserves it for a device';
  return prunedFolders.has(name) ? 'folders with that name are never searched for skills' : undefined;
}

/**
 * Why a change of a SKILL.md is refused, as part of a sentence. A change may leave existing faults, but must not add
 * any; and it must not change the name, because ids, usage and history depend on it.
 */
export function structureFault(before: Skill, after: Skill): string | undefined {
  const added = addedFault(before.diagnostics, after.diagnostics);
  if (readings.indexOf(after.reading) > readings.indexOf(before.reading)) {
    return added?.message ?? 'the frontmatter would be harder to parse than it is now';
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

/** A JavaScript string can contain half a character, which a UTF-8 file cannot. */
export function refuseUnpairedSurrogate(text: string): void {
  if (isWritable(text)) return;
  throw new CoppiceError('bad-value', 'the text contains half a character (an unpaired surrogate)', {
    hint: 'give the whole character, or leave it out',
  });
}
