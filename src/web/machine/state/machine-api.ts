/*
 * The client of the server of this machine. Names and bodies are checked against its table by types only.
 */

import type { ProgressEvent } from '../../../machine/api/acts.js';
import type { MachineReads, MachineWrites } from '../../../machine/api/routes.js';
import { isObject } from '../../../text/shape.js';
import { ApiError } from '../../api/api.js';
import { eventsIn } from '../rules/server-events.js';

export interface MachineClient {
  read<Name extends keyof MachineReads>(
    name: Name,
    query: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<MachineReads[Name]>;
  write<Name extends keyof MachineWrites>(
    name: Name,
    body: MachineWrites[Name]['body'],
  ): Promise<MachineWrites[Name]['answer']>;
  /** Reports each change on the machine and how far acts have come, until the connection ends or the signal stops it. */
  follow(listener: MachineListener, signal: AbortSignal): Promise<void>;
  /** The key of a new session. */
  signIn(code: string): Promise<string>;
}

export interface MachineListener {
  onChange(): void;
  onProgress(progress: ProgressEvent): void;
}

const prefix = '/machine/api/';

/** `renewKey` is called when the key is not accepted, as after a restart of the server; it says whether there is another. */
export function createMachineClient(key: () => string | null, renewKey: () => boolean): MachineClient {
  const send = async (path: string, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers);
    const current = key();
    if (current !== null) headers.set('authorization', `Bearer ${current}`);
    const response = await reached(path, { ...init, headers, credentials: 'omit' });
    return response.status === 401 && renewKey() ? await send(path, init) : response;
  };
  const call = async (path: string, init: RequestInit): Promise<unknown> => {
    const response = await send(path, init);
    const body: unknown = await response.json().catch(() => undefined);
    if (response.ok) return body;
    throw refusalError(response.status, body);
  };
  const post = (path: string, body: unknown) =>
    call(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const follow = async ({ onChange, onProgress }: MachineListener, signal: AbortSignal) => {
    const response = await send(`${prefix}events`, { signal });
    const reader = response.ok ? response.body?.pipeThrough(new TextDecoderStream()).getReader() : undefined;
    let rest = '';
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      const read = eventsIn(rest + part.value);
      rest = read.rest;
      for (const { name, data } of read.events) {
        if (name === 'change') onChange();
        if (name === 'progress') onProgress(JSON.parse(data));
      }
    }
  };
  // The table of the server defines each answer, and its tests enforce it.
  return {
    read: (name, query, signal) => {
      const search = new URLSearchParams(query).toString();
      return call(`${prefix}${name}${search && `?${search}`}`, { signal });
    },
    write: (name, body) => post(`${prefix}${name}`, body),
    follow,
    signIn: async (code) => {
      const answer = await post(`${prefix}session`, { code });
      if (isObject(answer) && typeof answer['key'] === 'string') return answer['key'];
      throw new ApiError('unexpected', 200, 'Coppice gave an answer that this page does not know.');
    },
  } as MachineClient;
}

async function reached(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError('offline', 0, 'Coppice is not running any more. Start it again with: coppice open');
  }
}

function refusalError(status: number, body: unknown): ApiError {
  const fields = isObject(body) ? body : {};
  const message = typeof fields['message'] === 'string' ? fields['message'] : `Coppice answered ${status}.`;
  const code = typeof fields['error'] === 'string' ? fields['error'] : 'unexpected';
  return new ApiError(code, status, `${message.charAt(0).toUpperCase()}${message.slice(1)}.`);
}
