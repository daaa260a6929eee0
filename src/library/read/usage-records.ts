/*
 * The usage records as they are shown. A record follows what Coppice did, but a person may move a skill out of the
 * archive by hand: then it is not archived, whatever the record says.
 */

import { isOnlySeen, presentState, type UsageRecord } from '../../usage/rules/record.js';
import { type ReadLibrary, readCatalog } from './catalog.js';

/** Ordered by id, without those that only say when a skill was first seen. The disk is read if a record says archived. */
export function usageRecords(library: ReadLibrary): readonly UsageRecord[] {
  const records = library.usage.all().filter((record) => !isOnlySeen(record));
  if (library.writesCaches) library.usage.compactIfWorthwhile();
  if (!records.some(({ state }) => state === 'archived')) return records;
  const { skills, hidden } = readCatalog(library);
  const present = new Set([...skills, ...hidden.map(({ entry }) => entry)].map(({ id }) => id));
  return records.map((record) =>
    present.has(record.id) ? { ...record, state: presentState(record) } : record,
  );
}
