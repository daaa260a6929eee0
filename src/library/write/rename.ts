/*
 * Renames a skill in one step: in its frontmatter, its folder and its usage records, which continue under the new id.
 */

import { setField } from '../../skill/edit.js';
import { parseSkill } from '../../skill/parse.js';
import { CoppiceError } from '../../text/errors.js';
import { refuseName } from '../rules/skill-refusals.js';
import { type AuthorOptions, refuseFrozen } from './author.js';
import { type NewSkill, refuseTaken } from './author-create.js';
import { type Written, writeSkill } from './author-result.js';
import type { CurrentPackage, FileChange } from './write-change.js';
import { joined, lastName, parentOf } from './write-inside.js';
import type { PackageTarget, WriteDeps } from './write-target.js';

export async function renameSkill(
  deps: WriteDeps,
  target: PackageTarget,
  name: string,
  options: AuthorOptions & { readonly taken: NewSkill['taken'] },
): Promise<Written> {
  refuseName(name, 'skill');
  refuseFrozen(target, options);
  if (name !== target.name) refuseTaken(name, options.taken);
  return await writeSkill(
    deps,
    target,
    (current) => {
      const { folder } = current.location;
      const named = changeName(current, name, options.expectedSha256);
      const isMoved = lastName(folder) !== name;
      if (named === undefined && !isMoved)
        throw new CoppiceError('bad-value', `${target.id} already has that name`, {
          hint: 'choose another name',
        });
      return {
        action: 'rename',
        files: named === undefined ? [] : [named],
        ...(isMoved && { moveTo: joined(parentOf(folder), name) }),
        ...(name !== target.name && { renamedTo: `${target.root.label}:${name}` }),
        reason: options.reason,
      };
    },
    options,
  );
}

/** SKILL.md with another name in its frontmatter; undefined when it has that name already. */
export function changeName(
  current: CurrentPackage,
  name: string,
  expectedSha256?: string,
): FileChange | undefined {
  const there = current.readSkill(expectedSha256);
  const outcome = setField(parseSkill(there.bytes), ['name'], name);
  switch (outcome.kind) {
    case 'edited':
      return { path: there.path, bytes: outcome.skill.source };
    case 'unchanged':
      return undefined;
    case 'refused':
      throw new CoppiceError(
        'would-break-skill',
        `The name in ${there.path} cannot be changed: ${outcome.message}`,
        { hint: 'fix the frontmatter first, with: coppice edit' },
      );
    default:
      return outcome satisfies never;
  }
}
