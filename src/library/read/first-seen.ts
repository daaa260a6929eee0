/*
 * The day on which Coppice first met a skill. The commands that walk the library note it for the skills that have none,
 * all of them with one append; a home that cannot be written is no reason to fail.
 */

import type { UsageLookup, UsageStore } from '../../usage/store.js';

interface SeenLibrary {
  readonly usage: Pick<UsageStore, 'noteSeen'>;
  readonly writesCaches: boolean;
}

/** A skill whose earlier id was seen is not noted again: the line would go to the same record every time. */
export function noteFirstSeen(
  { usage, writesCaches }: SeenLibrary,
  skills: readonly { readonly id: string }[],
  { isSeen }: Pick<UsageLookup, 'isSeen'>,
): void {
  if (!writesCaches) return;
  const unknown = skills.filter(({ id }) => !isSeen(id)).map(({ id }) => id);
  if (unknown.length > 0) usage.noteSeen(unknown);
}
