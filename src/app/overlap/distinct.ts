/*
 * Remembers that skills are distinct although they look alike, so that they are not named as overlapping again.
 */

import { distinctFrom, distinctKey } from '../../library/read/distinct.js';
import { findSkillToSwitch } from '../../library/read/resolve.js';
import { newRunId } from '../../library/run-report.js';
import { factOf } from '../../library/write/fact-store.js';
import { setFacts } from '../../library/write/facts.js';
import { writeDepsOf } from '../../library/write/write-target.js';
import { CoppiceError } from '../../text/errors.js';
import { type Context, wholeLibraryOf } from '../context.js';
import { skillLibraryOptions } from '../skill-library-options.js';

export interface DistinctDecision {
  readonly skills: readonly string[];
  /** What `coppice undo` takes back; null when it was known already. */
  readonly run: string | null;
}

/** Every pair of them, in one run. */
export async function rememberDistinct(
  context: Context,
  names: readonly string[],
  reason: string | undefined,
): Promise<DistinctDecision> {
  const library = wholeLibraryOf(context);
  const entries = names.map((name) => findSkillToSwitch(library, name));
  const ids = [...new Set(entries.map(({ id }) => id))].sort();
  if (ids.length < 2) {
    throw new CoppiceError('usage', 'name at least two skills that are distinct', {
      hint: 'coppice overlap --distinct SKILL SKILL',
    });
  }
  const deps = writeDepsOf(skillLibraryOptions(context), library.usage);
  const run = newRunId(context.clock.now(), deps.ids);
  const writes = ids.slice(0, -1).flatMap((id, at) => {
    const target = entries.find((entry) => entry.id === id);
    if (target === undefined) return [];
    const known = distinctFrom(factOf(deps, id, distinctKey));
    const value = [...new Set([...known, ...ids.slice(at + 1)])].sort();
    return [{ target, action: 'distinct' as const, key: distinctKey, value, reason }];
  });
  const outcomes = await setFacts(deps, writes, { actor: 'user', run });
  for (const outcome of outcomes) if (outcome.kind === 'failed') throw outcome.error;
  return { skills: ids, run: outcomes.some(({ kind }) => kind === 'recorded') ? run : null };
}
