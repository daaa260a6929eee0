/*
 * The result of every change to one skill: its path, the ledger entry, and the hash of the changed file.
 */

import { join } from 'node:path';

import { CoppiceError } from '../../text/errors.js';
import { concernedFile, type LedgerEntry } from '../rules/ledger-entry.js';
import { type WriteOptions, writePackage } from './write.js';
import type { Plan } from './write-change.js';
import type { PackageTarget, WriteDeps } from './write-target.js';

/** A skill after a change, and the entry of the ledger that undoes it. */
export interface Written {
  /** The id of the skill after the change. */
  readonly id: string;
  /** The absolute path of the changed file; SKILL.md if there are several. */
  readonly path: string;
  /** The id of the ledger entry. */
  readonly entry: string;
  /** The hash of that file; null when it was removed. */
  readonly sha256: string | null;
  /** Why the scanner blocks the skill now, so that no agent gets it; absent when it does not. */
  readonly blocked?: string;
}

/** Carries out a plan for one package; throws if it is refused or fails. */
export async function writeSkill(
  deps: WriteDeps,
  target: PackageTarget,
  plan: Plan,
  options: WriteOptions,
): Promise<Written> {
  const outcome = await writePackage(deps, target, plan, options);
  if (outcome.kind === 'committed') return writtenBy(target, outcome.entry);
  const { stage, message, conflicts } = outcome;
  throw new CoppiceError(
    'verify-failed',
    `the check "${stage}" refused the change to ${target.id}: ${message}`,
    {
      hint:
        conflicts.length === 0
          ? 'the change was reverted'
          : `the change was reverted, except for files that were edited in the meantime: ${conflicts.join(', ')}`,
    },
  );
}

export function writtenBy({ root, folder }: PackageTarget, entry: LedgerEntry): Written {
  const file = concernedFile(entry);
  return {
    id: entry.renamedTo ?? entry.skill,
    path: join(entry.move === null ? folder : join(root.path, entry.move.to), file?.path ?? ''),
    entry: entry.id,
    sha256: file?.after?.sha256 ?? null,
  };
}
