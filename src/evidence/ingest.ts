/*
 * What every command does first that works with evidence: store the spool of the hooks, resolve the skill names of the
 * transcripts again, and update the usage store.
 */

import type { Finder } from '../scan/secrets/find.js';
import type { Files } from '../system/files.js';
import { randomKey } from '../system/ids.js';
import type { CoppiceError } from '../text/errors.js';
import { parseJson } from '../text/json.js';
import { isObject } from '../text/shape.js';
import { importNews, noFacts } from '../usage/rules/import.js';
import type { UsageStore } from '../usage/store.js';
import { dropSharedSecrets, readSharedSecrets } from './live/shared-secrets.js';
import { takeSpool } from './live/spool.js';
import { Interpreter } from './rules/interpret/interpreter.js';
import { SessionRedactors } from './rules/redaction/session-redactors.js';
import { type KnownSkill, skillResolver } from './rules/skill-names.js';
import type { SpoolEntry } from './rules/spool-entry.js';
import type { EvidenceStore } from './store/evidence-store.js';

interface IngestDeps extends SpoolDeps {
  readonly store: EvidenceStore;
  readonly usage: Pick<UsageStore, 'all' | 'get' | 'setSource'>;
  readonly userHome: string;
  /** Skills in order of precedence. */
  readonly skills: readonly KnownSkill[];
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
  /** Finds the secrets that a text shows. */
  readonly find: Finder;
  readonly now: number;
}

interface StoredSpool {
  readonly eventsAdded: number;
  readonly unreadable: number;
}

/**
 * Stores the spool of the hooks. The state of each conversation is remembered between calls, as for a transcript; the
 * transcript takes precedence later.
 */
export function storeSpool({ files, home, store, find, now }: SpoolDeps): StoredSpool {
  const spool = takeSpool(files, home);
  const ended = new Set<string>();
  const agents = [...new Set(spool.entries.map(({ agent }) => agent))];
  const batches = agents.map((agent) => {
    const entries = spool.entries.filter((entry) => entry.agent === agent);
    const source = `live:${agent}`;
    const memory = memoryOf(store.cursor(source)?.memory);
    const redactors = new SessionRedactors({ find, newKey: randomKey, now }, memory.redaction);
    for (const session of sessionsOf(entries)) {
      const shared = readSharedSecrets({ files, home, session });
      if (shared !== undefined) redactors.of(session).adopt(shared);
    }
    const interpreter = new Interpreter(agent, (session) => redactors.of(session), memory.interpreter);
    for (const observation of entries.flatMap(({ observations }) => observations)) {
      interpreter.take(observation);
      if (observation.type !== 'end') continue;
      redactors.end(observation.session);
      ended.add(observation.session);
    }
    const batch = redactors.redactBatch(interpreter.drain());
    const remembered = { interpreter: interpreter.memory(), redaction: redactors.save() };
    const cursor = { ...noFile, agent, memory: JSON.stringify(remembered) };
    return { source, origin: 'live' as const, ...batch, cursor };
  });
  const eventsAdded = batches.length === 0 ? 0 : store.ingestAll(batches).added;
  spool.done();
  dropSharedSecrets({ files, home }, ended, now);
  return { eventsAdded, unreadable: spool.unreadable };
}

function sessionsOf(entries: readonly SpoolEntry[]): ReadonlySet<string> {
  return new Set(entries.flatMap(({ observations }) => observations.map(({ session }) => session)));
}

/** Version 0.1.0 stored the memory of the interpreter alone, which is a list. */
function memoryOf(text: string | null | undefined): {
  readonly interpreter: unknown;
  readonly redaction: unknown;
} {
  const memory = text ? parseJson(text) : undefined;
  if (!isObject(memory)) return { interpreter: memory, redaction: undefined };
  return { interpreter: memory['interpreter'], redaction: memory['redaction'] };
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
