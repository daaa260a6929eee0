/*
 * Tells the usage store how often each agent used each skill, so that the curator sees use by every agent. Counters
 * are raised and never added to: feeding twice, or after the evidence was rebuilt, changes nothing.
 */

import type { CoppiceError } from '../text/errors.js';
import { importNews, noFacts } from '../usage/rules/import.js';
import type { UsageStore } from '../usage/store.js';
import type { EvidenceStore } from './store/evidence-store.js';

/** The first failure stops it: what was not told is told the next time. */
export function feedUsage(
  store: Pick<EvidenceStore, 'usageCounters'>,
  usage: Pick<UsageStore, 'all' | 'setSource'>,
  now: number,
): CoppiceError | undefined {
  const records = new Map(
    usage.all().flatMap((record) => [record.id, ...record.aliases].map((id) => [id, record])),
  );
  for (const { agent, skill, ...counters } of store.usageCounters()) {
    const news = importNews({ counters, facts: noFacts }, records.get(skill), agent, now);
    if (news.counters === undefined) continue;
    const told = usage.setSource(skill, agent, news.counters);
    if (!told.ok) return told.error;
  }
  return undefined;
}
