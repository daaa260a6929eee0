import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTenant, tenantIdBySlug } from '../../src/registry/access/tenants.js';
import { makeToken } from '../../src/registry/access/tokens.js';
import { scopes } from '../../src/registry/api/names.js';
import { announce } from '../../src/registry/data/db/changes.js';
import { openPool } from '../../src/registry/data/db/pool.js';
import { createDatabase } from '../../src/registry/data/db/test-database.fixture.js';
import type { Job } from '../../src/registry/server/jobs/periodic-job.js';
import {
  type RunningServer,
  type ServeOptions,
  type ServerParts,
  serve,
} from '../../src/registry/server/serve.js';
import { serverParts } from '../../src/registry/server/server-parts.js';
import { systemClock } from '../../src/system/clock.js';
import { silentLog } from '../../src/system/log.js';
import { manualSchedule } from '../../src/system/schedule.fixture.js';
import { CoppiceError } from '../../src/text/errors.js';
import { interruptibleProxy } from './interruptible-proxy.js';

interface Started {
  readonly server: RunningServer;
  readonly databaseUrl: string;
  token(): Promise<string>;
}

async function options(databaseUrl: string): Promise<ServeOptions> {
  const home = mkdtempSync(join(tmpdir(), 'coppice-serve-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const environment = {
    COPPICE_DATABASE_URL: databaseUrl,
    COPPICE_LOG_LEVEL: 'silent',
    COPPICE_STOP_GRACE_SECS: '0',
  };
  return { host: '127.0.0.1', port: 0, environment, home, clock: systemClock, webFolder: join(home, 'web') };
}

async function start(parts: ServerParts = serverParts, through = (url: string) => url): Promise<Started> {
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  const server = await serve(await options(through(url)), parts);
  onTestFinished(() => server.stop());
  return { server, databaseUrl: url, token: () => tokenIn(url) };
}

async function tokenIn(databaseUrl: string): Promise<string> {
  const pool = openPool(databaseUrl, { log: silentLog });
  const { database } = pool;
  const changes = { announce, revision: () => undefined, advance: () => undefined };
  const registry = { database, clock: systemClock, changes };
  await createTenant(registry, { slug: 'acme', name: '' });
  const tenantId = await tenantIdBySlug(database, 'acme');
  const wanted = { name: 'test', scopes: [...scopes], patterns: [], expiresAt: null };
  const { text } = await makeToken(registry, tenantId, { service: 'test' }, wanted);
  await pool.close();
  return text;
}

const counted: ServerParts['openUsage'] = () => ({
  dropped: 7,
  record: () => undefined,
  flush: async () => undefined,
  close: async () => undefined,
});

test('a server migrates its database, answers, and reports its state', async () => {
  const { server } = await start({ ...serverParts, openUsage: counted });
  const ready = await fetch(`${server.url}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([
    200,
    { status: 'ok', parts: { database: 'up', storage: 'up', changes: 'up' } },
  ]);
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  for (const line of [
    'coppice_http_requests_total{method="GET",route="/readyz",status="200"} 1',
    'coppice_http_request_duration_seconds_count{route="/readyz"} 1',
    'coppice_http_requests_in_flight 1',
    'coppice_usage_events_dropped 7',
    'coppice_outbox_depth 0',
    'coppice_kept_answers_hits 0',
  ])
    expect(metrics).toContain(line);
  expect(metrics).toMatch(/coppice_database_connections_open [1-9]/);
  const description = (await (await fetch(`${server.url}/openapi.json`)).json()) as { paths: object };
  expect(description.paths).toHaveProperty('/v1/skills');
});

test('only a server for its own machine checks the host name', async () => {
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  const local = await serve({ ...(await options(url)), isLocal: true }, serverParts);
  onTestFinished(() => local.stop());
  const { server: team } = await start();
  const status = async (address: string) => {
    const sent = request(`${address}/healthz`, { headers: { host: 'skills.example.com' } }).end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    answer.resume();
    return answer.statusCode;
  };
  expect([await status(local.url), await status(team.url)]).toEqual([421, 200]);
  expect((await fetch(`${local.url}/healthz`)).status).toBe(200);
});

test('valid credentials are accepted, others are not', async () => {
  const { server, token } = await start();
  const who = async (credential: string) => {
    const headers = { authorization: `Bearer ${credential}` };
    return (await fetch(`${server.url}/v1/auth/whoami`, { headers })).status;
  };
  expect([await who(await token()), await who('garbage')]).toEqual([200, 401]);
});

test('a stop ends requests, usage, jobs and connections, in this order', async () => {
  const ended: string[] = [];
  const job: Job = {
    name: 'test',
    start: () => ended.push('job started'),
    stop: async () => void ended.push('job'),
  };
  const { server, databaseUrl } = await start({
    ...serverParts,
    jobs: () => [job],
    openUsage: (registry) => ({ ...counted(registry), close: async () => void ended.push('usage') }),
  });
  expect(ended).toEqual(['job started']);
  await server.stop();
  expect(ended).toEqual(['job started', 'usage', 'job']);
  await expect(fetch(server.url)).rejects.toThrow('fetch failed');
  expect(await connectionsTo(databaseUrl)).toBe(0);
});

test('a server that stops says so to load balancers first, and still answers', async () => {
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  const later = manualSchedule();
  const given = await options(url);
  const environment = { ...given.environment, COPPICE_STOP_GRACE_SECS: '7' };
  const server = await serve({ ...given, environment, schedule: later.schedule }, serverParts);
  const token = await tokenIn(url);
  const stopped = server.stop();
  expect(later.delays).toEqual([7_000]);
  const ready = await fetch(`${server.url}/readyz`);
  expect([ready.status, ready.headers.get('connection'), await ready.json()]).toEqual([
    503,
    'close',
    { status: 'stopping', parts: { database: 'up', storage: 'up', changes: 'up' } },
  ]);
  const headers = { authorization: `Bearer ${token}` };
  for (const path of ['/healthz', '/v1/skills'])
    expect((await fetch(`${server.url}${path}`, { headers })).status).toBe(200);
  later.next();
  await stopped;
  await expect(fetch(`${server.url}/readyz`)).rejects.toThrow('fetch failed');
});

test('a full storage is not ready', async () => {
  const full = async () => {
    throw new CoppiceError('disk-full', 'no space is left');
  };
  const { server } = await start({
    ...serverParts,
    openBlobs: (...given) => ({ ...serverParts.openBlobs(...given), check: full }),
  });
  const ready = await fetch(`${server.url}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([
    503,
    { status: 'degraded', parts: { database: 'up', storage: 'full', changes: 'up' } },
  ]);
});

test('a server that cannot start leaves nothing open', async () => {
  const { server } = await start();
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  const taken = { ...(await options(url)), port: Number(new URL(server.url).port) };
  await expect(serve(taken, serverParts)).rejects.toThrow('is already in use');
  expect(await connectionsTo(url)).toBe(0);
});

test('a free port is used instead of one in use, where that is allowed', async () => {
  const { server } = await start();
  const { url, drop } = await createDatabase();
  onTestFinished(drop);
  const taken = { ...(await options(url)), port: Number(new URL(server.url).port), orFreePort: true };
  const other = await serve(taken, serverParts);
  onTestFinished(() => other.stop());
  expect(other.url).not.toBe(server.url);
  expect((await fetch(`${other.url}/readyz`)).status).toBe(200);
});

test('an invalid variable is reported before anything is opened', async () => {
  const given = await options('postgres://nobody@127.0.0.1:1/nothing');
  const environment = { ...given.environment, COPPICE_RATE_READS: 'many' };
  await expect(serve({ ...given, environment }, serverParts)).rejects.toThrow(
    'COPPICE_RATE_READS cannot be used',
  );
});

test('without the database cached answers can be read, the rest fails cleanly, and all works when it is back', async () => {
  const proxy = await interruptibleProxy();
  const { server, token } = await start(serverParts, proxy.to);
  const headers = { authorization: `Bearer ${await token()}` };
  const status = async (path: string, init: RequestInit = {}) =>
    (await fetch(`${server.url}${path}`, { headers, ...init })).status;
  expect([await status('/v1/skills'), await status('/v1/audit')]).toEqual([200, 200]);
  proxy.interrupt();
  expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 503]);
  expect([await status('/v1/skills'), await status('/v1/audit')]).toEqual([200, 503]);
  expect(await status('/v1/skills/lib/archive', { method: 'POST' })).toBe(503);
  proxy.resume();
  await vi.waitFor(async () => expect(await status('/v1/audit')).toBe(200), { timeout: 30_000 });
  expect(await status('/readyz')).toBe(200);
});

async function connectionsTo(databaseUrl: string): Promise<number> {
  const other = new URL(databaseUrl);
  const name = other.pathname.slice(1);
  other.pathname = '/postgres';
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: other.href });
  await client.connect();
  try {
    const { rows } = await client.query(
      'select count(*)::int as count from pg_stat_activity where datname = $1',
      [name],
    );
    return rows[0]?.count ?? -1;
  } finally {
    await client.end();
  }
}
