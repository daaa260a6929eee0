/*
 * What every command does first that works with evidence: store the spool of the hooks, resolve the skill names of the
 * transcripts again, and update the usage store.
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
  /** Skills in order of precedence. */
  readonly skills: readonly KnownSkill[];
  readonly now: number;
}

export interface IngestReport extends StoredSpool {
  /** Why the usage store could not be updated; the next call tries again. */
  readonly usageError: CoppiceError | undefined;
}

export function ingest(deps: IngestDeps): IngestReport {
  const stored = storeSpool(deps);
  resolveMentions(deps);
  return { ...stored, usageError: updateUsage(deps.store, deps.usage, deps.now) };
}

/** A mention of a skill that is no longer installed keeps its meaning, under the current name of that skill. */
function resolveMentions({ store, usage, userHome, skills }: IngestDeps): void {
  const resolve = skillResolver(skills, userHome);
  const resolutions = store.mentions().flatMap(({ ref, name, folder, skill }) => {
    const found = resolve(folder === '' ? { name } : { name, folder });
    const resolved = found ?? (skill === null ? undefined : (usage.get(skill)?.id ?? skill));
    return resolved === undefined || resolved === skill ? [] : [{ ref, skill: resolved }];
  });
  if (resolutions.length > 0) store.resolve(resolutions);
}

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

/**
 * Stores the spool of the hooks. The state of each conversation is remembered between calls, as for a transcript; the
 * transcript takes precedence later.
 */
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

/** The spool is removed after reading, so there is no offset to continue from. */
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

/**
 * Updates the usage store with how often each agent used each skill, so that the curator sees every use. Counters are set,
 * not added, so repeating this changes nothing. The first failure stops it, and the next call continues.
 */
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
    const result = usage.setSource(skill, agent, news.counters);
    if (!result.ok) return result.error;
  }
  return undefined;
}
