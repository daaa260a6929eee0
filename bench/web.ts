/*
 * The catalog in a real browser, with 5,000 items: how long the first load takes until the list is there, how long the page
 * ever does not answer meanwhile, and whether anything moves. Every load is that of a new visitor, with nothing kept.
 */

import { createRequire } from 'node:module';
import { sql } from 'kysely';
import type { Browser } from 'playwright-core';
import { openDatabase } from '../src/registry/data/open-database.js';
import { silentLog } from '../src/system/log.js';
import type { Bench } from './bench.js';
import { bundleOf, type RegistryServer, startRegistry } from './registry-server.js';

const itemCount = 5_000;
const rounds = 7;

export const benches: readonly Bench[] = [
  {
    name: 'first load of the catalog with 5,000 items, median',
    limit: { ratio: 1 },
    run: async () => {
      const loads = await measured();
      return {
        ours: median(loads.map(({ listedMs }) => listedMs)),
        peer: 1_000,
        unit: 'ms',
        peerName: 'what is allowed',
        details: {
          slowestMs: Math.max(...loads.map(({ listedMs }) => listedMs)),
          layoutShift: Math.max(...loads.map(({ shift }) => shift)),
        },
      };
    },
  },
  {
    name: 'longest task of the first load',
    limit: { ratio: 1 },
    run: async () => {
      const loads = await measured();
      const ours = median(loads.map(({ longestTaskMs }) => longestTaskMs));
      return { ours, peer: 200, unit: 'ms', peerName: 'what is allowed' };
    },
  },
];

export async function close(): Promise<void> {
  await (await started)?.stop();
}

interface Load {
  /** From the start of the navigation to the first frame with the list. */
  readonly listedMs: number;
  readonly longestTaskMs: number;
  readonly shift: number;
}

/** Runs before anything of the page does. */
const watch = `
  const load = { listedMs: 0, longestTaskMs: 0, shift: 0 };
  const observe = (type, see) => new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({ type, buffered: true });
  observe('longtask', ({ duration }) => { load.longestTaskMs = Math.max(load.longestTaskMs, duration); });
  observe('layout-shift', ({ value }) => { load.shift += value; });
  window.loaded = new Promise((resolve) => {
    const painted = () => requestAnimationFrame(() => setTimeout(() => {
      load.listedMs = performance.now();
      // Long tasks are reported when they are over and another task has run.
      requestIdleCallback(() => resolve(load));
    }));
    new MutationObserver((_, observer) => {
      if (!document.querySelector('.item-list li')) return;
      observer.disconnect();
      painted();
    }).observe(document, { childList: true, subtree: true });
  });
`;

let started: Promise<RegistryServer> | undefined;
let loads: Promise<readonly Load[]> | undefined;

function measured(): Promise<readonly Load[]> {
  started ??= startRegistry({ COPPICE_EMBEDDINGS: 'off' });
  loads ??= started.then(async (server) => {
    await fill(server);
    return measure(server);
  });
  return loads;
}

/** Publishes one, and makes the others of it: what is measured is how they are read. */
async function fill({ publish, environment }: RegistryServer): Promise<void> {
  await publish('skill-0', '1.0.0', bundleOf('skill-0', 2_000));
  const home = environment['COPPICE_HOME'] ?? '';
  const { pool, close } = await openDatabase({ environment, home, log: silentLog });
  try {
    await sql`
      insert into items (tenant_id, kind, slug, state_at, owners, use_count, created_at, updated_at, search_text)
      select tenant_id, kind, 'skill-' || n, state_at, owners, n, created_at, updated_at, 'skill-' || n
      from items, generate_series(1, ${itemCount - 1}::int) as n
    `.execute(pool.database);
    await sql`
      insert into versions (tenant_id, item_id, version, digest, content_digest, size_bytes, unpacked_bytes, name,
        description, tags, skill_md, files, scan_verdict, scan_findings, published_by, published_at)
      select items.tenant_id, items.id, version, digest, content_digest, size_bytes, unpacked_bytes, slug,
        description || ' ' || md5(slug), array['tag-' || items.id % 40], skill_md, files, scan_verdict, scan_findings,
        published_by, published_at
      from items, versions where latest_id is null
    `.execute(pool.database);
    await sql`
      update items set latest_id = versions.id from versions where item_id = items.id and latest_id is null
    `.execute(pool.database);
  } finally {
    await close();
  }
}

async function measure({ url, headers }: RegistryServer): Promise<readonly Load[]> {
  // It cannot be bundled: what it loads, it looks for beside itself.
  const { chromium }: typeof import('playwright-core') = createRequire(import.meta.url)('playwright-core');
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  });
  try {
    const token = headers['authorization']?.replace('Bearer ', '');
    const measured: Load[] = [];
    for (let round = 0; round < rounds; round += 1) measured.push(await load(browser, url, token));
    return measured;
  } finally {
    await browser.close();
  }
}

async function load(browser: Browser, url: string, token: string | undefined): Promise<Load> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } });
  await context.request.post('/v1/auth/session', { data: { token } });
  await context.addInitScript({ content: watch });
  const page = await context.newPage();
  await page.goto('/');
  const seen = await page.evaluate<Load>('loaded');
  await context.close();
  return seen;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
