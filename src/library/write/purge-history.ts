/*
 * Removes contents from the history, for a secret that got into it. The entries stay, so that the history is complete;
 * what they can no longer show or undo is said before, and the ledger records which contents are gone.
 */

import type { Files } from '../../system/files.js';
import { homePaths } from '../../system/home.js';
import { CoppiceError } from '../../text/errors.js';
import { changesContent, type LedgerEntry } from '../rules/ledger-entry.js';
import type { RecordedEntry } from '../rules/ledger-lines.js';
import { appendToLedger, blobPath, findEntry, readLedger } from './ledger.js';
import { settleInterrupted } from './write.js';
import type { WriteDeps } from './write-target.js';

/** Whose contents to remove: those of one entry, or all that have a text in them. */
export type PurgeRequest = { readonly entry: string } | { readonly matching: string };

export interface PurgePlan {
  /** The hashes of the contents to remove, of those that are stored. */
  readonly contents: readonly string[];
  /** The entries that can no longer be shown or undone, oldest first. */
  readonly entries: readonly LedgerEntry[];
}

export function planPurge(deps: Pick<WriteDeps, 'files' | 'home'>, request: PurgeRequest): PurgePlan {
  const { files, home } = deps;
  const reading = readLedger(deps);
  const wanted =
    'entry' in request
      ? contentsOf(findEntry(deps, request.entry)).filter(
          (sha256) => files.stat(blobPath(home, sha256)) !== undefined,
        )
      : storedWith(files, home, request.matching);
  const contents = new Set(wanted);
  const entries = reading.entries.filter(
    (entry) => entry.state !== 'rolled-back' && contentsOf(entry).some((sha256) => contents.has(sha256)),
  );
  return { contents: [...contents].sort(), entries };
}

/** The ledger says what is gone before it is, so that nobody takes it for damage. */
export async function purgeHistory(deps: WriteDeps, request: PurgeRequest): Promise<PurgePlan> {
  // An interrupted change may need the bytes to be finished or reverted.
  await settleInterrupted(deps);
  const plan = planPurge(deps, request);
  refuseUnfinished(plan);
  if (plan.contents.length === 0) return plan;
  appendToLedger(deps, [{ purged: plan.contents, at: deps.clock.now() }]);
  for (const sha256 of plan.contents) deps.files.remove(blobPath(deps.home, sha256));
  return plan;
}

function refuseUnfinished({ entries }: PurgePlan): void {
  const open = (entries as readonly RecordedEntry[]).find(({ state }) => state === 'prepared');
  if (open === undefined) return;
  throw new CoppiceError('conflict', `the content is needed by an unfinished change, ${open.id}`, {
    hint: `the next change in ${open.root} settles it; then try again`,
  });
}

function contentsOf({ files }: LedgerEntry): readonly string[] {
  return files
    .filter(changesContent)
    .flatMap(({ before, after }) => [before, after].flatMap((state) => state?.sha256 ?? []));
}

function storedWith(files: Files, home: string, text: string): readonly string[] {
  const wanted = Buffer.from(text);
  return (files.list(homePaths(home).blobs) ?? []).flatMap(({ name, kind }) => {
    const content = kind === 'file' ? files.read(blobPath(home, name)) : undefined;
    return content !== undefined && Buffer.from(content.bytes).includes(wanted) ? [name] : [];
  });
}
