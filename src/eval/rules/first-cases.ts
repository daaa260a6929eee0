/*
 * A first set of trigger cases from what really happened: requests after which an agent loaded the skill, and requests
 * after which it loaded another one. They are texts of the user, redacted when they were stored, and each needs a person's
 * consent before it becomes part of a skill that may be shared.
 */

import type { EvidenceRow } from '../../evidence/rules/evidence.js';

export interface TriggerCandidate {
  readonly query: string;
  readonly should_trigger: boolean;
}

const maxLength = 600;
const minLength = 12;

/** The rows may be in any order. At most `limit` of each kind, the newest first. */
export function triggerCandidates(
  rows: readonly EvidenceRow[],
  skill: string,
  limit: number,
): readonly TriggerCandidate[] {
  const requests = new Map<string, string>();
  const loads = new Map<string, Set<string>>();
  for (const { kind, session, agent, args, skill: loaded } of rows.toSorted((a, b) => a.at - b.at)) {
    const conversation = JSON.stringify([agent, session]);
    if (kind === 'turn') requests.set(conversation, tidied(args));
    const request = requests.get(conversation);
    if (kind !== 'skill-load' || loaded === null || request === undefined || !isUseful(request)) continue;
    const known = loads.get(request) ?? new Set();
    // Deleted first, so that the newest request is the last one.
    loads.delete(request);
    loads.set(request, known.add(loaded));
  }
  const newest = [...loads].toReversed();
  const wanted = newest.filter(([, loaded]) => loaded.has(skill)).slice(0, limit);
  const others = newest.filter(([, loaded]) => !loaded.has(skill)).slice(0, limit);
  return [
    ...wanted.map(([query]) => ({ query, should_trigger: true })),
    ...others.map(([query]) => ({ query, should_trigger: false })),
  ];
}

function tidied(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** A command, a word of agreement or a text that was cut off says nothing about a skill. */
function isUseful(text: string): boolean {
  const isWhole = text.length >= minLength && text.length <= maxLength && !text.endsWith('…');
  return isWhole && !/^[/!@<]/.test(text);
}
