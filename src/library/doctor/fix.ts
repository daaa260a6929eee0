/*
 * Fixes what is mechanical, through the one write path and as one run: one undo takes all of it back. What belongs to
 * somebody else is left alone, with the reason: a project, a plugin, a folder that an agent or a registry writes, and a
 * skill that the scanner blocks, because a fix would let agents load it.
 */

import { basename, dirname } from 'node:path';
import type { DiagnosticCode } from '../../skill/diagnostic.js';
import { setField } from '../../skill/edit.js';
import { fixSkill } from '../../skill/fix.js';
import { parseSkill } from '../../skill/parse.js';
import { checkPortable } from '../../skill/portable.js';
import { sentenceOf, unlessRefused } from '../../text/errors.js';
import type { Provenance } from '../../usage/rules/record.js';
import { type ReadLibrary, readCatalog } from '../read/catalog.js';
import { provenanceOf, readManifests } from '../read/provenance.js';
import type { SkillEntry } from '../rules/entry.js';
import { isSkillName } from '../rules/skill-refusals.js';
import { isWithheld } from '../rules/verdict.js';
import { verdictOf } from '../verdicts/verdicts.js';
import { writePackages } from '../write/write.js';
import type { PackageChange, Plan } from '../write/write-change.js';
import { joined, lastName, parentOf } from '../write/write-inside.js';
import type { PackageTarget, WriteDeps } from '../write/write-target.js';

export interface Fix {
  /** The SKILL.md before the fix. */
  readonly path: string;
  readonly skill: string;
  readonly codes: readonly FixedCode[];
  /** What it does or did, as a phrase. */
  readonly message: string;
  /** The ledger entry; null if it was not made. */
  readonly entry: string | null;
  /** Why it could not be made. */
  readonly error: string | null;
}

/** A mechanical fault that is left alone. */
export interface SkippedFix {
  readonly path: string;
  readonly skill: string;
  readonly codes: readonly FixedCode[];
  readonly reason: string;
}

export type FixedCode = DiagnosticCode | 'broken-link';

export interface FixPlan {
  readonly fixes: readonly PlannedFix[];
  readonly skipped: readonly SkippedFix[];
}

export interface PlannedFix extends Omit<Fix, 'entry' | 'error'> {
  /** The phrase once it is done. */
  readonly done: string;
  readonly target: PackageTarget;
  readonly plan: Plan;
}

/** Reads every chosen skill once. `isChosen` selects by the path of the SKILL.md, from all skills. */
export function planFixes(
  library: ReadLibrary,
  isChosen: (path: string) => boolean,
  entries: readonly SkillEntry[] = allSkills(library),
): FixPlan {
  const names = new Set(entries.map(({ name }) => name));
  const taken = new Set<string>();
  const fixes: PlannedFix[] = [];
  const skipped: SkippedFix[] = [];
  for (const target of entries.filter(({ path }) => isChosen(path))) {
    const bytes = unlessRefused(() => library.files.read(target.path))?.bytes;
    if (bytes === undefined) continue;
    const folder = basename(target.folder);
    const fixed = fixSkill(bytes, folder);
    const renaming = renamingOf(library, target, fixed?.bytes ?? bytes, names, taken);
    const codes = [...(fixed?.codes ?? []), ...(renaming?.codes ?? [])];
    if (codes.length === 0) continue;
    const { id: skill, path } = target;
    const reason = reasonToSkip(library, target);
    if (reason !== undefined) skipped.push({ path, skill, codes, reason });
    else {
      const [message, done] = [phraseFor(codes, renaming, 'does'), phraseFor(codes, renaming, 'did')];
      fixes.push({ path, skill, codes, message, done, target, plan: planOf(renaming, done) });
    }
  }
  return { fixes, skipped };
}

function allSkills(library: ReadLibrary): readonly SkillEntry[] {
  const { skills, hidden } = readCatalog(library);
  return [...skills, ...hidden.map(({ entry }) => entry)];
}

/** The outcome of every fix; none stops another. */
export async function applyFixes(deps: WriteDeps, { fixes }: FixPlan, run: string): Promise<readonly Fix[]> {
  const outcomes = await writePackages(deps, fixes, { actor: 'user', run });
  return fixes.map((fix, at) => {
    const outcome = outcomes[at];
    const { path, skill, codes } = fix;
    const entry = outcome?.kind === 'committed' ? outcome.entry.id : null;
    const message = entry === null ? fix.message : fix.done;
    const error = outcome?.kind === 'failed' ? failureText(outcome.error) : null;
    return { path, skill, codes, message, entry, error };
  });
}

function failureText(error: unknown): string {
  return error instanceof Error ? sentenceOf(error) : String(error);
}

/** As planned from the file that is there under the lock. */
function planOf(renaming: Renaming | undefined, reason: string): Plan {
  return (current): PackageChange => {
    const there = current.readSkill();
    const { folder } = current.location;
    const fixed = fixSkill(there.bytes, lastName(folder))?.bytes ?? there.bytes;
    const bytes = renaming?.name === undefined ? fixed : named(fixed, renaming.name);
    return {
      action: renaming === undefined ? 'edit' : 'rename',
      files: bytes === there.bytes ? [] : [{ path: there.path, bytes }],
      ...(renaming?.folder !== undefined && { moveTo: joined(parentOf(folder), renaming.folder) }),
      ...(renaming?.name !== undefined && { renamedTo: `${current.target.root.label}:${renaming.name}` }),
      reason: `coppice doctor --fix: ${reason}`,
    };
  };
}

function named(bytes: Uint8Array, name: string): Uint8Array {
  const outcome = setField(parseSkill(bytes), ['name'], name);
  return outcome.kind === 'edited' ? outcome.skill.source : bytes;
}

interface Renaming {
  readonly codes: readonly DiagnosticCode[];
  /** The new name of the folder. */
  readonly folder?: string;
  /** The new name of the skill. */
  readonly name?: string;
}

/** A folder takes the name of its skill; a skill whose name no agent accepts takes that of its folder. */
function renamingOf(
  { files }: ReadLibrary,
  { root, folder, name }: SkillEntry,
  bytes: Uint8Array,
  names: ReadonlySet<string>,
  taken: Set<string>,
): Renaming | undefined {
  const current = basename(folder);
  const skill = parseSkill(bytes, { folder: current });
  const codes = checkPortable(skill, current)
    .map(({ code }) => code)
    .filter((code) => code === 'name-not-folder' || code === 'name-invalid');
  if (!codes.includes('name-not-folder') || folder === root.path) return undefined;
  if (isSkillName(skill.fields.name)) {
    const to = `${dirname(folder)}/${skill.fields.name}`;
    const isLink = unlessRefused(() => files.stat(folder, { follow: false }))?.kind !== 'folder';
    if (isLink || taken.has(to) || unlessRefused(() => files.stat(to, { follow: false })) !== undefined)
      return undefined;
    taken.add(to);
    return { codes, folder: skill.fields.name };
  }
  if (!isSkillName(current) || names.has(current) || current === name) return undefined;
  return { codes, name: current };
}

function reasonToSkip(library: ReadLibrary, entry: SkillEntry): string | undefined {
  const { files, usage } = library;
  const { root, id } = entry;
  if (root.kind === 'project') return 'it belongs to a project, which is changed there';
  const provenance = provenanceOf(entry, usage.get(id), readManifests(files, root.path));
  const foreign = foreignReasons[provenance];
  if (foreign !== undefined) return foreign;
  return isWithheld(verdictOf(library, entry))
    ? 'the scanner blocks it, and a fix would let agents load it'
    : undefined;
}

const foreignReasons: Readonly<Partial<Record<Provenance, string>>> = {
  bundled: 'it comes with its agent, which replaces it',
  hub: 'it was installed from a hub, which replaces it',
  registry: 'it was installed from a registry, which replaces it',
  plugin: 'it belongs to a plugin',
  external: 'it is in a folder that only the settings of an agent name',
  project: 'it belongs to a project, which is changed there',
};

function phraseFor(
  codes: readonly DiagnosticCode[],
  renaming: Renaming | undefined,
  tense: keyof Phrase,
): string {
  const phrases = codes.flatMap((code) => fixPhrases[code] ?? []);
  const renames = { does: 'renames', did: 'renamed' }[tense];
  return [
    ...new Set(phrases.map((phrase) => phrase[tense])),
    ...(renaming?.folder === undefined ? [] : [`${renames} the folder to ${renaming.folder}`]),
    ...(renaming?.name === undefined ? [] : [`${renames} the skill to ${renaming.name}`]),
  ].join(', ');
}

/** In a plan, and once it is done. */
interface Phrase {
  readonly does: string;
  readonly did: string;
}

const quotes: Phrase = { does: 'puts values in quotes', did: 'put values in quotes' };
const fixPhrases: Readonly<Partial<Record<DiagnosticCode, Phrase>>> = {
  'no-frontmatter': {
    does: 'adds the frontmatter, with the first sentence of the text as the description',
    did: 'added the frontmatter, with the first sentence of the text as the description',
  },
  'unclosed-frontmatter': { does: 'closes the frontmatter', did: 'closed the frontmatter' },
  'yaml-repaired': quotes,
  'yaml-split': quotes,
  'name-missing': { does: 'adds the name of the folder', did: 'added the name of the folder' },
  'description-missing': {
    does: 'adds the first sentence of the text as the description',
    did: 'added the first sentence of the text as the description',
  },
  'byte-order-mark': { does: 'removes the byte order mark', did: 'removed the byte order mark' },
  'fence-not-plain': { does: 'removes the spaces after ---', did: 'removed the spaces after ---' },
};
