/*
 * Changing a field that may stand in several places. It is changed where it counts; one that is to be gone goes from
 * every place, since each hides the next.
 */

import { isMissing } from '../fields-value.js';
import type { Skill } from '../skill.js';
import { type EditOutcome, removeField, setField } from './edit.js';
import { valueAt } from './edit-check.js';

/** Where an extension is read from (fields-extension.ts), what counts most first. */
const places: readonly (readonly string[])[] = [
  ['metadata', 'coppice'],
  ['metadata', 'hermes'],
  [],
  ['metadata'],
];

/** An empty text or list removes the field. One that is nowhere yet goes to the top level. */
export function setExtension(skill: Skill, field: string, value: string | readonly string[]): EditOutcome {
  const paths = places
    .map((place) => [...place, field])
    .filter((path) => !isMissing(valueAt(skill.frontmatter, path)));
  if (value.length > 0) return setField(skill, paths[0] ?? [field], value);
  let edited: EditOutcome = { kind: 'unchanged', skill };
  for (const path of paths) {
    edited = removeField(edited.skill, path);
    if (edited.kind === 'refused') return edited;
  }
  return edited;
}
