/*
 * Listens for changes by any replica on a connection of its own, including this one's (there is no other way to learn of
 * a commit whose answer was lost). While that connection is broken there is no revision; when it is back, all revisions
 * have advanced.
 */

import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../../../system/log.js';
import type { Changes } from './changes.js';
import { announce, changesChannel, countRevisions, readAnnouncement } from './changes.js';

export interface ListeningChanges extends Changes {
  close(): Promise<void>;
}

export interface ListenOptions {
  readonly url: string;
  readonly log: Log;
  readonly firstPauseMs?: number;
  readonly heartbeatMs?: number;
}

const maxPauseMs = 10_000;

/** Resolves after the first attempt, whether or not that succeeded. */
export async function listenForChanges(options: ListenOptions): Promise<ListeningChanges> {
  const { log, firstPauseMs = 100 } = options;
  const revisions = countRevisions();
  const closing = new AbortController();
  let session: Session | undefined;

  const onPayload = (payload: string): void => {
    const changed = readAnnouncement(payload);
    if (changed) revisions.advance(changed);
    else revisions.advanceAll();
  };
  const connect = async (): Promise<Session | undefined> => {
    try {
      const opened = await openSession(options, onPayload);
      revisions.advanceAll();
      return opened;
    } catch (fault) {
      if (!(fault instanceof Error)) throw fault;
      log.warn({ reason: fault.message }, 'cannot listen for changes by other replicas');
      return undefined;
    }
  };
  const keepListening = async (): Promise<void> => {
    let pauseMs = firstPauseMs;
    while (!closing.signal.aborted) {
      if (session) {
        await session.ended;
        session = undefined;
        pauseMs = firstPauseMs;
      } else {
        await pause(pauseMs, closing.signal);
        pauseMs = Math.min(pauseMs * 2, maxPauseMs);
        if (!closing.signal.aborted) session = await connect();
      }
    }
    await session?.end();
  };

  session = await connect();
  const listening = keepListening();
  return {
    revision: (changed) => (session ? revisions.of(changed) : undefined),
    announce,
    advance: revisions.advance,
    close: async () => {
      closing.abort();
      await session?.end();
      await listening;
    },
  };
}

interface Session {
  /** Resolves when nothing more can be received. */
  readonly ended: Promise<void>;
  end(): Promise<void>;
}

async function openSession(
  { url, log, heartbeatMs = 15_000 }: ListenOptions,
  onPayload: (payload: string) => void,
): Promise<Session> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'coppice changes',
    connectionTimeoutMillis: 10_000,
    query_timeout: heartbeatMs,
  });
  client.on('error', (fault) => log.warn({ reason: fault.message }, 'the connection for changes broke'));
  client.on('notification', ({ payload = '' }) => onPayload(payload));
  const ended = new Promise<void>((resolve) => {
    client.once('error', () => resolve());
    client.once('end', resolve);
  });
  try {
    await client.connect();
    await client.query(`listen ${changesChannel}`);
  } catch (fault) {
    await client.end();
    throw fault;
  }
  // A network that drops all packets does not close the connection; only a missing answer shows it.
  const heartbeat = setInterval(() => {
    client.query('select 1').catch(() => client.end());
  }, heartbeatMs);
  void ended.then(() => clearInterval(heartbeat));
  return { ended, end: () => client.end() };
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(milliseconds, undefined, { signal, ref: false });
  } catch (fault) {
    if (!signal.aborted) throw fault;
  }
}
