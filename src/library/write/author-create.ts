/*
 * Creates a skill: writes the frontmatter, so that it is valid by construction, and records who made the skill, because
 * that cannot be found out later.
 */

import { join } from 'node:path';
import { isMissing } from '../../skill/field-values.js';
import { parseSkill } from '../../skill/parse.js';
import { checkPortable } from '../../skill/portable.js';
import { writeBlockEntry } from '../../text/edit/yaml/write.js';
import { CoppiceError } from '../../text/errors.js';
import type { Provenance } from '../../usage/rules/record.js';
import { refuseName, refuseUnpairedSurrogate } from '../rules/skill-refusals.js';
import { type AuthorOptions, maxSkillCharacters } from './author.js';
import { type Written, writeSkill } from './author-result.js';
import type { WriteOptions } from './write.js';
import type { PackageChange } from './write-change.js';
import type { PackageTarget, WriteDeps } from './write-target.js';

export interface NewSkill {
  readonly root: PackageTarget['root'];
  readonly name: string;
  readonly description: string;
  /** A heading by default. */
  readonly body?: string | undefined;
  readonly category?: string | undefined;
  readonly createdBy: Provenance;
  /** The skill that already has the name, in any root; undefined when the name is free. */
  readonly taken: (name: string) => string | undefined;
}

export async function createSkill(
  deps: WriteDeps,
  skill: NewSkill,
  options: WriteOptions & Pick<AuthorOptions, 'check'>,
): Promise<Written> {
  const { root, name, category, createdBy } = skill;
  refuseName(name, 'skill');
  if (category !== undefined) refuseName(category, 'category');
  refuseTaken(name, skill.taken);
  const files = [{ path: 'SKILL.md', bytes: skillBytes(skill) }];
  for (const file of files) options.check?.(file);
  // The home is created first, because it is private and a root inside it would be readable by others.
  deps.files.makeFolder(deps.home);
  deps.files.makeFolder(root.path, 0o755);
  const folder = join(root.path, category ?? '', name);
  const plan = (): PackageChange => {
    if (deps.files.stat(folder, { follow: false }) !== undefined) {
      throw new CoppiceError('already-exists', `${folder} already exists`, { hint: 'choose another name' });
    }
    return { action: 'create', files, createdBy };
  };
  return await writeSkill(deps, { id: `${root.label}:${name}`, name, root, folder }, plan, options);
}

export function refuseTaken(name: string, taken: NewSkill['taken']): void {
  const existing = taken(name);
  if (existing === undefined) return;
  throw new CoppiceError('already-exists', `there is already a skill named ${name}: ${existing}`, {
    hint: 'choose another name, or patch the existing skill',
  });
}

function skillBytes({ name, description, body = `# ${name}\n` }: NewSkill): Uint8Array {
  refuseUnpairedSurrogate(description + body);
  if (isMissing(description)) {
    throw new CoppiceError('bad-value', 'a skill needs a description', {
      hint: 'say what it does and when to use it',
    });
  }
  const text = [
    '---',
    ...writeBlockEntry(['name'], name, 2),
    ...writeBlockEntry(['description'], description.trim(), 2),
    '---',
    '',
    body.endsWith('\n') ? body : `${body}\n`,
  ].join('\n');
  if (text.length > maxSkillCharacters) {
    throw new CoppiceError(
      'too-large',
      `SKILL.md would have ${text.length} characters; at most ${maxSkillCharacters} are allowed`,
      {
        hint: 'move parts of it to files under references/',
      },
    );
  }
  const skill = parseSkill(text);
  const fault = checkPortable(skill, name).find(({ severity }) => severity === 'error');
  if (fault !== undefined) {
    throw new CoppiceError('bad-value', `the skill would be faulty: ${fault.message}`, {
      hint: fault.fix ?? 'coppice validate shows all problems',
    });
  }
  return skill.source;
}
