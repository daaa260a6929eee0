/*
 * The answers of a machine on which nothing was ever recorded, so that a report can be made without making a store.
 */

import type { Evidence, Window } from '../evidence.js';

export const noEvidence: Evidence = {
  summary: () => ({ toolEvents: 0, skillEvents: 0, errorEvents: 0, turns: 0, sessions: 0 }),
  skills: () => [],
  tools: () => [],
  days: (window) => utcDays(window).map((day) => ({ day, loads: 0, tools: 0, errors: 0 })),
  clusters: () => [],
  recent: () => [],
  evidenceFor: () => [],
  loads: () => [],
};

const dayMs = 86_400_000;

function utcDays({ from, to }: Window): readonly string[] {
  const first = Math.floor(from / dayMs);
  const count = Math.max(0, Math.ceil(to / dayMs) - first);
  return Array.from({ length: count }, (_, index) =>
    new Date((first + index) * dayMs).toISOString().slice(0, 10),
  );
}
