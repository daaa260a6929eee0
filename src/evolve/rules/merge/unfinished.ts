/*
 * Which merges in the ledger are half done: the process died, or an undo of the whole run did not get to its end. What a
 * person undid on purpose, one entry at a time, is not one of them.
 */

import { absorbedKey, isAbsorbedFact } from '../../../library/rules/absorbed-fact.js';
import { effectiveEntries } from '../../../library/rules/effective-entries.js';
import { isInArchive } from '../../../library/rules/ledger-entry.js';
import type { RecordedEntry } from '../../../library/rules/ledger-lines.js';

/** Their runs, oldest first. */
export function unfinishedMerges(entries: readonly RecordedEntry[]): readonly string[] {
  const inEffect = new Set(effectiveEntries(entries).map(({ id }) => id));
  const undoneBy = new Map(
    entries.flatMap(({ id, undoes, run }) =>
      undoes !== null && inEffect.has(id) ? [[undoes, { run }] as const] : [],
    ),
  );
  return mergeRuns(entries).flatMap(({ run, sources }) => {
    const own = entries.filter(
      (entry) => entry.run === run && entry.undoes === null && entry.state !== 'rolled-back',
    );
    const remaining = own.filter(({ id }) => inEffect.has(id));
    if (remaining.length === 0) return [];
    const wasDone = [...sources].every((source) =>
      own.some(({ skill, move }) => skill === source && move !== null && isInArchive(move.to)),
    );
    const isBeingUndone = own.some(({ id }) => (undoneBy.get(id)?.run ?? null) !== null);
    return wasDone && !isBeingUndone ? [] : [run];
  });
}

/** Every run that said that skills were absorbed, with the skills. */
function mergeRuns(
  entries: readonly RecordedEntry[],
): readonly { readonly run: string; readonly sources: ReadonlySet<string> }[] {
  const runs = new Map<string, ReadonlySet<string>>();
  for (const { run, fact, undoes, state } of entries) {
    if (run === null || undoes !== null || state === 'rolled-back') continue;
    if (fact?.key === absorbedKey && isAbsorbedFact(fact.after)) runs.set(run, new Set(fact.after.sources));
  }
  return Array.from(runs, ([run, sources]) => ({ run, sources }));
}
