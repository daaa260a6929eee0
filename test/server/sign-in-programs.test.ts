import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeRole, suspendMember } from '../../src/registry/access/change-member.js';
import type { WhoAnswer } from '../../src/registry/api/routes/account.js';
import type { Tenant } from '../../src/registry/rules/access/principal.js';
import { type SignInApp, signInApp, type TestBrowser } from './sign-in-app.js';

let app: SignInApp;
let acme: Tenant;
beforeAll(async () => {
  app = await signInApp();
  acme = await app.registry.tenant('acme');
  await app.member(acme, 'boss@example.com', 'admin');
  await app.member(acme, 'ada@example.com', 'publisher');
});
afterAll(() => app.registry.close());
beforeEach(() => app.registry.clock.set(Date.now()));

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';
const publisherScopes = ['skills:read', 'skills:propose', 'skills:publish', 'members:read'];
const actor = () => ({ tenantId: acme.id, actor: 'service:test', ip: null });

interface Answered {
  readonly status: number;
  readonly body: Record<string, string | number>;
}

async function post(path: string, fields: Readonly<Record<string, string>>): Promise<Answered> {
  const response = await app.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  });
  return { status: response.status, body: (await response.json()) as Answered['body'] };
}

async function startDevice(scope?: string) {
  const fields = { client_id: 'coppice on ada-laptop', ...(scope !== undefined && { scope }) };
  const { body } = await post('/v1/auth/device_authorization', fields);
  return { device: String(body['device_code']), code: String(body['user_code']), body };
}

function poll(device: string): Promise<Answered> {
  return post('/v1/auth/token', { grant_type: deviceGrant, device_code: device });
}

async function signedIn(email: string): Promise<TestBrowser & { csrf: Record<string, string> }> {
  const browser = app.browser();
  const link = await app.link(acme, email);
  const { csrf } = (await (await browser.send('POST', '/v1/auth/session', { link })).json()) as WhoAnswer;
  return Object.assign(browser, { csrf: { 'x-coppice-csrf': csrf ?? '' } });
}

async function decide(email: string, code: string, approve = true): Promise<number> {
  const browser = await signedIn(email);
  return (await browser.send('POST', `/v1/auth/programs/${code}`, { approve }, browser.csrf)).status;
}

async function who(token: string): Promise<{ principal?: string; scopes?: readonly string[] }> {
  const response = await app.request('/v1/auth/whoami', { headers: { authorization: `Bearer ${token}` } });
  return (await response.json()) as WhoAnswer;
}

describe('a code that a person types', () => {
  test('gives the program a token of the person, once', async () => {
    const { device, code, body } = await startDevice();
    expect(body).toMatchObject({
      verification_uri: 'http://127.0.0.1:4600/device',
      expires_in: 600,
      interval: 5,
    });
    expect(await poll(device)).toMatchObject({ status: 400, body: { error: 'authorization_pending' } });
    expect(await poll(device)).toMatchObject({ body: { error: 'slow_down' } });
    const browser = await signedIn('ada@example.com');
    const shown = await browser.send('GET', `/v1/auth/programs/${code.toLowerCase()}`);
    expect(await shown.json()).toMatchObject({
      program: 'coppice on ada-laptop',
      scopes: publisherScopes,
    });
    expect(await decide('ada@example.com', code)).toBe(200);
    const { status, body: given } = await poll(device);
    expect([status, given]).toEqual([
      200,
      {
        access_token: expect.stringMatching(/^cop_/),
        token_type: 'Bearer',
        expires_in: 90 * 86_400,
        scope: publisherScopes.join(' '),
        tenant: 'acme',
      },
    ]);
    expect(await who(String(given['access_token']))).toMatchObject({
      principal: 'user:ada@example.com',
      scopes: publisherScopes,
    });
    expect(await poll(device)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  test('is asked for twice at the same time, and gives one token', async () => {
    const { device, code } = await startDevice();
    await decide('ada@example.com', code);
    const answers = await Promise.all([poll(device), poll(device)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('gives administration only where it was asked for', async () => {
    const plain = await startDevice();
    await decide('boss@example.com', plain.code);
    expect((await poll(plain.device)).body['scope']).toBe(
      'skills:read skills:propose skills:publish skills:curate usage:read members:read',
    );
    const more = await startDevice('skills:read tenant:admin');
    await decide('boss@example.com', more.code);
    expect((await poll(more.device)).body['scope']).toBe('skills:read tenant:admin');
  });

  test('can be refused, and is decided once', async () => {
    const { device, code } = await startDevice();
    expect(await decide('ada@example.com', code, false)).toBe(200);
    expect(await decide('boss@example.com', code)).toBe(404);
    expect(await poll(device)).toMatchObject({ status: 400, body: { error: 'access_denied' } });
  });

  test('is over after ten minutes, for the person and for the program', async () => {
    const { device, code } = await startDevice();
    app.registry.clock.advance(600_000);
    expect(await decide('ada@example.com', code)).toBe(404);
    expect(await poll(device)).toMatchObject({ body: { error: 'expired_token' } });
  });

  test('gives nothing to a program whose person was suspended in the meantime', async () => {
    await app.member(acme, 'gone@example.com', 'curator');
    const { device, code } = await startDevice();
    await decide('gone@example.com', code);
    await suspendMember(app.registry, actor(), { email: 'gone@example.com' });
    expect(await poll(device)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  test('gives no more than the person may do when it is exchanged', async () => {
    await app.member(acme, 'less@example.com', 'curator');
    const { device, code } = await startDevice();
    await decide('less@example.com', code);
    await changeRole(app.registry, actor(), { email: 'less@example.com' }, 'viewer');
    expect((await poll(device)).body['scope']).toBe('skills:read members:read');
  });

  test('gives no more than the person was shown, whatever role they get before it is exchanged', async () => {
    await app.member(acme, 'more@example.com', 'viewer');
    const { device, code } = await startDevice();
    await decide('more@example.com', code);
    await changeRole(app.registry, actor(), { email: 'more@example.com' }, 'curator');
    expect((await poll(device)).body['scope']).toBe('skills:read members:read');
  });

  test('is nothing to a session that a token opened', async () => {
    const { code } = await startDevice();
    const browser = app.browser();
    const { text: token } = await app.token(acme, { email: 'ada@example.com' });
    const { csrf } = (await (await browser.send('POST', '/v1/auth/session', { token })).json()) as WhoAnswer;
    const headers = { 'x-coppice-csrf': csrf ?? '' };
    for (const [method, body] of [
      ['GET', undefined],
      ['POST', { approve: true }],
    ] as const)
      expect((await browser.send(method, `/v1/auth/programs/${code}`, body, headers)).status).toBe(403);
  });

  test.each([
    ['a grant that there is not', { grant_type: 'password' }, 'unsupported_grant_type'],
    ['no code', { grant_type: deviceGrant }, 'invalid_request'],
    ['a made-up code', { grant_type: deviceGrant, device_code: 'x' }, 'invalid_grant'],
    ['the code of the person', { grant_type: deviceGrant, device_code: 'BCDF-GHJK' }, 'invalid_grant'],
  ])('%s', async (_, fields, error) => {
    expect(await post('/v1/auth/token', fields as Record<string, string>)).toMatchObject({
      status: 400,
      body: { error },
    });
  });
});

describe('a redirect to a program on the same machine', () => {
  const verifier = 'v'.repeat(64);
  const redirectUri = 'http://127.0.0.1:49152/callback';
  const wanted = {
    program: 'coppice on ada-laptop',
    redirect_uri: redirectUri,
    state: 'a state',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  };

  async function authorize(changes: object = {}): Promise<Answered> {
    const browser = await signedIn('ada@example.com');
    const response = await browser.send(
      'POST',
      '/v1/auth/authorize',
      { ...wanted, ...changes },
      browser.csrf,
    );
    return { status: response.status, body: (await response.json()) as Answered['body'] };
  }

  function exchange(code: string, changes: Readonly<Record<string, string>> = {}): Promise<Answered> {
    const fields = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    };
    return post('/v1/auth/token', { ...fields, ...changes });
  }

  const codeIn = ({ body }: Answered) => new URL(String(body['location'])).searchParams.get('code') ?? '';

  test('gives the program a token of the person, once', async () => {
    const authorized = await authorize();
    const location = new URL(String(authorized.body['location']));
    expect([location.origin, location.pathname, location.searchParams.get('state')]).toEqual([
      'http://127.0.0.1:49152',
      '/callback',
      'a state',
    ]);
    const given = await exchange(codeIn(authorized));
    expect(await who(String(given.body['access_token']))).toMatchObject({
      principal: 'user:ada@example.com',
    });
    expect(await exchange(codeIn(authorized))).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    });
  });

  test.each([
    ['without the verifier', { code_verifier: '' }],
    ['with another verifier', { code_verifier: 'w'.repeat(64) }],
    ['with another address', { redirect_uri: 'http://127.0.0.1:1/' }],
    ['as the code of a device', { grant_type: deviceGrant }],
  ])('a stolen code is worth nothing %s', async (_, changes) => {
    const code = codeIn(await authorize());
    const sent = 'grant_type' in changes ? { ...changes, device_code: code } : changes;
    expect(await exchange(code, sent)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  test.each([
    ['to another machine', { redirect_uri: 'https://evil.example.com/' }],
    ['to a name that may be another machine', { redirect_uri: 'http://localhost:80/' }],
    ['without PKCE', { code_challenge: undefined }],
    ['with a challenge in plain text', { code_challenge_method: 'plain' }],
    ['for a scope that there is not', { scope: 'everything' }],
  ])('nobody is sent %s', async (_, changes) => {
    expect(await authorize(changes)).toMatchObject({ status: 400 });
  });
});
