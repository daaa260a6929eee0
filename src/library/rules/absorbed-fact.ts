/*
 * What a merge records about each of its sources: the skill that absorbed it.
 */

import { isListOf, isObject, isText } from '../../text/shape.js';

export const absorbedKey = 'absorbed_into';

export interface AbsorbedFact {
  /** The id of the new skill. */
  readonly into: string;
  /** The hash of its SKILL.md when it was made. */
  readonly digest: string | null;
  /** Where the folder of the source was. */
  readonly folder: string;
  /** All sources of the merge. */
  readonly sources: readonly string[];
}

export function isAbsorbedFact(value: unknown): value is AbsorbedFact {
  return (
    isObject(value) && isText(value['into']) && isText(value['folder']) && isListOf(value['sources'], isText)
  );
}
