/*
 * A company rolls the registry out by docs/team-registry.md alone, from an empty folder: the built program, its own
 * database, two replicas, a real provider of identities. Commands are those of the page, everything else is done in the
 * browser, but for what the provider sends by SCIM.
 */

import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { test as base, expect, inject, onTestFinished } from 'vitest';
import {
  clientId,
  clientSecret,
  type IdentityProvider,
  startIdentityProvider,
} from '../server/identity-provider.js';
import { openVisit } from './visit.js';

const test = base.skipIf(inject('chromium') === '');
const projectRoot = fileURLToPath(new URL('../..', import.meta.url));
const program = join(projectRoot, 'dist/main.js');

type Visitor = (path: string) => Promise<Page>;

test('a company of five follows the page: a provider, groups, a terminal, and a leaver who is out at once', async () => {
  const server = await emptyFolder();
  const [url, otherUrl] = [await freeAddress(), await freeAddress()];
  const idp = await startIdentityProvider([`${url}/sign-in/acme/okta`]);
  onTestFinished(() => idp.close());
  const visitor = await browserOf(url, idp);

  const [commands, key] = commandsOfPage();
  const link = server.run(commands).trim().split('\n').at(-1) ?? '';
  expect(link).toMatch(/^\/sign-in#copl_/);
  const environment = { COPPICE_SECRET_KEY: server.run(`${key}\nprintenv COPPICE_SECRET_KEY`).trim() };
  await server.serve(url, environment);
  await server.serve(otherUrl, environment);

  const ada = await visitor(link);
  await ada.getByRole('link', { name: 'ada@example.com' }).waitFor();
  await addProvider(ada, idp);
  await giveRoles(ada, { Leads: 'curator', Designers: 'publisher' });
  const scim = scimClient(url, await makeScimToken(ada));

  // The directory creates one of them; the others join by signing in.
  const cyd = await scim('POST', '/Users', { userName: 'cyd@example.com', externalId: 'sub-cyd' });
  await scim('POST', '/Groups', { displayName: 'Designers', members: [{ value: cyd }] });
  const roles: Record<string, string | null> = {};
  const pages = new Map<string, Page>();
  for (const [name, groups] of [
    ['ben', ['Leads']],
    ['cyd', []],
    ['eve', ['Others']],
  ] as const) {
    const page = await visitor('/');
    await page.getByRole('link', { name: 'Sign in' }).first().click();
    await signInAs(page, idp, name, groups);
    await page.getByRole('heading', { name: 'Catalog' }).waitFor();
    roles[name] = (await whoOf(page)).role;
    pages.set(name, page);
  }
  expect(roles).toEqual({ ben: 'curator', cyd: 'publisher', eve: 'viewer' });

  const terminal = await emptyFolder();
  const login = terminal.start('coppice', ['login', url, '--device']);
  const code = await login.text(/type the code:\s+([A-Z]{4}-[A-Z]{4})/);
  const dora = await visitor('/device');
  await dora.getByRole('link', { name: 'Sign in' }).last().click();
  await signInAs(dora, idp, 'dora', ['Designers']);
  await dora.getByLabel('Code').fill(code);
  await dora.getByRole('button', { name: 'Continue' }).click();
  await dora.getByRole('button', { name: 'Allow' }).click();
  await dora.getByText('The program goes on by itself in a moment.').waitFor();
  expect(await login.ended).toBe(0);
  terminal.write('deploy/SKILL.md', '---\nname: deploy\ndescription: Deploys the shop.\n---\nDo it.\n');
  terminal.run('coppice publish deploy --version 1.0.0');
  const { owners } = await answerOf<{ owners: string[] }>(dora, '/v1/skills/deploy');
  expect(owners).toEqual(['user:dora@example.com']);

  const leaver = pages.get('cyd');
  if (!leaver) throw new Error('cyd signed in');
  const credentials = [await cookieOf(leaver), { authorization: `Bearer ${await makeToken(leaver)}` }];
  const statuses = () =>
    Promise.all(
      [url, otherUrl].flatMap((replica) =>
        credentials.map(async (headers) => (await fetch(`${replica}/v1/skills`, { headers })).status),
      ),
    );
  // Twice, so that both replicas have them in memory.
  expect([await statuses(), await statuses()]).toEqual([
    [200, 200, 200, 200],
    [200, 200, 200, 200],
  ]);
  await scim('PATCH', `/Users/${cyd}`, { Operations: [{ op: 'replace', value: { active: false } }] });
  const answered = performance.now();
  let now = await statuses();
  while (now.includes(200) && performance.now() - answered < 10_000) now = await statuses();
  expect(now).toEqual([401, 401, 401, 401]);
  expect(performance.now() - answered).toBeLessThan(1_000);
  await leaver.reload();
  await leaver.getByRole('link', { name: 'Sign in' }).first().click();
  await signInAs(leaver, idp, 'cyd', []);
  await leaver.getByRole('alert').getByText('cyd@example.com is deactivated in acme').waitFor();
  await ada.goto('/members');
  await ada
    .getByRole('row', { name: /cyd@example.com/ })
    .getByText('deactivated')
    .waitFor();
  expect((await whoOf(dora)).role).toBe('publisher');
}, 300_000);

/** The commands before the server starts, and the line that makes its key. */
function commandsOfPage(): readonly [commands: string, key: string] {
  const page = readFileSync(join(projectRoot, 'docs/team-registry.md'), 'utf8');
  const block = /<!-- walk: from nothing -->\n```sh\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  const lines = block.trim().split('\n');
  expect(lines.slice(-2)).toEqual([
    'export COPPICE_SECRET_KEY="$(openssl rand -base64 32)"',
    'coppice registry serve',
  ]);
  return [lines.slice(0, -2).join('\n'), lines.at(-2) ?? ''];
}

interface Folder {
  /** What a script prints; it must end well. */
  run(script: string): string;
  start(command: string, words: readonly string[], environment?: Record<string, string>): Started;
  serve(url: string, environment: Record<string, string>): Promise<void>;
  write(path: string, text: string): void;
}

interface Started {
  readonly child: ChildProcess;
  /** The exit code. */
  readonly ended: Promise<number | null>;
  /** Waits for what it prints. */
  text(pattern: RegExp): Promise<string>;
}

async function emptyFolder(): Promise<Folder> {
  const folder = mkdtempSync(join(tmpdir(), 'coppice-rollout-'));
  // As root, PostgreSQL is another user, who has to pass through.
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin/coppice'), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`);
  chmodSync(join(folder, 'bin/coppice'), 0o755);
  const common = {
    PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
    HOME: folder,
    LANG: 'C.UTF-8',
    COPPICE_REGISTRY_DATA: join(folder, 'pg'),
  };
  const started: Started[] = [];
  onTestFinished(async () => {
    for (const { child, ended } of started) {
      child.kill('SIGTERM');
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  });
  const start: Folder['start'] = (command, words, environment = {}) => {
    const child = spawn(command, words, { cwd: folder, env: { ...common, ...environment } });
    let seen = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => {
        seen += text;
      });
    const ended = once(child, 'exit').then(([code]) => code as number | null);
    const made: Started = {
      child,
      ended,
      text: async (pattern) => {
        for (;;) {
          const found = pattern.exec(seen);
          if (found) return found[1] ?? found[0];
          if (child.exitCode !== null) throw new Error(`${command} ${words.join(' ')} ended: ${seen}`);
          await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data'), ended]);
        }
      },
    };
    started.push(made);
    return made;
  };
  return {
    start,
    run: (script) => {
      const env = common;
      const ran = spawnSync('bash', ['--norc', '-euc', script], { env, cwd: folder, encoding: 'utf8' });
      expect(ran.status, `${script}\n${ran.stderr}`).toBe(0);
      return ran.stdout;
    },
    serve: async (url, environment) => {
      const server = start('coppice', ['registry', 'serve', '--port', new URL(url).port], {
        ...environment,
        COPPICE_OUTBOUND_NETWORKS: '127.0.0.0/8',
        COPPICE_EMBEDDINGS: 'off',
        COPPICE_LOG_LEVEL: 'warn',
        COPPICE_STOP_GRACE_SECS: '0',
      });
      await server.text(new RegExp(url));
    },
    write: (path, text) => {
      mkdirSync(join(folder, path, '..'), { recursive: true });
      writeFileSync(join(folder, path), text);
    },
  };
}

function freeAddress(): Promise<string> {
  return new Promise((resolve, reject) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === 'object'
          ? resolve(`http://127.0.0.1:${address.port}`)
          : reject(new Error('no port')),
      );
    });
  });
}

/** Each visitor is a person with a browser of their own. */
async function browserOf(url: string, { issuer }: IdentityProvider): Promise<Visitor> {
  const browser = await chromium.launch({
    executablePath: inject('chromium'),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  });
  onTestFinished(() => browser.close());
  return async (path) => {
    const { page, close } = await openVisit(browser, { baseURL: url, others: [issuer] }, Date.now());
    onTestFinished(async () => expect(await close()).toEqual([]));
    await page.goto(path);
    return page;
  };
}

async function addProvider(page: Page, { issuer }: IdentityProvider): Promise<void> {
  await page.getByRole('link', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Add a provider' }).click();
  await page.getByRole('textbox', { name: /^Name/ }).fill('Okta');
  await page.getByLabel('Short name').fill('okta');
  await page.getByLabel('Issuer').fill(issuer);
  await page.getByLabel('Client ID').fill(clientId);
  await page.getByLabel('Client secret').fill(clientSecret);
  await page.getByLabel('Others become members by signing in').check();
  await page.getByLabel('Only with addresses of').fill('example.com');
  await page.getByText('Claims and scopes').click();
  await page.getByLabel('Scopes').fill('email profile groups');
  await page.getByLabel('Claim with the groups').fill('groups');
  await page.getByLabel('Claim that is the externalId of SCIM').fill('sub');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Check Okta' }).click();
  await page.getByText('Okta answers, and publishes one key.').waitFor();
}

async function giveRoles(page: Page, roles: Readonly<Record<string, string>>): Promise<void> {
  for (const [at, [group, role]] of Object.entries(roles).entries()) {
    await page.getByRole('button', { name: 'Add a group' }).click();
    await page.getByLabel(`Group ${at + 1}`, { exact: true }).fill(group);
    await page.getByLabel(`Role of group ${at + 1}`).selectOption(role);
  }
  await page.getByRole('button', { name: 'Save roles' }).click();
  await page.getByText('Saved the roles of groups.').waitFor();
}

async function makeScimToken(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'New SCIM token' }).click();
  expect(await page.getByRole('dialog').getByLabel('Provider').inputValue()).toBe('okta');
  await page.getByRole('button', { name: 'Create token' }).click();
  return page.locator('.scim-made code').innerText();
}

async function signInAs(
  page: Page,
  idp: IdentityProvider,
  name: string,
  groups: readonly string[],
): Promise<void> {
  idp.person = { sub: `sub-${name}`, email: `${name}@example.com`, email_verified: true, name, groups };
  await page.getByRole('button', { name: 'Sign in with Okta' }).click();
}

async function makeToken(page: Page): Promise<string> {
  await page.goto('/tokens');
  await page.getByRole('button', { name: 'New token' }).click();
  await page.getByRole('textbox', { name: /^Name/ }).fill('laptop');
  await page.getByRole('button', { name: 'Create token' }).click();
  return page.locator('.token-made code').first().innerText();
}

async function cookieOf(page: Page): Promise<Record<string, string>> {
  const cookies = await page.context().cookies();
  return { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') };
}

async function answerOf<T>(page: Page, path: string): Promise<T> {
  return (await page.request.get(path)).json();
}

function whoOf(page: Page): Promise<{ readonly role: string }> {
  return answerOf(page, '/v1/auth/whoami');
}

/** Returns the id in the answer. */
function scimClient(url: string, token: string) {
  return async (method: string, path: string, body: unknown): Promise<string> => {
    const answer = await fetch(`${url}/scim/v2${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      body: JSON.stringify(body),
    });
    const { id } = (await answer.json()) as { id: string };
    expect([answer.ok, id]).toEqual([true, expect.any(String)]);
    return id;
  };
}
