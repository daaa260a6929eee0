/*
 * The counters of Hermes: `.usage.json` in its folder of skills, a record by name. Times are ISO texts, in older files
 * without an offset, and then in UTC. States are not imported: they follow from the activity.
 */

import { parseJson } from '../../text/json.js';
import { countOr0, isObject } from '../../text/shape.js';
import { isoTime } from '../../text/time.js';
import { countersWith } from './counters.js';
import { type ImportedFacts, type ImportedSkill, type ImportedUsage, timeIn } from './import.js';
import type { Provenance } from './record.js';

/** Undefined when the text is not such a file. */
export function readHermesUsage(text: string): ImportedUsage | undefined {
  const file = parseJson(text);
  if (!isObject(file)) return undefined;
  const skills: ImportedSkill[] = [];
  const malformed: string[] = [];
  for (const [name, said] of Object.entries(file)) {
    if (isObject(said)) skills.push({ name, counters: countersIn(said), facts: factsIn(said) });
    else malformed.push(name);
  }
  return { skills, malformed };
}

type HermesRecord = Readonly<Record<string, unknown>>;

function countersIn(said: HermesRecord): ImportedSkill['counters'] {
  return countersWith({
    useCount: countOr0(said['use_count']),
    viewCount: countOr0(said['view_count']),
    patchCount: countOr0(said['patch_count']),
    lastUsedAt: isoTimeIn(said['last_used_at']),
    lastViewedAt: isoTimeIn(said['last_viewed_at']),
    lastPatchedAt: isoTimeIn(said['last_patched_at']),
  });
}

function factsIn(said: HermesRecord): ImportedFacts {
  return {
    pinned: said['pinned'] === true,
    createdBy: makerIn(said),
    createdAt: isoTimeIn(said['created_at']),
  };
}

function makerIn({ created_by: maker, agent_created: isAgents }: HermesRecord): Provenance {
  if (maker === 'agent' || isAgents === true) return 'agent';
  return maker === 'installed' ? 'hub' : 'unknown';
}

function isoTimeIn(value: unknown): number {
  return typeof value === 'string' ? timeIn(isoTime(value)) : 0;
}
