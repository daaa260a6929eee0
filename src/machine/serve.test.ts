/*
 * The server on a real socket: whoever has no session, comes from elsewhere, or means another host gets nothing from any route.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contextWith } from '../app/context.world.js';
import { nodeFiles } from '../system/disk/node-disk.js';
import { machineBodies } from './api/routes.js';
import { type MachineServer, readHandlers, serveMachine } from './serve.js';

const folder = mkdtempSync(join(tmpdir(), 'coppice-serve-'));
const context = {
  ...contextWith({ files: nodeFiles }),
  home: join(folder, '.coppice'),
  userHome: folder,
  workingFolder: folder,
};
const reads = Object.keys(readHandlers(context));
const writes = Object.keys(machineBodies);
const faults: unknown[] = [];
let server: MachineServer;
let key = '';

interface Sent {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** With any Host, which fetch does not allow. */
function send(path: string, { method = 'GET', headers = {}, body }: Sent = {}) {
  const { hostname, port } = new URL(server.url);
  const json = body === undefined ? undefined : JSON.stringify(body);
  return new Promise<{ readonly status: number; readonly text: string }>((resolve, reject) => {
    const sent = request(
      {
        hostname,
        port,
        path,
        method,
        headers: { ...(json !== undefined && { 'content-type': 'application/json' }), ...headers },
      },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(json);
  });
}

beforeAll(async () => {
  const webFolder = mkdtempSync(join(folder, 'web-'));
  writeFileSync(join(webFolder, 'machine.html'), '<title>Coppice</title>');
  server = await serveMachine(context, {
    port: 0,
    orFreePort: false,
    webFolder,
    onFault: (error) => faults.push(error),
  });
  const { code } = server.newCode();
  key = JSON.parse((await send('/machine/api/session', { method: 'POST', body: { code } })).text).key;
});

afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true });
});

const bearer = () => ({ authorization: `Bearer ${key}` });

test('whoever has a session gets an answer from every route, or is refused for a reason', async () => {
  for (const name of reads) {
    const { status } = await send(`/machine/api/${name}?id=claude:nobody`, { headers: bearer() });
    expect([200, 400, 404], name).toContain(status);
  }
  expect(faults).toEqual([]);
});

test.each<[string, () => Readonly<Record<string, string>>, number]>([
  ['without a session', () => ({}), 401],
  ['with a made-up key', () => ({ authorization: `Bearer ${'x'.repeat(43)}` }), 401],
  ['on the name of another host', () => ({ ...bearer(), host: 'rebound.example' }), 421],
  ['on this host with another port', () => ({ ...bearer(), host: '127.0.0.1:1' }), 421],
  ['from a page of another origin', () => ({ ...bearer(), origin: 'https://example.com' }), 403],
  ['from a page of another port', () => ({ ...bearer(), origin: 'http://127.0.0.1:5173' }), 403],
  ['from a page that is in a frame of another', () => ({ ...bearer(), 'sec-fetch-site': 'cross-site' }), 403],
])('%s no route answers', async (_, headers, expected) => {
  for (const name of [...reads, 'events']) {
    const { status, text } = await send(`/machine/api/${name}`, { headers: headers() });
    expect([name, status]).toEqual([name, expected]);
    expect(Object.keys(JSON.parse(text))).toEqual(['error', 'message']);
  }
  for (const name of writes) {
    const sent = { method: 'POST', headers: headers(), body: { id: 'e1' } } as const;
    expect([name, (await send(`/machine/api/${name}`, sent)).status]).toEqual([name, expected]);
  }
});

test('no route changes anything when it is only read', async () => {
  for (const name of writes)
    expect((await send(`/machine/api/${name}`, { headers: bearer() })).status).toBe(404);
});
