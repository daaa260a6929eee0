/*
 * Changes to what a SKILL.md says about itself, made in the file: whatever the catalog shows is what is installed. All
 * else in it stays as it is.
 */

import type { EditOutcome } from '../../skill/edit/edit.js';
import { setField } from '../../skill/edit/edit.js';
import { setExtension } from '../../skill/edit/edit-extension.js';
import { parseSkill } from '../../skill/parse.js';
import { CoppiceError } from '../../system/errors.js';

/** What is undefined stays; an empty `whenToUse` and empty `tags` go. */
export interface SkillChanges {
  readonly description?: string | undefined;
  readonly whenToUse?: string | undefined;
  readonly tags?: readonly string[] | undefined;
}

export function rewriteSkill(source: Uint8Array, { description, whenToUse, tags }: SkillChanges): Uint8Array {
  let skill = parseSkill(source);
  const apply = (field: string, outcome: EditOutcome) => {
    if (outcome.kind === 'refused')
      throw new CoppiceError('would-break-skill', `the ${field} cannot be changed: ${outcome.message}`, {
        hint: 'send the whole SKILL.md instead',
      });
    skill = outcome.skill;
  };
  if (description !== undefined) apply('description', setField(skill, ['description'], description));
  if (whenToUse !== undefined) apply('when_to_use', setExtension(skill, 'when_to_use', whenToUse));
  if (tags !== undefined) apply('tags', setExtension(skill, 'tags', tags));
  return skill.source;
}
