/*
 * Writes notes through the common write path, each only if the file still has the bytes it was planned for, followed by
 * the verifier stages. A note is one ledger entry: SKILL.md, its support file, and the items of the note.
 */

import type { LedgerNote } from '../../library/rules/ledger-entry.js';
import { type PackageWrite, type WriteOutcome, writePackages } from '../../library/write/write.js';
import type { CurrentPackage, PackageChange } from '../../library/write/write-change.js';
import type { PackageTarget, WriteDeps } from '../../library/write/write-target.js';
import { CoppiceError } from '../../text/errors.js';
import type { NoteItem } from '../rules/note/items.js';
import { type RemovalReason, removalReasons } from '../rules/note-life.js';
import type { VerifyReport } from '../rules/report.js';
import type { PlannedNote } from './plan-note.js';
import { type Verification, type VerifyOptions, verification } from './verify.js';

export interface ApplyDeps extends WriteDeps {
  readonly usage: NonNullable<WriteDeps['usage']>;
}

export interface NoteWrite {
  readonly target: PackageTarget;
  readonly note: PlannedNote;
  /** Why the note goes, if it does. */
  readonly removal?: RemovalReason | undefined;
}

export interface AppliedNote {
  readonly kind: 'applied' | 'failed';
  readonly reason: string;
  readonly detail?: string;
  /** The ledger entry; null if none was written. */
  readonly entry: string | null;
  readonly verify?: VerifyReport;
}

export interface ApplyOptions extends VerifyOptions {
  readonly run: string;
  readonly actor?: 'evolver' | 'user';
}

/** Returns the outcomes in the order of the writes. */
export async function applyNotes(
  deps: ApplyDeps,
  writes: readonly NoteWrite[],
  options: ApplyOptions,
): Promise<readonly AppliedNote[]> {
  const checks = verification(deps, options);
  const packages = writes.map(
    ({ target, note, removal }): PackageWrite => ({
      target,
      plan: (current) => changeFor(current, note, removal),
    }),
  );
  const { run, actor = 'evolver' } = options;
  const outcomes = await writePackages(deps, packages, { actor, run, verify: checks.stages });
  return outcomes.map((outcome) => appliedBy(outcome, checks));
}

function changeFor(
  current: CurrentPackage,
  { ready, baseSha256 }: PlannedNote,
  removal: RemovalReason | undefined,
): PackageChange {
  const skill = current.readSkill(baseSha256);
  return {
    action: 'note',
    files: [
      { path: skill.path, bytes: encode(ready.text) },
      ...ready.supportFiles.map(({ path, text }) => ({ path, bytes: text === null ? null : encode(text) })),
    ],
    notes: ready.kind === 'note' ? ready.items.map(ledgerNote) : [],
    ...(ready.kind === 'removal' && removal && { reason: removalReasons[removal] }),
  };
}

function appliedBy(outcome: WriteOutcome, checks: Verification): AppliedNote {
  switch (outcome.kind) {
    case 'committed':
      return {
        kind: 'applied',
        reason: 'applied',
        entry: outcome.entry.id,
        verify: checks.report(outcome.entry.id),
      };
    case 'rolled-back':
      return {
        kind: 'failed',
        reason: 'verify-failed',
        detail: `${outcome.stage}: ${outcome.message}${leftEdited(outcome.conflicts)}`,
        entry: outcome.entry.id,
        verify: checks.report(outcome.entry.id),
      };
    case 'failed':
      if (!(outcome.error instanceof CoppiceError)) throw outcome.error;
      return { kind: 'failed', reason: outcome.error.code, detail: outcome.error.message, entry: null };
  }
}

function leftEdited(conflicts: readonly string[]): string {
  return conflicts.length === 0
    ? ''
    : `; the old content was restored, except for files edited meanwhile: ${conflicts.join(', ')}`;
}

/** What the ledger remembers of an item. */
export function ledgerNote({
  id,
  evidence,
  fixEvidence,
  firstSeen,
  lastSeen,
  expiresAt,
}: NoteItem): LedgerNote {
  return { id, evidence, ...(fixEvidence && { fixEvidence }), firstSeen, lastSeen, expiresAt };
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
