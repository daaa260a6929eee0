/*
 * Stores what hooks have left in the spool. The conversation each session is in is remembered between the times, as it
 * is for a transcript; what the transcript itself says later counts more.
 */

import type { Redactor } from '../../scan/secrets/redact.js';
import type { Files } from '../../system/files.js';
import { parseJson } from '../../text/json.js';
import { Interpreter } from '../interpret/interpreter.js';
import type { EvidenceStore } from '../store/evidence-store.js';
import { takeSpool } from './spool.js';

export interface FoldDeps {
  readonly files: Files;
  readonly home: string;
  readonly store: Pick<EvidenceStore, 'cursor' | 'ingestAll'>;
  readonly redact: Redactor;
}

export interface Folded {
  readonly eventsAdded: number;
  readonly unreadable: number;
}

export function foldSpool({ files, home, store, redact }: FoldDeps): Folded {
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
