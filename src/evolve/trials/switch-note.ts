/*
 * Takes the note of a trial out of its skill, or puts it back, through the common write path: only if the file still is
 * what the trial left there, and with the structural check that every note gets. The skill's other bytes never change.
 */

import type { LedgerEntry } from '../../library/rules/ledger-entry.js';
import { readBlob } from '../../library/write/ledger.js';
import { writePackage } from '../../library/write/write.js';
import type { CurrentPackage, PackageChange } from '../../library/write/write-change.js';
import type { PackageTarget } from '../../library/write/write-target.js';
import { CoppiceError } from '../../text/errors.js';
import { decodeUtf8 } from '../../text/utf8.js';
import type { ApplyDeps } from '../notes/apply.js';
import { verification } from '../notes/verify.js';
import { findBlock, removeBlock } from '../rules/note/block.js';
import { trialReasons } from '../rules/note-life.js';
import type { Trial } from '../rules/trial/trial.js';

/** Throws if the file is another one, or the check refused. */
export async function switchNote(
  deps: ApplyDeps,
  target: PackageTarget,
  trial: Trial,
  isIn: boolean,
): Promise<LedgerEntry> {
  const checks = verification(deps, {});
  const plan = (current: CurrentPackage) => changeFor(deps, current, trial, isIn);
  const outcome = await writePackage(deps, target, plan, {
    actor: 'evolver',
    run: trialRun(trial),
    verify: checks.stages,
  });
  if (outcome.kind === 'committed') return outcome.entry;
  throw new CoppiceError('verify-failed', `${outcome.stage}: ${outcome.message}`);
}

/** What `coppice undo` takes for all that a trial did. */
export function trialRun({ id }: Pick<Trial, 'id'>): string {
  return `trial-${id}`;
}

function changeFor(deps: ApplyDeps, current: CurrentPackage, trial: Trial, isIn: boolean): PackageChange {
  const skill = current.readSkill(isIn ? trial.withoutSha256 : trial.withSha256);
  const bytes = isIn ? readBlob(deps, trial.withSha256) : withoutNote(skill.bytes);
  return {
    action: 'note',
    reason: isIn ? trialReasons.in : trialReasons.out,
    files: [{ path: skill.path, bytes }],
    notes: isIn ? trial.items : [],
  };
}

export function withoutNote(bytes: Uint8Array): Uint8Array {
  const text = decodeUtf8(bytes);
  const block = findBlock(text);
  if (block.kind !== 'block')
    throw new CoppiceError('changed-on-disk', 'the note is not in the skill any more');
  return new TextEncoder().encode(removeBlock(text, block));
}
