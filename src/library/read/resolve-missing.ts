/*
 * The answer when there is no such skill: what may have been meant, and whether it is in an archive, from which it
 * can be brought back.
 */

import { closest } from '../../text/closest.js';
import { CoppiceError } from '../../text/errors.js';
import type { Catalog } from '../rules/catalog.js';
import { archivedSkills, findArchived } from '../write/archive-find.js';
import type { Library } from './catalog.js';
import { unlessRefused } from './entry-refusal.js';

export function skillNotFound(library: Library, { skills }: Catalog, typed: string): CoppiceError {
  const name = typed.slice(typed.indexOf(':') + 1);
  const archived = unlessRefused(() => archivedSkills(library, library.roots)) ?? [];
  const near = closest(
    name,
    skills.map((skill) => skill.name),
  );
  const hints = [
    findArchived(archived, typed).length > 0
      ? `it is archived; bring it back with: coppice restore ${typed}`
      : '',
    near.length > 0 ? `did you mean: ${near.join(', ')}` : '',
  ].filter((hint) => hint !== '');
  return new CoppiceError('skill-not-found', `there is no skill ${typed}`, {
    hint: hints.join('; ') || 'coppice list shows the skills there are',
  });
}
