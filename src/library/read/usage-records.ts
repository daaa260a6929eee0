/*
 * The records of use as they are told. A record follows what Coppice did, and a skill may be put back into its root by
 * hand: then it is not archived, whatever was noted.
 */

import { presentState, type UsageRecord } from '../../usage/rules/record.js';
import { type Library, readCatalog } from './catalog.js';

/** In the order of the ids. The disk is looked at only where something was noted as archived. */
export function usageRecords(library: Library): readonly UsageRecord[] {
  const records = library.usage.all();
  if (!records.some(({ state }) => state === 'archived')) return records;
  const { skills, hidden } = readCatalog(library);
  const present = new Set([...skills, ...hidden.map(({ entry }) => entry)].map(({ id }) => id));
  return records.map((record) =>
    present.has(record.id) ? { ...record, state: presentState(record) } : record,
  );
}
