/*
 * A SKILL.md as search sees it.
 */

import type { SearchDocument } from '../../search/document.js';
import { bodyOf } from '../../skill/layout.js';
import { parseSkill } from '../../skill/parse.js';

/** `folderName` stands in for a missing name. */
export function searchDocument(id: string, bytes: Uint8Array, folderName: string): SearchDocument {
  const skill = parseSkill(bytes, { folder: folderName });
  const { name, description, whenToUse, tags } = skill.fields;
  const body = bodyOf(skill);
  return {
    id,
    name,
    description: whenToUse === undefined ? description : `${description}\n${whenToUse}`,
    tags,
    headings: Array.from(body.matchAll(/^#{1,6}[ \t]+(.+)$/gm), ([, heading = '']) => heading),
    body,
  };
}
