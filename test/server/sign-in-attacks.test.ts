import { createHmac } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endSessions } from '../../src/registry/access/sessions.js';
import type { Tenant } from '../../src/registry/rules/access/principal.js';
import {
  clientId,
  clientSecret,
  type IdentityProvider,
  makeKey,
  startIdentityProvider,
  type TestKey,
} from './identity-provider.js';
import { type Finished, origin, type SignInApp, signInApp, type TestBrowser } from './sign-in-app.js';

let app: SignInApp;
let idp: IdentityProvider;
/** A second provider of the same tenant, whose admin is not to be trusted. */
let other: IdentityProvider;
let acme: Tenant;
let first: readonly TestKey[];
let stranger: TestKey;

beforeAll(async () => {
  const redirects = ['idp', 'other'].map((slug) => `${origin}/sign-in/acme/${slug}`);
  [app, idp, other] = await Promise.all([
    signInApp(),
    startIdentityProvider(redirects),
    startIdentityProvider(redirects),
  ]);
  acme = await app.registry.tenant('acme');
  for (const [email, role] of [
    ['boss@example.com', 'admin'],
    ['ada@example.com', 'publisher'],
    ['mallory@example.com', 'viewer'],
  ] as const)
    await app.member(acme, email, role);
  await app.addProvider(acme, { issuer: idp.issuer });
  await app.addProvider(acme, { slug: 'other', issuer: other.issuer });
  first = idp.keys;
  stranger = await makeKey('stranger');
});
afterAll(async () => {
  await Promise.all([idp.close(), other.close()]);
  await app.registry.close();
});
beforeEach(() => {
  app.registry.clock.set(Date.now());
  for (const provider of [idp, other]) {
    provider.person = { sub: 'ada', email: 'ada@example.com', email_verified: true };
    provider.tamper = undefined;
  }
});

const skew = 60;
const seconds = () => Math.floor(Date.now() / 1_000);

/** Refused, without a session and without an identity. */
async function refused(browser: TestBrowser, { status, body }: Finished, message: RegExp): Promise<void> {
  expect([status, body.message]).toEqual([403, expect.stringMatching(message)]);
  expect(await browser.who()).toBe(401);
}

/** Replaces claims of the ID token, which is signed as the others are. */
function withClaims(changes: () => Readonly<Record<string, unknown>>, key?: () => TestKey): void {
  idp.tamper = async (path, body) =>
    path === '/token'
      ? {
          ...body,
          id_token: await idp.sign({ ...decodeJwt(String(body['id_token'])), ...changes() }, key?.()),
        }
      : body;
}

function withToken(make: (token: string) => string | Promise<string>): void {
  idp.tamper = async (path, body) =>
    path === '/token' ? { ...body, id_token: await make(String(body['id_token'])) } : body;
}

describe('the token', () => {
  test.each([
    ['from another issuer', () => ({ iss: other.issuer })],
    ['for another audience', () => ({ aud: 'somebody-else' })],
    ['for several, of which another is meant', () => ({ aud: [clientId, 'x'], azp: 'x' })],
    ['with the nonce of another sign-in', () => ({ nonce: 'x'.repeat(43) })],
    ['without a nonce', () => ({ nonce: undefined })],
    ['that has expired', () => ({ exp: seconds() - skew - 5 })],
    ['that never expires', () => ({ exp: undefined })],
    ['that is not valid yet', () => ({ nbf: seconds() + skew + 30 })],
    ['about nobody', () => ({ sub: undefined })],
    ['about another than the access token', () => ({ sub: 'boss' })],
  ])('%s', async (_, changes) => {
    withClaims(changes);
    const browser = app.browser();
    await refused(browser, await browser.signIn(), /^the provider did not confirm who you are: /);
  });

  test.each([
    ['in the past', () => ({ exp: seconds() - skew / 2 })],
    ['in the future', () => ({ nbf: seconds() + skew / 2 })],
  ])('clocks that differ by half a minute are no attack: %s', async (_, changes) => {
    withClaims(changes);
    expect(await app.browser().signIn()).toMatchObject({ status: 200 });
  });

  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  test.each([
    ['by a key that the provider never had', (token: string) => idp.sign(decodeJwt(token), stranger)],
    [
      'by such a key under the name of a good one',
      (token: string) => idp.sign(decodeJwt(token), { ...stranger, kid: first[0]?.kid ?? '' }),
    ],
    ['by nobody', (token: string) => `${encoded({ alg: 'none' })}.${token.split('.')[1]}.`],
    [
      'with the secret that both know',
      (token: string) => {
        const signed = `${encoded({ alg: 'HS256' })}.${token.split('.')[1]}`;
        return `${signed}.${createHmac('sha256', clientSecret).update(signed).digest('base64url')}`;
      },
    ],
    [
      'for other claims',
      (token: string) => {
        const [head, , signature] = token.split('.');
        return `${head}.${encoded({ ...decodeJwt(token), email: 'boss@example.com' })}.${signature}`;
      },
    ],
    ['at all', () => 'nonsense'],
  ])('signed: %s', async (_, make) => {
    withToken(make);
    const browser = app.browser();
    await refused(browser, await browser.signIn(), /^the provider did not confirm who you are: /);
  });
});

describe('keys', () => {
  test('a new key is found at once, and one that was withdrawn is forgotten', async () => {
    const second = await makeKey('second');
    const old = idp.keys;
    expect(await app.browser().signIn()).toMatchObject({ status: 200 });
    app.registry.clock.advance(11_000);
    idp.setKeys([second, ...old]);
    expect(await app.browser().signIn()).toMatchObject({ status: 200 });
    idp.setKeys([second]);
    app.registry.clock.advance(601_000);
    withToken((token) => idp.sign({ ...decodeJwt(token), exp: seconds() + 3_600 }, old[0]));
    const browser = app.browser();
    await refused(browser, await browser.signIn(), /no applicable key/);
    idp.setKeys(old);
    app.registry.clock.advance(601_000);
  });

  test('made-up keys do not make the registry fetch keys again and again', async () => {
    withToken((token) => idp.sign(decodeJwt(token), stranger));
    await app.browser().signIn();
    idp.asked.length = 0;
    for (const _ of [1, 2, 3]) expect(await app.browser().signIn()).toMatchObject({ status: 403 });
    expect(idp.asked.filter((path) => path === '/jwks')).toEqual([]);
  });
});

describe('the way back', () => {
  const stale = /^this sign-in has expired, was already used, or was begun elsewhere/;

  test('a state that nobody was given', async () => {
    const browser = app.browser();
    const address = await browser.visit(await browser.begin());
    await refused(browser, await browser.finish(address, { state: 'x'.repeat(43) }), stale);
  });

  test('a finished sign-in of an attacker, in the browser of a victim', async () => {
    const [attacker, victim] = [app.browser(), app.browser()];
    const address = await attacker.visit(await attacker.begin());
    await refused(victim, await victim.finish(address), stale);
    await victim.begin();
    await refused(victim, await victim.finish(address), stale);
    expect(await attacker.finish(address)).toMatchObject({ status: 200 });
  });

  test('the same answer again', async () => {
    const browser = app.browser();
    const address = await browser.visit(await browser.begin());
    expect(await browser.finish(address)).toMatchObject({ status: 200 });
    await browser.begin();
    expect(await browser.finish(address)).toMatchObject({ status: 403 });
  });

  test('the same answer twice at the same time opens one session', async () => {
    const browser = app.browser();
    const address = await browser.visit(await browser.begin());
    const finished = await Promise.all([browser.finish(address), browser.finish(address)]);
    expect(finished.map(({ status }) => status).sort()).toEqual([200, 403]);
  });

  test('a code that was already used at the provider', async () => {
    const browser = app.browser();
    const used = await browser.visit(await browser.begin());
    expect(await browser.finish(used)).toMatchObject({ status: 200 });
    const fresh = app.browser();
    const address = await fresh.visit(await fresh.begin());
    const code = used.searchParams.get('code');
    await refused(fresh, await fresh.finish(address, { code }), /invalid_grant/);
  });

  test('the code of another sign-in: without its PKCE verifier it is worth nothing', async () => {
    const [victim, attacker] = [app.browser(), app.browser()];
    const stolen = await victim.visit(await victim.begin());
    const address = await attacker.visit(await attacker.begin());
    const code = stolen.searchParams.get('code');
    await refused(attacker, await attacker.finish(address, { code }), /invalid_grant/);
  });

  test('a code that was asked for without PKCE', async () => {
    const browser = app.browser();
    const begun = new URL(await browser.begin());
    expect(begun.searchParams.get('code_challenge_method')).toBe('S256');
    begun.searchParams.delete('code_challenge');
    begun.searchParams.delete('code_challenge_method');
    await refused(browser, await browser.finish(await browser.visit(begun.href)), /invalid_grant/);
  });

  test('no code at all', async () => {
    const browser = app.browser();
    const address = await browser.visit(await browser.begin());
    await refused(browser, await browser.finish(address, { code: undefined }), /did not confirm/);
  });

  test('an error of the provider is named, what it writes about it is not', async () => {
    const browser = app.browser();
    const address = await browser.visit(await browser.begin());
    const error = { code: undefined, error: 'access_denied', error_description: 'call +1 555 0100' };
    const finished = await browser.finish(address, error);
    await refused(browser, finished, /access_denied/);
    expect(finished.body.message).not.toContain('555');
  });

  test('a second answer to the same attempt, after one that was refused', async () => {
    const browser = app.browser();
    const address = await browser.visit(await browser.begin());
    await refused(browser, await browser.finish(address, { code: 'guessed' }), /invalid_grant/);
    await refused(browser, await browser.finish(address), stale);
  });

  test('after ten minutes', async () => {
    const browser = app.browser();
    const address = await browser.visit(await browser.begin());
    app.registry.clock.advance(600_001);
    await refused(browser, await browser.finish(address), stale);
  });
});

describe('two providers that are mixed up', () => {
  test.each([
    ['an answer that names the other one', () => ({ iss: other.issuer }), /did not confirm/],
    ['an answer that does not name whom it is from', () => ({ iss: undefined }), /did not confirm/],
    ['an answer at the page of the other one', () => ({ at: '/sign-in/acme/other' }), /begun elsewhere/],
  ])('%s', async (_, changes, message) => {
    const browser = app.browser();
    const address = await browser.visit(await browser.begin());
    await refused(browser, await browser.finish(address, changes()), message);
    expect(other.asked).not.toContain('/token');
  });

  test('the subject of one is nobody to the other', async () => {
    expect(await app.browser().signIn('idp')).toMatchObject({ status: 200 });
    other.person = { sub: 'ada', email: 'nobody@example.com', email_verified: true };
    const browser = app.browser();
    await refused(browser, await browser.signIn('other'), /not a member of acme/);
  });
});

describe('addresses', () => {
  test.each([
    [
      'that was not verified',
      { email: 'boss@example.com', email_verified: false },
      /does not say that it verified/,
    ],
    [
      'that was not verified, of nobody',
      { email: 'nobody@example.com', email_verified: false },
      /does not say that it verified nobody@example.com/,
    ],
    ['of which it does not say whether', { email: 'boss@example.com' }, /does not say that it verified/],
    ['that is missing', {}, /you cannot sign in: not a member of acme/],
    ['that is no member’s', { email: 'x@example.com', email_verified: true }, /x@example.com cannot sign in/],
  ])('an address %s links nobody', async (_, claims, message) => {
    idp.person = { sub: 'mallory', ...claims };
    const browser = app.browser();
    await refused(browser, await browser.signIn(), message);
  });

  test('an address that changed hands does not open the account of its first owner', async () => {
    expect(await app.browser().signIn()).toMatchObject({ status: 200 });
    idp.person = { sub: 'ada-the-second', email: 'ada@example.com', email_verified: true };
    const browser = app.browser();
    await refused(browser, await browser.signIn(), /belongs to another person/);
  });

  test('a person who changes their address stays who they are', async () => {
    expect(await app.browser().signIn()).toMatchObject({ status: 200 });
    idp.person = { sub: 'ada', email: 'boss@example.com', email_verified: true };
    expect((await app.browser().signIn()).body.principal).toBe('user:ada@example.com');
  });
});

describe('the session of somebody else', () => {
  test('is not replaced before the person was asked, and only by the page of the registry', async () => {
    const browser = app.browser();
    idp.person = { sub: 'mallory', email: 'mallory@example.com', email_verified: true };
    const { body } = await browser.signIn();
    browser.forget(idp.issuer);
    idp.person = { sub: 'ada', email: 'ada@example.com', email_verified: true };
    const address = await browser.visit(await browser.begin());
    const asked = await browser.finish(address);
    expect([asked.status, asked.body.details]).toEqual([
      409,
      {
        signed_in: { principal: 'user:mallory@example.com', tenant: 'acme' },
        signing_in: { principal: 'user:ada@example.com', tenant: 'acme' },
      },
    ]);
    expect(await browser.who()).toBe('user:mallory@example.com');
    expect(await browser.finish(address, { replace: true })).toMatchObject({ status: 403 });
    expect(await browser.who()).toBe('user:mallory@example.com');
    expect(await browser.finish(address, { replace: true, csrf: body.csrf })).toMatchObject({ status: 200 });
    expect(await browser.who()).toBe('user:ada@example.com');
    expect(await browser.finish(address, { replace: true })).toMatchObject({ status: 403 });
  });

  test('one’s own is renewed without a question', async () => {
    const browser = app.browser();
    await browser.signIn();
    expect(await browser.signIn()).toMatchObject({ status: 200 });
  });
});

describe('where to go afterwards', () => {
  test.each([
    'https://evil.example.com/',
    '//evil.example.com',
    '/\\evil.example.com',
    'drafts',
    'javascript:alert(1)',
    '/a\nb',
  ])('only to a page of the registry: %j', async (back) => {
    await expect(app.browser().begin('idp', { back })).rejects.toThrow(/it must be a page of the registry/);
  });

  test('the provider is sent nowhere but to the page of the registry', async () => {
    const begun = new URL(await app.browser().begin());
    expect(begun.searchParams.get('redirect_uri')).toBe(`${origin}/sign-in/acme/idp`);
    expect(begun.origin).toBe(idp.issuer);
  });
});

describe('a provider that lies about itself', () => {
  let liar: IdentityProvider;
  beforeEach(async () => {
    liar = await startIdentityProvider([`${origin}/sign-in/acme/liar`]);
    await app.registry.unguarded.deleteFrom('identity_providers').where('slug', '=', 'liar').execute();
    await app.addProvider(acme, { slug: 'liar', issuer: liar.issuer });
    return () => liar.close();
  });

  const discovery = '/.well-known/openid-configuration';
  test.each([
    ['another name', () => ({ issuer: other.issuer }), /did not confirm|calls itself/],
    ['its name with a slash', () => ({ issuer: `${liar.issuer}/` }), /calls itself/],
    [
      'a script as its page',
      () => ({ authorization_endpoint: 'javascript:alert(document.cookie)//' }),
      /only HTTP and HTTPS requests are allowed/,
    ],
    [
      'a page without TLS',
      () => ({ authorization_endpoint: 'http://id.example.com/' }),
      /not an https address/,
    ],
    ['no keys', () => ({ jwks_uri: undefined }), /publishes no keys/],
  ])('%s', async (_, changes, message) => {
    liar.tamper = (path, body) => (path === discovery ? { ...body, ...changes() } : body);
    await expect(app.browser().begin('liar')).rejects.toThrow(message);
  });

  test.each([
    [
      'the secret is not sent without TLS',
      { token_endpoint: 'http://id.example.com/token' },
      /not an https address/,
    ],
    [
      'nor to an address inside',
      { token_endpoint: 'https://169.254.169.254/token' },
      /not on the public internet/,
    ],
    ['keys are not fetched from inside', { jwks_uri: 'https://10.0.0.1/jwks' }, /not on the public internet/],
  ])('%s', async (_, changes, message) => {
    liar.tamper = (path, body) => (path === discovery ? { ...body, ...changes } : body);
    const browser = app.browser();
    await refused(browser, await browser.signIn('liar'), message);
  });
});

test('a provider on a private network is refused unless the configuration lists the network', async () => {
  const careful = await signInApp({ COPPICE_OUTBOUND_NETWORKS: '' });
  const tenant = await careful.registry.tenant('acme');
  await careful.addProvider(tenant, { issuer: idp.issuer });
  await expect(careful.browser().begin()).rejects.toThrow(/is not on the public internet/);
  await careful.registry.close();
});

test('a session that ended does not come back, however fast it is asked for', async () => {
  const browser = app.browser();
  await browser.signIn();
  expect(await browser.who()).toBe('user:ada@example.com');
  const listed = await browser.send('GET', '/v1/profile/sessions');
  const sessions = (await listed.json()) as readonly { readonly id: string; readonly current: boolean }[];
  const id = sessions.find(({ current }) => current)?.id ?? '';
  await endSessions(app.registry, { tenantId: acme.id, actor: 'service:test', ip: null }, [id]);
  expect(await browser.who()).toBe(401);
});
