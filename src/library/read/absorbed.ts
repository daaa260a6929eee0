/*
 * Skills that were merged into another one. The old name leads to the new skill wherever a skill is looked up by name,
 * and every answer says so. It is a fact about the old id, so that undoing the merge takes it back.
 */

import { type AbsorbedFact, absorbedKey, isAbsorbedFact } from '../rules/absorbed-fact.js';
import { nameOf } from '../rules/ledger-entry.js';
import { factsOf } from '../write/fact-store.js';
import type { ReadLibrary } from './catalog.js';

export interface Absorbed {
  /** The old id. */
  readonly id: string;
  readonly name: string;
  /** Where its folder was. */
  readonly folder: string;
  /** The id of the skill that it was merged into, and of the one that absorbed that, to the last. */
  readonly into: string;
}

/** Every skill that was merged into another, in the order of the merges. */
export function absorbedSkills(library: Pick<ReadLibrary, 'files' | 'home'>): readonly Absorbed[] {
  const facts = new Map<string, AbsorbedFact>();
  for (const [id, value] of factsOf(library, absorbedKey)) {
    if (isAbsorbedFact(value)) facts.set(id, value);
  }
  return Array.from(facts, ([id, { folder }]) => ({
    id,
    name: nameOf(id),
    folder,
    into: lastOf(facts, id),
  })).filter(({ id, into }) => id !== into);
}

/** The skill that a name or an id was merged into; undefined where it was not. */
export function absorbedNamed(
  library: Pick<ReadLibrary, 'files' | 'home'>,
  typed: string,
): Absorbed | undefined {
  const all = absorbedSkills(library);
  return all.find(({ id }) => id === typed) ?? all.findLast(({ name }) => name === typed);
}

function lastOf(facts: ReadonlyMap<string, AbsorbedFact>, id: string): string {
  const seen = new Set<string>();
  let at = id;
  for (let next = facts.get(at); next !== undefined && !seen.has(at); next = facts.get(at)) {
    seen.add(at);
    at = next.into;
  }
  return at;
}
