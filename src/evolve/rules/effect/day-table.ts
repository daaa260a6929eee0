/*
 * The days of all skills on this machine, by skill and agent, and added up when they are needed.
 */

import type { DayOutcome } from '../../../evidence/rules/evidence.js';
import { addDays, type Days } from './days.js';

export class DayTable {
  readonly #rows = new Map<string, Map<string, Days>>();
  readonly #others = new Map<string, readonly { readonly skill: string; readonly days: Days }[]>();

  constructor(outcomes: readonly DayOutcome[]) {
    const open = new Map<string, Map<string, DayOutcome[]>>();
    for (const outcome of outcomes) {
      const { skill, agent } = outcome;
      const agents = open.get(skill) ?? new Map<string, DayOutcome[]>();
      open.set(skill, agents);
      const days = agents.get(agent) ?? [];
      agents.set(agent, days);
      days.push(outcome);
    }
    for (const [skill, agents] of open) {
      this.#rows.set(skill, new Map([...agents].map(([agent, days]) => [agent, addDays([days])])));
    }
  }

  own(ids: readonly string[]): Days {
    return addDays(ids.flatMap((id) => [...(this.#rows.get(id)?.values() ?? [])]));
  }

  /** The other skills, as far as they were used by the same agents: an outage of another agent says nothing. */
  others(ids: readonly string[]): readonly Days[] {
    const agents = new Set(ids.flatMap((id) => [...(this.#rows.get(id)?.keys() ?? [])]));
    const key = [...agents].sort().join('\n');
    const all = this.#others.get(key) ?? this.#usedBy(agents);
    this.#others.set(key, all);
    return all.filter(({ skill }) => !ids.includes(skill)).map(({ days }) => days);
  }

  #usedBy(agents: ReadonlySet<string>) {
    return [...this.#rows].map(([skill, rows]) => {
      const used = [...rows].filter(([agent]) => agents.has(agent)).map(([, days]) => days);
      return { skill, days: used.length === 1 ? (used[0] ?? []) : addDays(used) };
    });
  }
}
