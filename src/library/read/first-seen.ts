/*
 * The day on which Coppice first met a skill. The commands that walk the library note it for the skills that have none,
 * all of them with one append; a home that cannot be written is no reason to fail.
 */

import type { UsageRecord } from '../../usage/rules/record.js';
import type { UsageStore } from '../../usage/store.js';

interface SeenLibrary {
  readonly usage: Pick<UsageStore, 'noteSeen'>;
  readonly writesCaches: boolean;
}

export function noteFirstSeen(
  { usage, writesCaches }: SeenLibrary,
  skills: readonly { readonly id: string }[],
  records: readonly Pick<UsageRecord, 'id' | 'aliases' | 'firstSeenAt'>[],
): void {
  if (!writesCaches) return;
  const known = new Set<string>();
  for (const { id, aliases, firstSeenAt } of records) {
    if (firstSeenAt === 0) continue;
    known.add(id);
    // A line for an earlier id would go to the same record, again and again.
    for (const alias of aliases) known.add(alias);
  }
  const unknown = skills.filter(({ id }) => !known.has(id)).map(({ id }) => id);
  if (unknown.length > 0) usage.noteSeen(unknown);
}
