/*
 * The ways in which a skill cannot be loaded, as they happen to people: a fence is lost while copying, a colon stands in
 * a description, a folder is renamed, a file is left empty.
 */

import { type Procedure, skillText } from './procedures.js';

export const faults = ['no-fence', 'unclosed-fence', 'unquoted-colon', 'other-folder', 'empty'] as const;
export type Fault = (typeof faults)[number];

export interface FaultySkill {
  /** The name of its folder. */
  readonly folder: string;
  readonly text: string;
}

export function faulty(procedure: Procedure, fault: Fault): FaultySkill {
  const { name, description } = procedure;
  const text = skillText(procedure);
  switch (fault) {
    case 'no-fence':
      return { folder: name, text: text.slice('---\n'.length) };
    case 'unclosed-fence':
      return { folder: name, text: text.replace(`${description}\n---\n`, `${description}\n`) };
    case 'unquoted-colon':
      return {
        folder: name,
        text: text.replace(description, description.replace('. Use when ', '. Use when: ')),
      };
    case 'other-folder':
      return { folder: `${name}-copy`, text };
    case 'empty':
      return { folder: name, text: '' };
    default:
      return fault satisfies never;
  }
}
