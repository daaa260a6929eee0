/*
 * A skill as the doctor finds it on the disk, whether or not any agent offers it.
 */

import type { LocatedSkillFolder } from '../../agents/locate.js';
import type { Diagnostic } from '../../skill/diagnostic.js';
import type { Frontmatter } from '../../skill/skill.js';
import type { LocatedDiagnostic } from './diagnostics.js';
import type { SkillLocation, SkillSummary } from './entry.js';

export interface FoundRoot {
  readonly path: string;
  readonly exists: boolean;
  readonly skills: readonly FoundSkill[];
  /** The number of folders that were searched, without those inside skills. */
  readonly folders: number;
  /** Faults of files and folders; those of a skill are with the skill. */
  readonly diagnostics: readonly LocatedDiagnostic[];
}

export interface FoundSkill {
  readonly location: SkillLocation;
  readonly summary: SkillSummary;
  /** The SKILL.md, absolute. */
  readonly path: string;
  /** The number of folders between the root and the skill, by the shortest way: links count. */
  readonly depth: number;
  readonly isLinkedFile: boolean;
  /** Of the SKILL.md. */
  readonly sha256: string;
  /** The length of the description and of when to use the skill. */
  readonly listingCharacters: number;
  /** Whether the skill lets the model use it by itself. */
  readonly modelInvocable: boolean;
  /** The values of the files in which agents look for how to treat it, by their paths in its folder. */
  readonly policies: ReadonlyMap<string, unknown>;
  /** As written. */
  readonly frontmatter: Frontmatter;
  readonly diagnostics: readonly Diagnostic[];
}

export interface ReadFolder extends LocatedSkillFolder {
  /** Of a folder of which the agent reads only one folder: the name of that folder, or null where none is chosen. */
  readonly chosen?: string | null;
  /** Of a plugin: its name, which is put before the names of its skills, and how the settings call it. */
  readonly plugin?: {
    readonly name: string;
    readonly key: string;
    /** It is off until a setting turns it on. */
    readonly offByDefault?: boolean;
  };
  /** Below the working folder: what is put before the name of a skill if a stronger one has the same name. */
  readonly nestedIn?: string;
  /** The folder is one skill, and what is below it is part of that. */
  readonly isSkill?: boolean;
}
