/*
 * A registry beside the story: started on a free port, asked to stop in the end, and waited for, so that its database is
 * closed before the folder goes.
 */

import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { ProcessResult } from '../../system/process/process.js';
import { parseJson } from '../../text/json.js';
import { isObject } from '../../text/shape.js';
import { failed, type ProgramPlace, startProgram, stopped } from './start-program.js';

/** Undefined where it was played; else why it was left out. */
export async function withRegistry(
  place: ProgramPlace,
  signal: AbortSignal,
  during: (url: string) => Promise<void>,
): Promise<string | undefined> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const stop = new AbortController();
  const words = ['registry', 'serve', '--port', String(port), '--json'];
  const ended = startProgram(place, { words, realTime: true }, stop.signal);
  try {
    const first = await Promise.race([ended, untilReady(url, AbortSignal.any([signal, stop.signal]))]);
    if (first === 'stopped') throw stopped();
    if (first !== 'ready') return whyLeftOut(first);
    await during(url);
    return undefined;
  } finally {
    stop.abort();
    await ended;
  }
}

/** A machine without the optional package is a sound one; anything else is a failure. */
function whyLeftOut(result: ProcessResult): string {
  const document = parseJson(result.stdout);
  const error = isObject(document) && isObject(document['error']) ? document['error'] : {};
  if (error['code'] !== 'package-missing') throw failed('coppice registry serve', result);
  return `This chapter is left out: ${error['message']}. To see it: ${error['hint']}`;
}

async function untilReady(url: string, signal: AbortSignal): Promise<'ready' | 'stopped'> {
  while (!signal.aborted) {
    if (await isReady(url)) return 'ready';
    await delay(50);
  }
  return 'stopped';
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok;
  } catch (error) {
    // Nobody listens yet.
    if (error instanceof TypeError) return false;
    throw error;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
