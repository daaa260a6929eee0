/*
 * Which skills do much the same as one: asked when it is created, so that a library does not fill with near-duplicates.
 */

import { basename, dirname } from 'node:path';
import { similar } from '../../search/similar.js';
import { type Library, readCatalog } from '../read/catalog.js';
import { searchDocument } from './find-document.js';
import { searchIndexOf } from './search-cache.js';

export interface SimilarSkill {
  readonly id: string;
  /** From 0 to 1, which is the same text. */
  readonly score: number;
}

/** Among the skills that are offered, most similar first; the skill is named by the path of its SKILL.md. */
export function similarSkills(library: Library, path: string): readonly SimilarSkill[] {
  const content = library.files.read(path);
  if (content === undefined) return [];
  const ids = new Map(readCatalog(library).skills.map((skill) => [skill.path, skill.id]));
  const index = searchIndexOf(library, [...ids.keys()]);
  const document = searchDocument(path, content.bytes, basename(dirname(path)));
  return similar(index, document).flatMap(({ id, score }) => {
    const named = ids.get(id);
    return named === undefined ? [] : [{ id: named, score: Math.round(score * 100) / 100 }];
  });
}
