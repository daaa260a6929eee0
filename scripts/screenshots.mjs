// `npm run screenshots`: takes the pictures of docs/pictures from the built program, with an invented team and an invented
// machine. The servers and the pages have a fixed time, so that the same build gives the same pictures.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { importSource } from './import-source.mjs';
import { machinePictures, withMachine } from './picture-machine.mjs';
import { acts } from './picture-team.mjs';
import { smallPng } from './small-png.mjs';
import { install, step } from './steps.mjs';

const now = Date.UTC(2026, 2, 2, 12);
const program = 'dist/main.js';
const folder = 'docs/pictures';
const maxBytes = 150_000;

const pictures = [
  { name: 'catalog-light', path: '/' },
  { name: 'catalog-dark', path: '/', theme: 'dark' },
  { name: 'catalog-phone', path: '/', width: 390, height: 844 },
  { name: 'skill', path: '/skills/log-triage' },
  { name: 'dependencies', path: '/skills/service-template?tab=dependencies' },
  { name: 'graveyard', path: '/graveyard' },
  { name: 'usage', path: '/usage' },
  { name: 'drafts', path: '/drafts', open: 'log-triage' },
];

install();
step('build', process.execPath, ['scripts/build.mjs']);
const { packBundle } = await importSource('src/skill/bundle/pack-bundle.ts');
const { bundleCodec } = await importSource('src/system/gzip.ts');
const { chromium } = await import('playwright-core');
const scratch = mkdtempSync(join(tmpdir(), 'coppice-pictures-'));
// As root, the database runs as another user, which must be able to enter.
chmodSync(scratch, 0o755);
try {
  let token;
  for (const { daysAgo, run } of acts) {
    const time = now - daysAgo * 24 * 60 * 60 * 1_000;
    // The server writes use in batches, the last when it stops.
    await withServer(time, async (server) => {
      token ??= makeToken(server);
      await run(callerOf(server.url, token), time);
    });
  }
  await withServer(now, (server) =>
    takeAll(pictures.map((picture) => ({ ...picture, take: (browser) => take(browser, server, picture) }))),
  );
  await withMachine(program, scratch, (machine) =>
    takeAll(
      machinePictures.map((picture) => ({
        ...picture,
        take: (browser) => takeOfMachine(browser, machine, picture),
      })),
    ),
  );
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** Calls `act` with a running server whose clock shows `time`. */
async function withServer(time, act) {
  const environment = {
    PATH: process.env.PATH,
    HOME: scratch,
    COPPICE_HOME: join(scratch, 'home'),
    COPPICE_REGISTRY_DATA: join(scratch, 'pg'),
    COPPICE_NOW: String(time),
    COPPICE_LOG_LEVEL: 'warn',
    COPPICE_EMBEDDINGS: 'off',
    COPPICE_DECAY_CHECK_INTERVAL_SECS: '0',
    COPPICE_RATE_PUBLISHES: '1000000',
    COPPICE_RATE_READS: '1000000',
  };
  const words = [program, 'registry', 'serve', '--port', '0', '--json'];
  const server = spawn(process.execPath, words, { env: environment, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(server, 'exit');
  try {
    await act({ environment, url: (await documentOf(server.stdout)).url });
  } finally {
    server.kill('SIGTERM');
    await ended;
  }
}

async function documentOf(output) {
  const lines = [];
  for await (const line of createInterface(output)) {
    lines.push(line);
    if (line === '}') break;
  }
  return JSON.parse(lines.join('\n'));
}

function admin({ environment }, ...words) {
  const all = [program, 'registry', 'admin', ...words, '--json'];
  return JSON.parse(execFileSync(process.execPath, all, { env: environment, encoding: 'utf8' }));
}

function makeToken(server) {
  admin(server, 'tenant', 'create', 'harbour');
  admin(server, 'user', 'add', 'ada@example.com', '--tenant', 'harbour', '--role', 'admin');
  const scopes = 'skills:read skills:publish skills:curate tenant:admin';
  return admin(server, 'token', 'create', '--tenant', 'harbour', '--name', 'ci', '--scopes', scopes).token;
}

function callerOf(url, token) {
  const send = async (path, body, headers = {}) => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, ...headers },
      body,
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  };
  const upload = (path, metadata, text) => {
    const form = new FormData();
    const file = (name, content) => ({ path: name, bytes: Buffer.from(content), executable: false });
    const checklist = file('references/checklist.md', '# Checklist\n\n- read the newest entry\n');
    form.set('metadata', JSON.stringify(metadata));
    form.set(
      'bundle',
      new Blob([packBundle([file('SKILL.md', text), checklist], bundleCodec)]),
      'bundle.tar.gz',
    );
    return send(path, form);
  };
  return {
    publish: (slug, version, text) => upload('/v1/skills', { slug, version }, text),
    propose: (slug, origin, notes, text) => upload('/v1/drafts', { slug, origin, notes }, text),
    post: (path, body) => send(path, JSON.stringify(body), { 'content-type': 'application/json' }),
  };
}

async function takeAll(wanted) {
  mkdirSync(folder, { recursive: true });
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  });
  try {
    for (const picture of wanted) {
      const path = join(folder, `${picture.name}.png`);
      const bytes = smallPng(await picture.take(browser));
      if (bytes.length > maxBytes)
        throw new Error(`${path} would have ${bytes.length} bytes, more than ${maxBytes}`);
      writeFileSync(path, bytes);
      console.log(`${path}: ${Math.round(bytes.length / 1_000)} KB`);
    }
  } finally {
    await browser.close();
  }
}

async function take(browser, server, { path, open, ...picture }) {
  const { context, page } = await openPage(browser, server.url, now, picture);
  const link = admin(server, 'user', 'link', 'ada@example.com', '--tenant', 'harbour');
  await context.request.post('/v1/auth/session', { data: { link: link.path.split('#')[1] } });
  await page.goto(path);
  if (open) await page.getByRole('link', { name: open, exact: true }).first().click();
  await page.waitForLoadState('networkidle');
  return await pictureOf(context, page);
}

async function takeOfMachine(browser, machine, { path, ...picture }) {
  const { context, page } = await openPage(browser, machine.url, machine.now, picture);
  await page.goto(machine.link());
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
  await page.goto(path(machine.planted));
  await page.getByRole('heading', { level: 1 }).waitFor();
  return await pictureOf(context, page);
}

async function openPage(browser, baseURL, time, { theme = 'light', width = 1440, height = 900 }) {
  const context = await browser.newContext({
    baseURL,
    viewport: { width, height },
    colorScheme: theme,
    reducedMotion: 'reduce',
    // The style below needs this.
    bypassCSP: true,
    locale: 'en-GB',
    timezoneId: 'UTC',
  });
  await context.clock.setFixedTime(time);
  return { context, page: await context.newPage() };
}

async function pictureOf(context, page) {
  await page.waitForFunction(() => document.querySelector('.loading, [aria-busy=true]') === null);
  // A cell of a table that is still asked for.
  await page.waitForFunction(
    () => ![...document.querySelectorAll('td')].some((cell) => cell.textContent === '…'),
  );
  // A picture has no scroll bar and needs no space for one.
  const style = 'html { scrollbar-gutter: auto }';
  const bytes = await page.screenshot({ animations: 'disabled', caret: 'hide', style });
  await context.close();
  return bytes;
}
