/*
 * Finds what is mechanical to fix in skills, and says why the rest is left alone: what belongs to somebody else, such as a
 * project, a plugin or a folder that an agent or a registry writes, and a skill that the scanner blocks, because a fix
 * would let agents load it. It needs neither the scanner nor the write path, so the status asks it too.
 */

import { basename, dirname } from 'node:path';
import type { DiagnosticCode } from '../../skill/diagnostic.js';
import type { FixFacts } from '../../skill/fix-facts.js';
import { unlessRefused } from '../../text/errors.js';
import type { Provenance } from '../../usage/rules/record.js';
import type { ReadLibrary } from '../read/catalog.js';
import { provenanceOf, readManifests } from '../read/provenance.js';
import type { SkillEntry } from '../rules/entry.js';
import { isSkillName } from '../rules/skill-refusals.js';

/** A mechanical fault that is left alone. */
export interface SkippedFix {
  readonly path: string;
  readonly skill: string;
  readonly codes: readonly FixedCode[];
  readonly reason: string;
}

export type FixedCode = DiagnosticCode | 'broken-link';

export interface FoundFix {
  readonly target: SkillEntry;
  /** The SKILL.md before the fix. */
  readonly path: string;
  readonly codes: readonly DiagnosticCode[];
  readonly renaming: Renaming | undefined;
}

export interface Renaming {
  readonly codes: readonly DiagnosticCode[];
  /** The new name of the folder. */
  readonly folder?: string;
  /** The new name of the skill. */
  readonly name?: string;
}

export interface FixChoice {
  /** By the path of the SKILL.md. */
  isChosen(path: string): boolean;
  /** Whether the scanner blocks it. */
  isBlocked(entry: SkillEntry): boolean;
  /** Undefined where it cannot be read. */
  factsOf(entry: SkillEntry): FixFacts | undefined;
}

/** `entries` are all skills, whose names are taken. */
export function findFixes(
  library: ReadLibrary,
  entries: readonly SkillEntry[],
  { isChosen, isBlocked, factsOf }: FixChoice,
): { readonly fixes: readonly FoundFix[]; readonly skipped: readonly SkippedFix[] } {
  const names = new Set(entries.map(({ name }) => name));
  const taken = new Set<string>();
  const fixes: FoundFix[] = [];
  const skipped: SkippedFix[] = [];
  for (const target of entries.filter(({ path }) => isChosen(path))) {
    const facts = factsOf(target);
    if (facts === undefined) continue;
    const renaming = renamingOf(library, target, facts, names, taken);
    const codes = [...facts.codes, ...(renaming?.codes ?? [])];
    if (codes.length === 0) continue;
    const { id: skill, path } = target;
    const reason = reasonToSkip(library, target, isBlocked);
    if (reason !== undefined) skipped.push({ path, skill, codes, reason });
    else fixes.push({ target, path, codes, renaming });
  }
  return { fixes, skipped };
}

/** A folder takes the name of its skill; a skill whose name no agent accepts takes that of its folder. */
function renamingOf(
  { files }: ReadLibrary,
  { root, folder, name }: SkillEntry,
  { name: said, nameCodes: codes }: FixFacts,
  names: ReadonlySet<string>,
  taken: Set<string>,
): Renaming | undefined {
  const current = basename(folder);
  if (!codes.includes('name-not-folder') || folder === root.path) return undefined;
  if (isSkillName(said)) {
    const to = `${dirname(folder)}/${said}`;
    const isLink = unlessRefused(() => files.stat(folder, { follow: false }))?.kind !== 'folder';
    if (isLink || taken.has(to) || unlessRefused(() => files.stat(to, { follow: false })) !== undefined)
      return undefined;
    taken.add(to);
    return { codes, folder: said };
  }
  if (!isSkillName(current) || names.has(current) || current === name) return undefined;
  return { codes, name: current };
}

function reasonToSkip(
  library: ReadLibrary,
  entry: SkillEntry,
  isBlocked: (entry: SkillEntry) => boolean,
): string | undefined {
  const { files, usage } = library;
  const { root, id } = entry;
  if (root.kind === 'project') return 'it belongs to a project, which is changed there';
  const provenance = provenanceOf(entry, usage.get(id), readManifests(files, root.path));
  const foreign = foreignReasons[provenance];
  if (foreign !== undefined) return foreign;
  return isBlocked(entry) ? 'the scanner blocks it, and a fix would let agents load it' : undefined;
}

const foreignReasons: Readonly<Partial<Record<Provenance, string>>> = {
  bundled: 'it comes with its agent, which replaces it',
  hub: 'it was installed from a hub, which replaces it',
  registry: 'it was installed from a registry, which replaces it',
  plugin: 'it belongs to a plugin',
  external: 'it is in a folder that only the settings of an agent name',
  project: 'it belongs to a project, which is changed there',
};
