/*
 * What is searched of a SKILL.md. The library, the registry and the measurements use this one function, so that a skill
 * is found by the same words everywhere.
 */

import { bodyOf } from '../skill/layout.js';
import { parseSkill } from '../skill/parse.js';
import type { SearchDocument } from './document.js';

/** `folderName` is used if the name is missing. */
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
