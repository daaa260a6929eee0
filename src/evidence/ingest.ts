/*
 * What every command does that works with evidence: store what hooks have left, decide anew which skills the names in
 * the transcripts mean, and tell the usage store how often each was used.
 */

import type { Redactor } from '../scan/secrets/redact.js';
import type { Files } from '../system/files.js';
import type { CoppiceError } from '../text/errors.js';
import { parseJson } from '../text/json.js';
import { importNews, noFacts } from '../usage/rules/import.js';
import type { UsageStore } from '../usage/store.js';
import { takeSpool } from './live/spool.js';
import { Interpreter } from './rules/interpret/interpreter.js';
import { type KnownSkill, skillResolver } from './rules/skill-names.js';
import type { EvidenceStore } from './store/evidence-store.js';

interface IngestDeps extends SpoolDeps {
  readonly store: EvidenceStore;
  readonly usage: Pick<UsageStore, 'all' | 'get' | 'setSource'>;
  readonly userHome: string;
  /** In the order of their precedence. */
  readonly skills: readonly KnownSkill[];
  readonly now: number;
}

export interface IngestReport extends StoredSpool {
  /** Why the usage store could not be told; it is told the next time. */
  readonly usageError: CoppiceError | undefined;
}

export function ingest(deps: IngestDeps): IngestReport {
  const folded = storeSpool(deps);
  resolveMentions(deps);
  return { ...folded, usageError: updateUsage(deps.store, deps.usage, deps.now) };
}

/** A mention that no root holds any more means what it meant, under the name that skill has now. */
function resolveMentions({ store, usage, userHome, skills }: IngestDeps): void {
  const resolve = skillResolver(skills, userHome);
  const resolutions = store.mentions().flatMap(({ ref, name, folder, skill }) => {
    const found = resolve(folder === '' ? { name } : { name, folder });
    const meant = found ?? (skill === null ? undefined : (usage.get(skill)?.id ?? skill));
    return meant === undefined || meant === skill ? [] : [{ ref, skill: meant }];
  });
  if (resolutions.length > 0) store.resolve(resolutions);
}

/*
 * Stores what hooks have left in the spool. The conversation each session is in is remembered between the times, as it
 * is for a transcript; what the transcript itself says later counts more.
 */

interface SpoolDeps {
  readonly files: Files;
  readonly home: string;
  readonly store: Pick<EvidenceStore, 'cursor' | 'ingestAll'>;
  readonly redact: Redactor;
}

interface StoredSpool {
  readonly eventsAdded: number;
  readonly unreadable: number;
}

export function storeSpool({ files, home, store, redact }: SpoolDeps): StoredSpool {
  const spool = takeSpool(files, home);
  const agents = [...new Set(spool.entries.map(({ agent }) => agent))];
  const batches = agents.map((agent) => {
    const entries = spool.entries.filter((entry) => entry.agent === agent);
    const source = `live:${agent}`;
    const memory = store.cursor(source)?.memory ?? null;
    const interpreter = new Interpreter(agent, redact, memory === null ? undefined : parseJson(memory));
    for (const { observations } of entries)
      for (const observation of observations) interpreter.take(observation);
    const cursor = { ...noFile, agent, memory: JSON.stringify(interpreter.memory()) };
    return { source, origin: 'live' as const, ...interpreter.drain(), cursor };
  });
  const eventsAdded = batches.length === 0 ? 0 : store.ingestAll(batches).added;
  spool.done();
  return { eventsAdded, unreadable: spool.unreadable };
}

/** The spool is removed when it was read, so there is no place in it to go on from. */
const noFile = {
  size: 0,
  mtimeMs: 0,
  device: 0,
  inode: 0,
  offset: 0,
  headHash: '',
  tailHash: '',
  coveredFrom: 0,
};

/*
 * Tells the usage store how often each agent used each skill, so that the curator sees use by every agent. Counters
 * are raised and never added to: feeding twice, or after the evidence was rebuilt, changes nothing.
 */

/** The first failure stops it: what was not told is told the next time. */
export function updateUsage(
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
