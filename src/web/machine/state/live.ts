/*
 * What changes on the machine appears on its own. One connection serves all parts of the page; each is read again at most
 * a fifth of the time, so that a busy machine is not kept busier by a page that is left open. A page in the background
 * waits until somebody looks at it.
 */

import type { ProgressEvent } from '../../../machine/api/acts.js';
import type { MachineClient } from './machine-api.js';

type Refresh = () => Promise<void>;
type Watch = (progress: ProgressEvent) => void;

export interface Live {
  /** Calls `refresh` after changes, until the returned function is called. */
  add(refresh: Refresh): () => void;
  /** Calls `watch` with how far acts have come, until the returned function is called. */
  watch(watch: Watch): () => void;
  close(): void;
}

const retryMs = 3_000;
/** How many times longer than the last reading the next one has to wait. */
const restFactor = 4;
const leastRestMs = 500;

export function startLive(client: Pick<MachineClient, 'follow'>): Live {
  const parts = new Set<Refresh>();
  const watches = new Set<Watch>();
  const end = new AbortController();
  let isChanged = false;
  let isReading = false;
  let nextAt = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const read = async () => {
    timer = undefined;
    if (!isChanged || isReading || document.hidden || end.signal.aborted) return;
    isChanged = false;
    isReading = true;
    const startedAt = performance.now();
    await Promise.all([...parts].map((refresh) => refresh()));
    isReading = false;
    const now = performance.now();
    nextAt = now + Math.max(leastRestMs, restFactor * (now - startedAt));
    if (isChanged) plan();
  };
  const plan = () => {
    timer ??= setTimeout(read, Math.max(0, nextAt - performance.now()));
  };
  const onChange = () => {
    isChanged = true;
    plan();
  };
  const onProgress: Watch = (progress) => {
    for (const watch of watches) watch(progress);
  };
  const onVisible = () => {
    if (isChanged) plan();
  };
  document.addEventListener('visibilitychange', onVisible);
  const follow = async () => {
    let isFirst = true;
    while (!end.signal.aborted) {
      // What happened while there was no connection is not known.
      if (!isFirst) onChange();
      isFirst = false;
      await client.follow({ onChange, onProgress }, end.signal).catch(() => undefined);
      await new Promise((done) => setTimeout(done, retryMs));
    }
  };
  void follow();
  return {
    add: (refresh) => {
      parts.add(refresh);
      return () => void parts.delete(refresh);
    },
    watch: (watch) => {
      watches.add(watch);
      return () => void watches.delete(watch);
    },
    close: () => {
      end.abort();
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisible);
    },
  };
}
