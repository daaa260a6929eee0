/*
 * Fixes what is mechanical, through the one write path and as one run: one undo takes all of it back.
 */

import { basename } from 'node:path';
import type { DiagnosticCode } from '../../skill/diagnostic.js';
import { setField } from '../../skill/edit.js';
import { fixSkill } from '../../skill/fix.js';
import { fixFacts } from '../../skill/fix-facts.js';
import { parseSkill } from '../../skill/parse.js';
import { sentenceOf, unlessRefused } from '../../text/errors.js';
import { type ReadLibrary, readCatalog } from '../read/catalog.js';
import type { SkillEntry } from '../rules/entry.js';
import { isWithheld } from '../rules/verdict.js';
import { verdictOf } from '../verdicts/verdicts.js';
import { writePackages } from '../write/write.js';
import type { PackageChange, Plan } from '../write/write-change.js';
import { joined, lastName, parentOf } from '../write/write-inside.js';
import type { PackageTarget, WriteDeps } from '../write/write-target.js';
import { type FixedCode, findFixes, type Renaming, type SkippedFix } from './find-fixes.js';

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
  const { fixes, skipped } = findFixes(library, entries, {
    isChosen,
    isBlocked: (entry) => isWithheld(verdictOf(library, entry)),
    factsOf: ({ path, folder }) => {
      const bytes = unlessRefused(() => library.files.read(path))?.bytes;
      return bytes && fixFacts(bytes, basename(folder));
    },
  });
  return {
    skipped,
    fixes: fixes.map(({ target, path, codes, renaming }) => {
      const [message, done] = [phraseFor(codes, renaming, 'does'), phraseFor(codes, renaming, 'did')];
      return { path, skill: target.id, codes, message, done, target, plan: planOf(renaming, done) };
    }),
  };
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
