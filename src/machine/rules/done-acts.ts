/*
 * What was done to the skills, as a person thinks of it: the entries of one run are one act. What others changed on the disk
 * is no act, and an undo shows in what it took back.
 */

import { effectiveEntries } from '../../library/rules/effective-entries.js';
import { isStoredWhole } from '../../library/rules/ledger-entry.js';
import type { RecordedEntry } from '../../library/rules/ledger-lines.js';
import type { DoneAct } from '../api/tidy.js';

const shownSkills = 3;

/** Newest first, at most `max`. */
export function doneActs(entries: readonly RecordedEntry[], max: number): readonly DoneAct[] {
  const inEffect = new Set(effectiveEntries(entries).map(({ id }) => id));
  const acts = new Map<string, RecordedEntry[]>();
  for (const entry of entries.toReversed()) {
    if (entry.state !== 'committed' || entry.action === 'undo' || entry.action === 'observed') continue;
    const id = entry.run ?? entry.id;
    const known = acts.get(id);
    if (known !== undefined) known.push(entry);
    else if (acts.size < max) acts.set(id, [entry]);
  }
  return [...acts].map(([id, made]) => doneAct(id, made, inEffect));
}

function doneAct(id: string, made: readonly RecordedEntry[], inEffect: ReadonlySet<string>): DoneAct {
  const [newest] = made;
  const still = made.filter((entry) => inEffect.has(entry.id));
  // A skill may have one entry for each agent.
  const changed = new Map<string, Set<string>>();
  for (const { action, skill } of made)
    changed.set(action, (changed.get(action) ?? new Set<string>()).add(skill));
  const skills = [...new Set(made.map(({ skill }) => skill))];
  return {
    id,
    at: newest?.at ?? 0,
    actor: newest?.actor ?? 'other',
    changes: [...changed]
      .map(([action, ids]) => ({ action, count: ids.size }))
      .sort((one, other) => other.count - one.count),
    skills: skills.slice(0, shownSkills),
    skillCount: skills.length,
    reason: newest?.reason ?? null,
    canUndo: still.some(isStoredWhole),
    isUndone: still.length === 0,
  };
}
