/*
 * What every verb that changes one skill answers with: where, by which ledger entry, and the hash of the file concerned.
 */

import { join } from 'node:path';

import { CoppiceError } from '../../text/errors.js';
import { concernedFile, type LedgerEntry } from '../rules/ledger-entry.js';
import { type WriteOptions, writePackage } from './write.js';
import type { Plan } from './write-change.js';
import type { PackageTarget, WriteDeps } from './write-target.js';

/** A skill after a change, and the entry of the ledger that undoes it. */
export interface Written {
  /** Of the skill, after the change. */
  readonly id: string;
  /** Of the file concerned (SKILL.md where several), absolute. */
  readonly path: string;
  /** The id of the ledger entry. */
  readonly entry: string;
  /** Of that file; null when it was removed. */
  readonly sha256: string | null;
}

/** Carries out a plan for one package, and throws whenever it does not come to be. */
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
    `the stage ${stage} refused the change of ${target.id}: ${message}`,
    {
      hint:
        conflicts.length === 0
          ? 'the old bytes are back'
          : `the old bytes are back, but for what was edited meanwhile: ${conflicts.join(', ')}`,
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
