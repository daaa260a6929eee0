/*
 * Pairs of skills that must not be named as overlapping again: a person called them distinct, or a merge of them was
 * undone. The first is a fact of one of the two; the second follows from the ledger.
 */

import { isListOf, isText } from '../../text/shape.js';
import { findEntries } from '../ledger/find-entries.js';
import { absorbedKey } from '../rules/absorbed-fact.js';
import { effectiveEntries } from '../rules/effective-entries.js';
import { nameOf } from '../rules/ledger-entry.js';
import { factWord } from '../rules/ledger-words.js';
import { factsOf } from '../write/fact-store.js';
import type { ReadLibrary } from './catalog.js';

export const distinctKey = 'distinct_from';

/** Both ids in code-unit order, with a line feed between them. */
export function distinctPairs(library: Pick<ReadLibrary, 'files' | 'home'>): ReadonlySet<string> {
  const pairs = new Set<string>();
  for (const [skill, others] of factsOf(library, distinctKey)) {
    for (const other of distinctFrom(others)) pairs.add([skill, other].sort().join('\n'));
  }
  for (const sources of undoneMerges(library)) {
    sources.forEach((one, at) => {
      for (const other of sources.slice(at + 1)) pairs.add([one, other].sort().join('\n'));
    });
  }
  return pairs;
}

/** The ids in the value of the fact. */
export function distinctFrom(value: unknown): readonly string[] {
  return isListOf(value, isText) ? value : [];
}

/** The sources of each merge that is no longer in effect. */
function undoneMerges(library: Pick<ReadLibrary, 'files' | 'home'>): readonly (readonly string[])[] {
  const { entries } = findEntries(library, [factWord(absorbedKey)]);
  const inEffect = new Set(effectiveEntries(entries).map(({ id }) => id));
  const runs = new Map<string, Set<string>>();
  for (const { id, run, fact, state, skill, undoes } of entries) {
    if (run === null || fact?.key !== absorbedKey || undoes !== null || state !== 'committed') continue;
    if (inEffect.has(id) || nameOf(skill) === '') continue;
    const sources = runs.get(run) ?? new Set();
    runs.set(run, sources.add(skill));
  }
  return Array.from(runs.values(), (sources) => [...sources]);
}
