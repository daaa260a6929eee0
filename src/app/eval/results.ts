/*
 * The stored results of evaluations of a skill: of the bytes it has now, and of those it had before.
 */

import { isAbsolute } from 'node:path';
import { allStoredResults, type StoredResult } from '../../eval/store/results.js';
import type { Library } from '../../library/open-library.js';
import { readCatalog } from '../../library/read/catalog.js';
import { CoppiceError } from '../../text/errors.js';
import { skillContent } from './target.js';

export interface SkillResult extends StoredResult {
  /** Whether the skill still has the bytes that were evaluated; its cases are not among them. */
  readonly isCurrent: boolean;
}

/**
 * The newest first, by the id of a skill, or its folder where it is in no root. Those of other skills with the very same
 * bytes are among them.
 */
export function resultsOfSkill(
  { files, home }: Pick<Library, 'files' | 'home'>,
  { id, folder }: { readonly id: string; readonly folder: string },
): readonly SkillResult[] {
  const digest = contentDigest(files, folder);
  return allStoredResults({ files, home })
    .filter((one) => one.skill === id || one.digest === digest)
    .map((one) => ({ ...one, isCurrent: one.digest === digest }));
}

export interface EvaluatedSkill {
  /** Its id, or its folder where it is in no root. */
  readonly skill: string;
  /** Undefined where it is not on this machine any more. */
  readonly folder: string | undefined;
  /** The newest first. */
  readonly results: readonly SkillResult[];
}

/** Every skill with a stored result, the one that was evaluated last first. */
export function evaluatedSkills(library: Library): readonly EvaluatedSkill[] {
  const all = allStoredResults(library);
  if (all.length === 0) return [];
  const folders = new Map(readCatalog(library).skills.map(({ id, folder }) => [id, folder]));
  return [...new Set(all.map(({ skill }) => skill))].map((skill) => {
    const folder = folders.get(skill) ?? (isAbsolute(skill) ? skill : undefined);
    const digest = folder === undefined ? undefined : contentDigest(library.files, folder);
    return {
      skill,
      folder: digest === undefined ? undefined : folder,
      results: all
        .filter((one) => one.skill === skill)
        .map((one) => ({ ...one, isCurrent: one.digest === digest })),
    };
  });
}

/** Undefined where the folder holds no skill that could be evaluated as it is now. */
function contentDigest(files: Library['files'], folder: string): string | undefined {
  try {
    return skillContent(files, files.realPath(folder) ?? folder, folder).digest;
  } catch (error) {
    if (error instanceof CoppiceError) return undefined;
    throw error;
  }
}
