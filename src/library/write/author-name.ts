/*
 * What a new skill, or a new category, may be called. The rule is stricter than that for reading: the name is also a
 * folder, on every system, and must be one that listings look into.
 */

import { isMissing } from '../../skill/field-values.js';
import { fieldLimits } from '../../skill/fields.js';
import { isDeviceName } from '../../skill/package-names.js';
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
