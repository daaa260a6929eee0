import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { addMember } from '../../src/registry/access/members.js';
import { publishRoutes, validateAnswer } from '../../src/registry/api/routes/publish.js';
import { type BundleSketch, bundleOf } from '../../src/registry/items/bundle/bundle.fixture.js';
import { type Publishing, publishingIn } from '../../src/registry/items/publish/publishing.fixture.js';
import { type TestRegistry, testRegistry } from '../../src/registry/registry.fixture.js';
import { createApp } from '../../src/registry/server/http/app.js';
import { everyRoute } from '../../src/registry/server/http/every-route.fixture.js';
import { publishHandlers } from '../../src/registry/server/http/handlers/publish.js';

let registry: TestRegistry;
let publishing: Publishing;
let app: ReturnType<typeof createApp>;

beforeAll(async () => {
  registry = await testRegistry();
  publishing = await publishingIn(registry, 'acme');
  await addMember(registry, publishing.tenant.id, { email: 'ada@example.com', name: '', role: 'publisher' });
  const others = everyRoute(async () => ({ status: 500 }));
  app = createApp({
    registry,
    authenticate: async () => publishing.admin,
    handlers: { ...others, ...publishHandlers },
    config: {
      publicUrl: undefined,
      tenantHosts: undefined,
      isTrustedProxy: () => false,
      rateLimits: { read: 1e6, write: 1e6, publish: 1e6 },
    },
  });
});
afterAll(() => registry.close());

interface Reply {
  readonly status: number;
  readonly data: Record<string, unknown>;
}

async function replyOf(sent: Response | Promise<Response>): Promise<Reply> {
  const response = await sent;
  return { status: response.status, data: JSON.parse(await response.text()) };
}

function upload(path: string, metadata: object | undefined, sketch: BundleSketch = {}): Promise<Reply> {
  const body = new FormData();
  if (metadata !== undefined) body.set('metadata', JSON.stringify(metadata));
  body.set('bundle', new Blob([new Uint8Array(bundleOf(sketch))]), 'bundle.tar.gz');
  return replyOf(app.request(path, { method: 'POST', body }));
}

function publish(metadata: object, sketch?: BundleSketch): Promise<Reply> {
  return upload('/v1/skills', metadata, sketch);
}

function send(method: string, path: string, json?: unknown): Promise<Reply> {
  const body = json === undefined ? {} : { body: JSON.stringify(json) };
  return replyOf(app.request(path, { method, headers: { 'content-type': 'application/json' }, ...body }));
}

/** The answer matches the route's schema, and has no other keys. */
function expectSchema(schema: z.ZodType, data: unknown): void {
  expect(schema.parse(data)).toEqual(data);
}

test('a version is published once, found again, and never replaced', async () => {
  const lib = { slug: 'lib', version: '1.0.0', tags: ['extra'] };
  const first = await publish(lib, { tags: ['base'] });
  expect(first).toMatchObject({
    status: 201,
    data: { slug: 'lib', version: '1.0.0', tags: ['base', 'extra'] },
  });
  expectSchema(publishRoutes.publish.answer, first.data);
  const again = await publish(lib, { tags: ['base'] });
  expect([again.status, again.data['digest']]).toEqual([200, first.data['digest']]);
  expect(await publish(lib, { body: 'other' })).toMatchObject({ status: 409, data: { error: 'conflict' } });
});

test('invalid metadata or an invalid bundle is a bad request', async () => {
  const good = { slug: 'odd', version: '1.0.0' };
  const bad = [
    { ...good, kind: 'garbage' },
    { ...good, slug: '../x' },
    { ...good, slug: 'new' },
    { ...good, version: '1.0' },
    { ...good, tags: 'x' },
    { ...good, tags: ['a,b'] },
    { ...good, tags: ['a\u001bb'] },
    { ...good, source: { repo: 'a\0b', commit: 'c' } },
  ];
  for (const metadata of bad)
    expect(await publish(metadata), JSON.stringify(metadata)).toMatchObject({ status: 400 });
  for (const sketch of [{ requires: ['odd'] }, { requires: ['lib@not a range'] }, { description: '""' }])
    expect(await publish(good, sketch), JSON.stringify(sketch)).toMatchObject({ status: 400 });
  expect(await publishing.item('odd')).toBeUndefined();
});

test('a conflict is reported with both names and both ranges', async () => {
  await publish({ slug: 'a', version: '1.0.0' }, { requires: ['core@1.0.0'] });
  const { status, data } = await publish({ slug: 'b', version: '1.0.0' }, { requires: ['core@2.0.0'] });
  expect(status).toBe(409);
  expect(data['message']).toContain(
    'skill `b` requires `core@2.0.0` but skill `a` already requires `core@1.0.0`',
  );
  const demand = (slug: string, range: string) => ({
    by: { kind: 'skill', slug },
    requirement: { kind: 'skill', slug: 'core', range },
  });
  expect(data['details']).toMatchObject({ wanted: demand('b', '2.0.0'), standing: demand('a', '1.0.0') });
});

test('a bundle is validated as in a publish, and nothing is changed', async () => {
  const before = await publishing.traces();
  const good = await upload('/v1/skills/validate', undefined, { requires: ['x@^1'], tags: ['t'] });
  expect(good).toMatchObject({
    status: 200,
    data: { ok: true, name: 'example', tags: ['t'], requires: ['x@^1'], scan: { verdict: 'pass' } },
  });
  expectSchema(validateAnswer, good.data);
  const key = ['AKIA', 'Z4QW7XN2MB5KTLRA'].join('');
  const secret = await upload('/v1/skills/validate', undefined, { body: `Log in with ${key}.` });
  expect(secret).toMatchObject({
    status: 400,
    data: { details: { findings: [{ file: 'SKILL.md', line: 5 }] } },
  });
  expect(await publishing.traces()).toEqual(before);
});

test('archiving answers with slug and version, and 404 for a missing item', async () => {
  await publish({ slug: 'old', version: '1.0.0' });
  await publish({ slug: 'user-of-old', version: '1.0.0' }, { requires: ['old'] });
  const archived = await send('POST', '/v1/skills/old/archive');
  expect(archived).toMatchObject({
    status: 200,
    data: {
      slug: 'old',
      version: '1.0.0',
      item: { state: 'archived' },
      warnings: [expect.stringContaining('`user-of-old`')],
    },
  });
  expectSchema(publishRoutes.archive.answer, archived.data);
  expect(await send('POST', '/v1/skills/old/archive?kind=agent')).toMatchObject({ status: 404 });
  expect(await send('POST', '/v1/skills/old/archive?kind=garbage')).toMatchObject({ status: 400 });
  expect(await send('POST', '/v1/skills/nothing/archive')).toMatchObject({ status: 404 });
  expect(await send('POST', '/v1/skills/old/flag')).toMatchObject({ status: 409 });
});

const version = '/v1/skills/many/versions/1.0.0';

test.for([
  ['yank', 'POST', `${version}/yank`, { reason: 'bad' }],
  ['unyank', 'POST', `${version}/unyank`, undefined],
  ['deprecate', 'POST', '/v1/skills/many/deprecate', { message: 'old' }],
  ['undeprecate', 'POST', '/v1/skills/many/undeprecate', undefined],
  ['flag', 'POST', '/v1/skills/many/flag', { reason: 'unused' }],
  ['unflag', 'POST', '/v1/skills/many/unflag', undefined],
  ['archive', 'POST', '/v1/skills/many/archive', undefined],
  ['unarchive', 'POST', '/v1/skills/many/unarchive', undefined],
  ['setChannel', 'PUT', '/v1/skills/many/channels/next', { version: '1.0.0' }],
  ['removeChannel', 'DELETE', '/v1/skills/many/channels/next', undefined],
  ['setOwners', 'PUT', '/v1/skills/many/owners', { owners: ['user:ada@example.com'] }],
] as const)('%s answers with the schema of its route, and is audited', async ([name, method, path, body]) => {
  await publish({ slug: 'many', version: '1.0.0' });
  const before = (await publishing.audit()).length;
  const reply = await send(method, path, body);
  expect(reply.status).toBe(200);
  expectSchema(publishRoutes[name].answer, reply.data);
  expect(await publishing.audit()).toHaveLength(before + 1);
});

test('a yank needs a reason', async () => {
  await publish({ slug: 'many', version: '1.0.0' });
  expect(await send('POST', `${version}/yank`, {})).toMatchObject({ status: 400 });
  expect(await send('POST', `${version}/yank`)).toMatchObject({ status: 400 });
});
