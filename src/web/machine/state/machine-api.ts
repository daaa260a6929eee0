/*
 * The client of the server of this machine. Names and bodies are checked against its table by types only.
 */

import type { MachineReads, MachineWrites } from '../../../machine/api/routes.js';
import { isObject } from '../../../text/shape.js';
import { ApiError } from '../../api/api.js';

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
  /** Calls `onChange` after each change on the machine, until the connection ends or the signal stops it. */
  follow(onChange: () => void, signal: AbortSignal): Promise<void>;
  /** The key of a new session. */
  signIn(code: string): Promise<string>;
}

const prefix = '/machine/api/';

/** `onSignedOut` is called when the key is not accepted, as after a restart of the server. */
export function createMachineClient(key: () => string | null, onSignedOut: () => void): MachineClient {
  const call = async (path: string, init: RequestInit): Promise<unknown> => {
    const headers = new Headers(init.headers);
    const current = key();
    if (current !== null) headers.set('authorization', `Bearer ${current}`);
    const response = await reached(path, { ...init, headers, credentials: 'omit' });
    const body: unknown = await response.json().catch(() => undefined);
    if (response.ok) return body;
    if (response.status === 401) onSignedOut();
    throw refusalError(response.status, body);
  };
  const post = (path: string, body: unknown) =>
    call(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const follow = async (onChange: () => void, signal: AbortSignal) => {
    const response = await reached(`${prefix}events`, {
      headers: { authorization: `Bearer ${key() ?? ''}` },
      credentials: 'omit',
      signal,
    });
    if (response.status === 401) onSignedOut();
    const reader = response.ok ? response.body?.pipeThrough(new TextDecoderStream()).getReader() : undefined;
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
      if (part.value.includes('event: change')) onChange();
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
