/*
 * Publishing from CI without a stored secret, against a real provider that signs what the test says: the one way that
 * works, and the forgeries that do not.
 */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { ciToken } from '../../src/client/remote/ci-token.js';
import { type TestAccess, testAccess } from '../../src/registry/access/access.fixture.js';
import { authenticate } from '../../src/registry/access/authenticate.js';
import { newPublisher } from '../../src/registry/api/trusted-publishing.js';
import { type BundleSketch, bundleOf } from '../../src/registry/items/bundle/bundle.fixture.js';
import { openCatalog } from '../../src/registry/items/catalog/catalog.js';
import type { Tenant } from '../../src/registry/rules/access/principal.js';
import { registryConfig } from '../../src/registry/server/config.js';
import { type App, createApp } from '../../src/registry/server/http/app.js';
import { everyRoute } from '../../src/registry/server/http/every-route.fixture.js';
import { catalogHandlers } from '../../src/registry/server/http/handlers/catalog.js';
import { publishHandlers } from '../../src/registry/server/http/handlers/publish.js';
import { trustedPublishingHandlers } from '../../src/registry/server/http/handlers/trusted-publishing.js';
import { openTrustedPublishing } from '../../src/registry/trusted/exchange-identity.js';
import { createPublisher, listPublishers, removePublisher } from '../../src/registry/trusted/publishers.js';
import { type IdentityProvider, makeKey, startIdentityProvider } from './identity-provider.js';

const origin = 'https://skills.example.com';

let provider: IdentityProvider;
let access: TestAccess;
let acme: Tenant;
let app: App;

beforeAll(async () => {
  provider = await startIdentityProvider([]);
});
afterAll(() => provider.close());

beforeEach(async () => {
  access = await testAccess();
  onTestFinished(() => access.registry.close());
  acme = await access.registry.tenant('acme');
  app = appWith({ COPPICE_PUBLIC_URL: origin, COPPICE_OUTBOUND_NETWORKS: '127.0.0.0/8' });
  await trust({});
  const person = await access.token(acme, { service: 'ada', scopes: ['skills:read', 'skills:publish'] });
  expect((await publish(person.text, 'deploy', '1.0.0')).status).toBe(201);
});

function appWith(environment: Readonly<Record<string, string>>): App {
  const { registry } = access;
  const config = registryConfig(environment, '/home');
  return createApp({
    registry,
    authenticate: (facts) => authenticate(access, facts),
    handlers: {
      ...everyRoute(async () => ({ json: {} })),
      ...catalogHandlers(openCatalog(registry)),
      ...publishHandlers,
      ...trustedPublishingHandlers(openTrustedPublishing(registry, config)),
    },
    config,
  });
}

async function trust(given: object) {
  const merged = {
    provider: 'github',
    name: 'skills',
    issuer: provider.issuer,
    repository_id: '1001',
    owner_id: '42',
    workflow: '.github/workflows/publish.yml',
    environment: 'release',
    slugs: ['deploy', 'unborn'],
    ...given,
  };
  const wanted = Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== undefined));
  const { registry } = access;
  return createPublisher(registry, registry.caller(acme), newPublisher.parse(wanted));
}

interface Reply {
  readonly status: number;
  readonly data: Record<string, unknown>;
}

async function replyOf(sent: Response | Promise<Response>): Promise<Reply> {
  const response = await sent;
  return { status: response.status, data: JSON.parse(await response.text()) };
}

function publish(token: string, slug: string, version: string, sketch: BundleSketch = {}): Promise<Reply> {
  const body = new FormData();
  body.set('metadata', JSON.stringify({ slug, version }));
  body.set('bundle', new Blob([new Uint8Array(bundleOf({ name: slug, ...sketch }))]), 'bundle.tar.gz');
  return replyOf(app.request('/v1/skills', { method: 'POST', body, headers: bearer(token) }));
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}`, 'x-coppice-tenant': 'acme' });

function exchange(token: string, more: object = {}, tenant = 'acme'): Promise<Reply> {
  return replyOf(
    app.request('/v1/trusted-publishing/tokens', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-coppice-tenant': tenant },
      body: JSON.stringify({ token, ...more }),
    }),
  );
}

let count = 0;

/** What the provider says of the trusted run, in seconds of the registry's clock. */
function claims(given: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const now = Math.floor(access.registry.clock.now() / 1_000);
  count += 1;
  return {
    iss: provider.issuer,
    aud: origin,
    sub: 'repo:acme/skills:environment:release',
    iat: now,
    nbf: now,
    exp: now + 300,
    jti: `run-${count}`,
    repository: 'acme/skills',
    repository_id: '1001',
    repository_owner_id: '42',
    workflow_ref: 'acme/skills/.github/workflows/publish.yml@refs/heads/main',
    environment: 'release',
    event_name: 'push',
    ref: 'refs/heads/main',
    sha: 'a'.repeat(40),
    run_id: '77',
    ...given,
  };
}

async function granted(more: object = {}): Promise<string> {
  const { status, data } = await exchange(await provider.sign(claims()), more);
  expect([status, data], JSON.stringify(data)).toEqual([201, expect.anything()]);
  return String(data['token']);
}

test('a trusted run publishes a new version, which shows repository, commit and workflow', async () => {
  const answer = await exchange(await provider.sign(claims()));
  expect(answer).toEqual({
    status: 201,
    data: {
      token: expect.stringMatching(/^cop/),
      expires_at: new Date(access.registry.clock.now() + 1_800_000).toISOString(),
      slugs: ['deploy', 'unborn'],
      publisher: 'skills',
    },
  });
  const token = String(answer.data['token']);
  const published = await publish(token, 'deploy', '1.1.0', { body: 'From CI.' });
  expect([published.status, published.data['published_by']]).toEqual([201, 'service:ci.skills']);
  const { data } = await replyOf(app.request('/v1/skills/deploy/versions/1.1.0', { headers: bearer(token) }));
  expect(data['ci_run']).toEqual({
    provider: 'github',
    issuer: provider.issuer,
    publisher: 'skills',
    repository: 'acme/skills',
    commit: 'a'.repeat(40),
    ref: 'refs/heads/main',
    workflow: '.github/workflows/publish.yml',
    environment: 'release',
    url: null,
  });
  const first = await replyOf(app.request('/v1/skills/deploy/versions/1.0.0', { headers: bearer(token) }));
  expect(first.data['ci_run']).toBeNull();
});

test('the token publishes the items that it names, for half an hour, and does nothing else', async () => {
  const token = await granted({ slugs: ['deploy'] });
  expect((await publish(token, 'other', '1.0.0')).status).toBe(403);
  expect((await publish(token, 'unborn', '1.0.0')).status).toBe(403);
  const refused = async (method: string, path: string, body: object) =>
    (
      await app.request(path, {
        method,
        headers: { ...bearer(token), 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).status;
  expect(await refused('POST', '/v1/skills/deploy/versions/1.0.0/yank', { reason: 'x' })).toBe(403);
  expect(await refused('PUT', '/v1/skills/deploy/owners', { owners: ['service:ci.skills'] })).toBe(403);
  expect(await refused('POST', '/v1/skills/deploy/deprecate', { message: 'x' })).toBe(403);
  access.registry.clock.advance(30 * 60_000);
  expect((await publish(token, 'deploy', '1.1.0')).status).toBe(401);
});

test('the first version of a name needs a person', async () => {
  const token = await granted();
  const { status, data } = await publish(token, 'unborn', '1.0.0');
  expect([status, data['message']]).toEqual([
    403,
    expect.stringContaining('the first version of an item needs a person'),
  ]);
});

test('an identity token is exchanged once, also by two at the same time', async () => {
  const identity = await provider.sign(claims());
  const both = await Promise.all([exchange(identity), exchange(identity)]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 403]);
  expect((await exchange(identity)).status).toBe(403);
});

test('a publisher that is removed loses its tokens at once', async () => {
  const token = await granted();
  const [publisher] = await listPublishers(access.registry.database, acme.id);
  await removePublisher(access.registry, access.registry.caller(acme), publisher?.id ?? '');
  expect((await publish(token, 'deploy', '1.1.0')).status).toBe(401);
  expect((await exchange(await provider.sign(claims()))).status).toBe(401);
});

describe('refused is', () => {
  const changed: readonly (readonly [
    what: string,
    given: Readonly<Record<string, unknown>>,
    status: number,
  ])[] = [
    ['a token for another registry', { aud: 'https://other.example.com' }, 401],
    ['a token for this registry and another', { aud: [origin, 'https://other.example.com'] }, 401],
    ['a token without an audience', { aud: undefined }, 401],
    ['a token of another issuer', { iss: 'https://token.actions.githubusercontent.com' }, 401],
    ['an issuer that differs by a slash', { iss: 'http://127.0.0.1/' }, 401],
    ['a token without an id', { jti: undefined }, 401],
    ['a token without an end', { exp: undefined }, 401],
    ['a token that is valid for a day', { exp: Math.floor(Date.UTC(2026, 0, 16, 12) / 1_000) }, 401],
    ['a token that has expired', { exp: Math.floor(Date.UTC(2026, 0, 15, 11, 58) / 1_000) }, 401],
    ['a token from the future', { nbf: Math.floor(Date.UTC(2026, 0, 15, 12, 5) / 1_000) }, 401],
    ['a repository of the same name with another id', { repository_id: '1002' }, 403],
    ['an owner of the same name with another id', { repository_owner_id: '43' }, 403],
    ['a repository whose id is missing', { repository_id: undefined }, 403],
    ['a repository whose id is a list', { repository_id: ['1001'] }, 403],
    ['another workflow', { workflow_ref: 'acme/skills/.github/workflows/test.yml@refs/heads/main' }, 403],
    [
      'the workflow of another repository',
      { workflow_ref: 'evil/skills/.github/workflows/publish.yml@refs/heads/main' },
      403,
    ],
    ['another environment', { environment: 'test' }, 403],
    ['no environment', { environment: undefined }, 403],
    ['a run of a pull request', { event_name: 'pull_request' }, 403],
    ['a run for a pull request', { event_name: 'pull_request_target' }, 403],
    ['a run that does not say what started it', { event_name: undefined }, 403],
  ];
  for (const [what, given, status] of changed)
    test(what, async () => {
      expect((await exchange(await provider.sign(claims(given)))).status).toBe(status);
    });

  test('a token that another key signed, also under the name of a key of the provider', async () => {
    const forged = await makeKey('first');
    expect((await exchange(await provider.sign(claims(), forged))).status).toBe(401);
    expect((await exchange(await provider.sign(claims(), forged, { kid: 'unknown' }))).status).toBe(401);
    // A token may bring its own key, or an address of one: neither is used.
    const own = { jwk: { kty: forged.jwk.kty, n: forged.jwk.n, e: forged.jwk.e }, jku: `${origin}/keys` };
    expect((await exchange(await provider.sign(claims(), forged, own))).status).toBe(401);
  });

  test('a token without a signature, or with one that needs no private key', async () => {
    const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    expect((await exchange(`${encoded({ alg: 'none' })}.${encoded(claims())}.`)).status).toBe(401);
    const publicKey = new TextEncoder().encode(JSON.stringify(provider.keys[0]?.jwk));
    const confused = await new SignJWT(claims())
      .setProtectedHeader({ alg: 'HS256', kid: 'first' })
      .sign(publicKey);
    expect((await exchange(confused)).status).toBe(401);
  });

  test('a changed token, and what is none', async () => {
    const [header, , signature] = (await provider.sign(claims())).split('.');
    const other = Buffer.from(JSON.stringify(claims({ repository_id: '1001' }))).toString('base64url');
    expect((await exchange(`${header}.${other}.${signature}`)).status).toBe(401);
    for (const text of ['', 'x', 'a.b.c', `${header}..${signature}`])
      expect((await exchange(text)).status).toBe(401);
  });

  test('a token for items that its publisher is not trusted with', async () => {
    expect((await exchange(await provider.sign(claims()), { slugs: ['deploy', 'other'] })).status).toBe(403);
  });

  test('a token in a tenant that does not trust the run, or does not exist', async () => {
    await access.registry.tenant('globex');
    const identity = await provider.sign(claims());
    expect((await exchange(identity, {}, 'globex')).status).toBe(401);
    expect((await exchange(identity, {}, 'no-such')).status).toBe(401);
  });

  test('every token where the registry does not know its own address', async () => {
    app = appWith({ COPPICE_OUTBOUND_NETWORKS: '127.0.0.0/8' });
    expect((await exchange(await provider.sign(claims()))).status).toBe(409);
  });

  test('an issuer on a network that the registry may not connect to', async () => {
    app = appWith({ COPPICE_PUBLIC_URL: origin });
    expect((await exchange(await provider.sign(claims()))).status).toBe(403);
  });
});

test('the command line gets the token by itself in a run of GitHub, and of GitLab', async () => {
  const registry = await served((url) => app.request(url));
  const ask = await served(async () => new Response(JSON.stringify({ value: await answerOf() })));
  onTestFinished(() => Promise.all([registry.close(), ask.close()]).then(() => undefined));
  app = appWith({ COPPICE_PUBLIC_URL: registry.url, COPPICE_OUTBOUND_NETWORKS: '127.0.0.0/8' });
  const place = { url: registry.url, tenant: 'acme' };
  let answerOf = () => provider.sign(claims({ aud: registry.url }));
  const github = {
    ACTIONS_ID_TOKEN_REQUEST_URL: `${ask.url}/token?api-version=2.0`,
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'a token of the run',
  };
  const token = await ciToken(github, place);
  expect(ask.requests).toEqual([
    {
      path: `/token?api-version=2.0&audience=${encodeURIComponent(registry.url)}`,
      authorization: 'Bearer a token of the run',
    },
  ]);
  expect((await publish(token ?? '', 'deploy', '1.1.0')).status).toBe(201);

  const gitlab = { COPPICE_ID_TOKEN: await provider.sign(claims({ aud: registry.url })) };
  expect(await ciToken(gitlab, place)).toMatch(/^cop/);
  expect(await ciToken({}, place)).toBeUndefined();

  const before = registry.requests.length;
  const other = { COPPICE_ID_TOKEN: await provider.sign(claims({ aud: origin })) };
  await expect(ciToken(other, place)).rejects.toMatchObject({ code: 'unauthorized' });
  expect(registry.requests).toHaveLength(before);
  answerOf = () => Promise.resolve(undefined as unknown as string);
  await expect(ciToken(github, place)).rejects.toMatchObject({ code: 'unavailable' });
});

/** A real server in front of a function. */
async function served(answer: (request: Request) => Response | Promise<Response>) {
  const requests: { path: string; authorization: string | undefined }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = 'GET', url = '/', headers } = request;
    requests.push({ path: url, authorization: headers.authorization });
    const answered = await answer(
      new Request(`http://${headers.host}${url}`, {
        method,
        headers: Object.entries(headers).flatMap(([name, value]) =>
          typeof value === 'string' ? [[name, value] as [string, string]] : [],
        ),
        ...(method !== 'GET' && { body: Buffer.concat(chunks) }),
      }),
    );
    response.writeHead(answered.status, Object.fromEntries(answered.headers));
    response.end(Buffer.from(await answered.arrayBuffer()));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((done) => server.close(() => done()));
    },
  };
}

test('keys that an admin gave are used without asking the provider', async () => {
  app = appWith({ COPPICE_PUBLIC_URL: origin });
  const key = await makeKey('offline');
  const { d: _, p: __, q: ___, dp: ____, dq: _____, qi: ______, ...publicKey } = key.jwk;
  const issuer = 'https://git.internal.example.com/api/actions';
  await trust({ provider: 'forgejo', name: 'inside', issuer, jwks: { keys: [publicKey] } });
  expect((await exchange(await provider.sign(claims({ iss: issuer }), key))).status).toBe(201);
  expect(
    (await exchange(await provider.sign(claims({ iss: issuer }), await makeKey('offline')))).status,
  ).toBe(401);
});

test('GitLab is bound to project, namespace and file, and its merge requests are refused', async () => {
  await trust({
    provider: 'gitlab',
    name: 'lab',
    repository_id: undefined,
    owner_id: undefined,
    environment: undefined,
    project_id: '5',
    namespace_id: '6',
    workflow: '.gitlab-ci.yml',
  });
  const ofLab = (given: object = {}) =>
    claims({
      repository_id: undefined,
      project_path: 'acme/skills',
      project_id: '5',
      namespace_id: '6',
      ci_config_ref_uri: 'gitlab.example.com/acme/skills//.gitlab-ci.yml@refs/heads/main',
      pipeline_source: 'push',
      pipeline_id: '9',
      ...given,
    });
  const status = async (given?: object) => (await exchange(await provider.sign(ofLab(given)))).status;
  expect(await status()).toBe(201);
  for (const source of ['merge_request_event', 'external_pull_request_event', 'parent_pipeline', undefined])
    expect(await status({ pipeline_source: source })).toBe(403);
  expect(await status({ project_id: '50' })).toBe(403);
  expect(
    await status({ ci_config_ref_uri: 'gitlab.example.com/evil/ci//.gitlab-ci.yml@refs/heads/main' }),
  ).toBe(403);
});

test('another provider is bound to the claims that the admin named', async () => {
  const bound = { organization_id: 'o-1', pipeline: 'publish' };
  await trust({
    provider: 'other',
    name: 'kite',
    repository_id: undefined,
    owner_id: undefined,
    workflow: undefined,
    environment: undefined,
    claims: bound,
  });
  const status = async (given: object) =>
    (await exchange(await provider.sign(claims({ repository_id: undefined, ...given })))).status;
  expect(await status(bound)).toBe(201);
  expect(await status({ ...bound, pipeline: 'test' })).toBe(403);
  expect(await status({ ...bound, event_name: 'merge_request' })).toBe(403);
});
