import { beforeEach, expect, test } from 'vitest';
import { webFile } from '../registry/server/http/web-files.js';
import { CoppiceError } from '../text/errors.js';
import type { ReadHandlers, WriteHandlers } from './api/routes.js';
import { answerMachine, type MachineApp } from './app.js';
import { Sessions } from './sessions.js';

const port = 4610;
const ownerKey = 'owner-key';
const secretName = 'claude:what-nobody-else-may-know';
let calls: string[];
let faults: unknown[];
let app: MachineApp;

beforeEach(() => {
  calls = [];
  faults = [];
  const called =
    (name: string): (() => never) =>
    () => {
      calls.push(name);
      throw new CoppiceError('skill-not-found', `${name} of ${secretName}`, { hint: 'look again' });
    };
  const reads = { ...Object.fromEntries(['today', 'activity', 'sight'].map((name) => [name, called(name)])) };
  app = {
    reads: {
      ...reads,
      skills: () => ({ now: 1, skills: [{ id: secretName }] }),
    } as unknown as ReadHandlers,
    writes: {
      plan: called('plan'),
      apply: called('apply'),
      undo: ({ id }: { id: string }) => {
        if (id === 'bug') throw new TypeError('a bug');
        return Promise.resolve({ message: `undone ${id}`, undo: null, problem: null });
      },
    } as unknown as WriteHandlers,
    sessions: new Sessions({ now: () => 0 }),
    ownerKey,
    web: new Map([
      ['/machine.html', webFile('text/html', new TextEncoder().encode('<title>Coppice</title>'))],
      ['/assets/a.js', webFile('text/javascript', new TextEncoder().encode('1'))],
    ]),
    events: () => new Response(secretName),
    port: () => port,
    stop: () => void calls.push('stop'),
    onSignIn: () => void calls.push('signed in'),
    onFault: (error) => void faults.push(error),
  };
});

interface Sent {
  readonly method?: string;
  readonly key?: string | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

async function send(path: string, { method, key, body, headers }: Sent = {}) {
  const response = await answerMachine(
    app,
    new Request(`http://127.0.0.1:${port}${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        host: `127.0.0.1:${port}`,
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  );
  const text = await response.text();
  return { status: response.status, text, headers: response.headers };
}

async function signedIn(): Promise<string> {
  const { code } = app.sessions.newCode();
  return JSON.parse((await send('/machine/api/session', { body: { code } })).text).key;
}

test('a code signs in once, and its key reads and writes', async () => {
  const { code } = app.sessions.newCode();
  const { status, text } = await send('/machine/api/session', { body: { code } });
  expect([status, calls]).toEqual([200, ['signed in']]);
  const { key } = JSON.parse(text);
  expect((await send('/machine/api/skills', { key })).text).toContain(secretName);
  expect((await send('/machine/api/undo', { key, body: { id: 'e1' } })).text).toContain('undone e1');
  const again = await send('/machine/api/session', { body: { code } });
  expect([again.status, again.text]).toEqual([401, expect.stringContaining('coppice open')]);
});

test.each<[string, Sent]>([
  ['nobody', {}],
  ['somebody with a made-up key', { key: 'x'.repeat(43) }],
  ['somebody with the key of the owner, which only makes codes', { key: ownerKey }],
  ['somebody with a key in a cookie', { headers: { cookie: 'coppice-machine=owner-key' } }],
])('%s learns nothing from any address of the API', async (_, sent) => {
  const names = [...Object.keys(app.reads), 'events', 'session', 'nothing'];
  for (const name of names) {
    const { status, text } = await send(`/machine/api/${name}`, sent);
    expect([name, status]).toEqual([name, 401]);
    expect(text).not.toContain(secretName);
  }
  for (const name of [...Object.keys(app.writes), 'sign-out'])
    expect((await send(`/machine/api/${name}`, { ...sent, body: { id: 'e1' } })).status).toBe(401);
  expect(calls).toEqual([]);
});

test('only the owner gets codes and stops the server', async () => {
  const key = await signedIn();
  calls = [];
  for (const name of ['code', 'stop']) {
    expect((await send(`/machine/api/${name}`, { method: 'POST', key })).status).toBe(401);
    expect((await send(`/machine/api/${name}`, { method: 'POST' })).status).toBe(401);
  }
  expect(calls).toEqual([]);
  const { text } = await send('/machine/api/code', { method: 'POST', key: ownerKey });
  expect(app.sessions.signIn(JSON.parse(text).code)).toBeDefined();
  expect((await send('/machine/api/stop', { method: 'POST', key: ownerKey })).status).toBe(200);
  expect(calls).toEqual(['stop']);
});

test.each([
  ['a foreign host', { host: 'rebound.example:4610' }, 421],
  ['another origin', { origin: 'https://example.com' }, 403],
  ['another port of this machine', { origin: 'http://127.0.0.1:5173' }, 403],
  ['a page of another site', { 'sec-fetch-site': 'cross-site' }, 403],
])('%s gets nothing, even with a valid key or code', async (_, headers, expected) => {
  const key = await signedIn();
  const { code } = app.sessions.newCode();
  calls = [];
  for (const sent of [{ key }, { key, body: { id: 'e1' } }])
    for (const name of ['skills', 'undo']) {
      const { status, text } = await send(`/machine/api/${name}`, { ...sent, headers });
      expect(status).toBe(expected);
      expect(text).not.toContain(secretName);
    }
  expect((await send('/machine/api/session', { body: { code }, headers })).status).toBe(expected);
  expect(calls).toEqual([]);
  // The code was not used up by the attempt.
  expect(app.sessions.signIn(code)).toBeDefined();
});

test('pages are the same for everybody, with a policy that allows only their own files', async () => {
  for (const path of ['/machine', '/machine/skills', '/machine/anything']) {
    const { status, text, headers } = await send(path);
    expect([status, text]).toEqual([200, '<title>Coppice</title>']);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'");
    expect(headers.get('set-cookie')).toBeNull();
  }
  expect((await send('/')).headers.get('location')).toBe('/machine');
  expect((await send('/assets/a.js')).status).toBe(200);
  for (const path of ['/index.html', '/assets/b.js', '/v1/skills', '/machine.json', '/..%2fmachine.json'])
    expect((await send(path, { headers: { accept: 'text/html' } })).status).toBe(404);
  expect((await send('/machine', { method: 'POST' })).status).toBe(405);
});

test('answers are stored by nobody', async () => {
  const { headers } = await send('/machine/api/skills', { key: await signedIn() });
  expect(headers.get('cache-control')).toBe('no-store');
});

test('a refusal says why, and a bug says nothing but goes to the terminal', async () => {
  const key = await signedIn();
  const refused = await send('/machine/api/today', { key });
  expect([refused.status, JSON.parse(refused.text)]).toEqual([
    404,
    { error: 'not_found', message: `today of ${secretName}; look again` },
  ]);
  const bug = await send('/machine/api/undo', { key, body: { id: 'bug' } });
  expect([bug.status, bug.text.includes('a bug'), faults.length]).toEqual([500, false, 1]);
});

test.each([
  ['an empty body', undefined],
  ['a wrong body', { id: 7 }],
  ['more than is known', { id: 'e1', force: true }],
])('%s is refused before anything is done', async (_, body) => {
  const key = await signedIn();
  expect((await send('/machine/api/undo', { key, method: 'POST', ...(body && { body }) })).status).toBe(400);
});

test('a form of another page cannot be taken for a request', async () => {
  const key = await signedIn();
  const headers = { 'content-type': 'text/plain' };
  expect((await send('/machine/api/undo', { key, body: { id: 'e1' }, headers })).status).toBe(400);
});
