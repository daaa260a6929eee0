/*
 * The skills of a machine in memory, for tests.
 */

import { CoppiceError } from '../../../text/errors.js';
import type { LocalPackage, LocalSkill, LocalSkills } from './local-skills.js';

export interface MemorySkills extends LocalSkills {
  /** Adds a skill, or replaces the one with the same id. `content` is the body of its SKILL.md. */
  put(
    id: string,
    given?: Partial<LocalSkill & Pick<LocalPackage, 'changedAt' | 'version'>>,
    content?: string,
  ): void;
}

export function memorySkills(): MemorySkills {
  const skills = new Map<string, { readonly skill: LocalSkill; readonly files: LocalPackage }>();
  return {
    put: (id, { changedAt = 0, version, ...given } = {}, content = 'Do it.') => {
      const [root = '', name = ''] = id.split(':');
      const text = `---\nname: ${name}\ndescription: Does ${name}.\n---\n${content}\n`;
      skills.set(id, {
        skill: {
          id,
          name,
          root,
          description: `Does ${name}.`,
          folder: `/${root}/${name}`,
          state: 'active',
          use: { count: 0, lastAt: 0, events: {} },
          ...given,
        },
        files: {
          files: [{ path: 'SKILL.md', bytes: new TextEncoder().encode(text), executable: false }],
          changedAt,
          version,
        },
      });
    },
    found: () => [...skills.values()].map(({ skill }) => skill),
    read: ({ id }) => {
      const found = skills.get(id);
      if (found) return found.files;
      throw new CoppiceError('not-found', `there is no ${id}`);
    },
  };
}
