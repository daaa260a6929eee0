/*
 * The server of this machine as another process finds it: by its lock, which only a living process holds, and by the file
 * that says where it is. A program of somebody else that took its port later is therefore never asked.
 */

import type { Files } from '../system/files.js';
import { homePaths } from '../system/home.js';
import { tryLock } from '../system/lock/lock.js';
import { CoppiceError, unlessRefused } from '../text/errors.js';
import { parseJson } from '../text/json.js';
import { isObject } from '../text/shape.js';
import { apiPrefix } from './rules/admission.js';

interface Home {
  readonly files: Files;
  readonly home: string;
}

export interface RunningMachine {
  readonly url: string;
  newCode(): Promise<string>;
  /** Returns when it has heard it. */
  stop(): Promise<void>;
}

/** Undefined where none is running. */
export function findRunning({ files, home }: Home): RunningMachine | undefined {
  const { lock, machine } = homePaths(home);
  if (unlessRefused(() => files.stat(lock('machine'))) === undefined) return undefined;
  const attempt = tryLock(files, lock('machine'));
  if (attempt.kind === 'locked') {
    attempt.lock.release();
    return undefined;
  }
  const bytes = files.read(machine)?.bytes;
  const stored = bytes && parseJson(new TextDecoder().decode(bytes));
  if (!isObject(stored) || typeof stored['url'] !== 'string' || typeof stored['key'] !== 'string')
    throw new CoppiceError('lock-busy', 'another process is starting or stopping the server right now', {
      hint: 'try again in a moment',
    });
  const { url, key } = { url: stored['url'], key: stored['key'] };
  return {
    url,
    newCode: async () => {
      const answer = await ask(url, key, 'code');
      if (isObject(answer) && typeof answer['code'] === 'string') return answer['code'];
      throw unusable(url);
    },
    stop: async () => void (await ask(url, key, 'stop')),
  };
}

const answerMs = 10_000;

async function ask(url: string, key: string, name: 'code' | 'stop'): Promise<unknown> {
  try {
    const response = await fetch(`${url}${apiPrefix}${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(answerMs),
    });
    if (response.ok) return await response.json();
  } catch (error) {
    throw unusable(url, error);
  }
  throw unusable(url);
}

function unusable(url: string, cause?: unknown): CoppiceError {
  return new CoppiceError('unavailable', `the server at ${url} does not answer`, {
    hint: 'end its process, and run coppice open again',
    cause,
  });
}
