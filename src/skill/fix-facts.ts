/*
 * What is mechanical to fix in a SKILL.md, without the fixed bytes: they follow from the file and the name of its folder
 * alone, so whoever only asks whether something can be fixed may remember them.
 */

import type { DiagnosticCode } from './diagnostic.js';
import { fixSkill } from './fix.js';
import { parseSkill } from './parse.js';
import { checkPortable } from './portable.js';

export interface FixFacts {
  /** The faults that a fix of the file removes. */
  readonly codes: readonly DiagnosticCode[];
  /** The name that the file gives the skill then. */
  readonly name: string;
  /** What is still wrong with that name. */
  readonly nameCodes: readonly DiagnosticCode[];
}

export function fixFacts(source: Uint8Array, folder: string): FixFacts {
  const fixed = fixSkill(source, folder);
  const skill = parseSkill(fixed?.bytes ?? source, { folder });
  const nameCodes = checkPortable(skill, folder)
    .map(({ code }) => code)
    .filter((code) => code === 'name-not-folder' || code === 'name-invalid');
  return { codes: fixed?.codes ?? [], name: skill.fields.name, nameCodes };
}
