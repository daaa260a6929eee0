import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { httpRemote } from '../../src/client/remote/http-remote.js';
import { listenForCode } from '../../src/client/remote/loopback-listener.js';
import {
  type ProgramSignIn,
  signInByDevice,
  signInByRedirect,
} from '../../src/client/remote/program-sign-in.js';
import type { WhoAnswer } from '../../src/registry/api/routes/account.js';
import { type Listening, listen } from '../../src/registry/server/http/listen.js';
import { Person } from './client-world.js';
import { type SignInApp, signInApp } from './sign-in-app.js';

let app: SignInApp;
let server: Listening;
let session: Readonly<Record<string, string>>;

beforeAll(async () => {
  app = await signInApp();
  app.registry.clock.set(Date.now());
  const acme = await app.registry.tenant('acme');
  await app.member(acme, 'boss@example.com', 'admin');
  server = await listen(app.app, { host: '127.0.0.1', port: 0 });
  const { text, principal } = await app.session(acme, { email: 'boss@example.com' });
  session = {
    cookie: `coppice_session=${text}`,
    'x-coppice-csrf': principal.csrf ?? '',
    'content-type': 'application/json',
  };
});
afterAll(async () => {
  await server.stop();
  await app.registry.close();
});
beforeEach(() => app.registry.clock.set(Date.now()));

const request = (more: Partial<ProgramSignIn> = {}): ProgramSignIn => ({
  url: server.url,
  program: 'coppice on a laptop',
  scope: '',
  // Time passes for the registry alone.
  wait: async (ms) => app.registry.clock.advance(ms),
  ...more,
});

async function post(path: string, body: object): Promise<Record<string, string>> {
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: session,
    body: JSON.stringify(body),
  });
  return (await response.json()) as Record<string, string>;
}

/** As the page sends it for the address that the program opens. */
async function approve(address: string): Promise<Response> {
  const { scope = '', ...query } = Object.fromEntries(new URL(address).searchParams);
  const { location = '' } = await post('/v1/auth/authorize', { scope, ...query });
  return fetch(location);
}

async function scopesOf({ token, tenant }: { token: string; tenant: string }): Promise<WhoAnswer['scopes']> {
  return (await httpRemote({ place: { url: server.url, tenant }, token }).whoAmI()).scopes;
}

describe('with a browser on the same machine', () => {
  test('the person agrees, and the program gets a token', async () => {
    let page = '';
    const signedIn = await signInByRedirect(request(), async (address) => {
      expect(address).toMatch(new RegExp(`^${server.url}/authorize\\?`));
      page = await (await approve(address)).text();
    });
    expect(page).toContain('You can close this page and go back to the terminal.');
    expect(signedIn.tenant).toBe('acme');
    expect(await scopesOf(signedIn)).toEqual([
      'skills:read',
      'skills:propose',
      'skills:publish',
      'skills:curate',
      'usage:read',
      'members:read',
    ]);
  });

  test('a request without the state of this sign-in is not taken for the answer', async () => {
    const listener = await listenForCode('the state');
    const ask = async (query: string, path = '/signed-in') =>
      (await fetch(new URL(`${path}?${query}`, listener.address))).status;
    expect(await ask('code=x')).toBe(404);
    expect(await ask('code=x&state=other')).toBe(404);
    expect(await ask('code=x&state=the+state', '/')).toBe(404);
    expect(await ask('code=good&state=the+state')).toBe(200);
    expect(await listener.code).toBe('good');
    listener.close();
  });

  test('without a code nothing is exchanged', async () => {
    const refused = signInByRedirect(request(), async (address) => {
      const { redirect_uri = '', state = '' } = Object.fromEntries(new URL(address).searchParams);
      await fetch(`${redirect_uri}?state=${state}&error=access_denied`);
    });
    await expect(refused).rejects.toMatchObject({ code: 'forbidden' });
  });
});

describe('with a code', () => {
  test('the program waits until the person agrees', async () => {
    let waits = 0;
    let shown: readonly string[] = [];
    const wait = async (ms: number) => {
      app.registry.clock.advance(ms);
      waits += 1;
      if (waits === 2) await post(`/v1/auth/programs/${shown[1]}`, { approve: true });
    };
    const signedIn = await signInByDevice(request({ wait, scope: 'tenant:admin' }), (...given) => {
      shown = given;
    });
    expect(shown).toEqual([`${server.url}/device`, expect.stringMatching(/^[A-Z]{4}-[A-Z]{4}$/)]);
    expect(waits).toBe(2);
    expect(await scopesOf(signedIn)).toEqual([
      'tenant:admin',
      'usage:read',
      'members:read',
      'namespaces:admin',
    ]);
  });

  test('nobody agrees in ten minutes', async () => {
    await expect(signInByDevice(request(), () => undefined)).rejects.toMatchObject({
      code: 'unauthorized',
      message: 'nobody agreed in the browser within ten minutes',
    });
  });

  test('a registry that is away for a moment is asked again', async () => {
    let waits = 0;
    let code = '';
    let stopped: Listening | undefined;
    const away = await listen(app.app, { host: '127.0.0.1', port: 0 });
    const port = Number(new URL(away.url).port);
    const wait = async () => {
      waits += 1;
      if (waits === 1) await away.stop();
      if (waits === 2) {
        stopped = await listen(app.app, { host: '127.0.0.1', port });
        await post(`/v1/auth/programs/${code}`, { approve: true });
      }
    };
    const signedIn = await signInByDevice(request({ url: away.url, wait }), (_, given) => {
      code = given;
    });
    expect([waits, signedIn.tenant]).toEqual([2, 'acme']);
    await stopped?.stop();
  });

  test('the person refuses', async () => {
    let code = '';
    const wait = async () => void (await post(`/v1/auth/programs/${code}`, { approve: false }));
    const refused = signInByDevice(request({ wait }), (_, given) => {
      code = given;
    });
    await expect(refused).rejects.toMatchObject({ code: 'forbidden' });
  });
});

describe('coppice login', () => {
  test.each([
    ['two ways at once', ['--device', '--token'], 'use either --token or --device'],
    ['a token without a tenant', ['--token-stdin'], 'a token is for one tenant: name it with --tenant'],
    ['no terminal', [], 'there is no terminal, so nobody would see where to sign in'],
  ])('refuses %s', async (_, words, message) => {
    const { code, stderr } = await new Person().coppice(['login', server.url, ...words], { input: 'cop_x' });
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  test('says what to do where the registry cannot do it', async () => {
    const old = await listen({ fetch: () => new Response('no', { status: 404 }) } as never, {
      host: '127.0.0.1',
      port: 0,
    });
    await expect(signInByDevice(request({ url: old.url }), () => undefined)).rejects.toMatchObject({
      code: 'not-found',
      hint: expect.stringContaining('--token'),
    });
    await old.stop();
  });
});
