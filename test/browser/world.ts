/*
 * A real registry with the built pages, and a real Chromium: one of each for a file of tests, a tenant of its own for each
 * test. Whatever a test is about, it fails when a page did what no page may do (visit.ts).
 */

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { test as base, expect, inject } from 'vitest';
import { createDatabase } from '../../src/registry/data/db/test-database.fixture.js';
import { type RunningServer, serve } from '../../src/registry/server/serve.js';
import { serverParts } from '../../src/registry/server/server-parts.js';
import type { Clock } from '../../src/system/clock.js';
import { Team } from './team.js';

export interface World {
  readonly server: RunningServer;
  readonly browser: Browser;
  readonly clock: MovableClock;
}

interface MovableClock extends Clock {
  set(time: number): void;
}

/** What the server and the pages take for now, unless a test needs a past. */
const now = Date.UTC(2026, 2, 2, 12);

/** COPPICE_TEST_WEB names another build of the pages. */
export const webFolder =
  process.env['COPPICE_TEST_WEB'] ?? fileURLToPath(new URL('../../dist/web', import.meta.url));

export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: what is asked for is read off the parameters
  .extend('world', { scope: 'file' }, async ({}, { onCleanup }) => {
    const { stop, ...world } = await startWorld();
    onCleanup(stop);
    return world;
  })
  .extend('team', async ({ world }, { onCleanup }) => {
    world.clock.set(now);
    const team = await Team.open(world);
    onCleanup(async () => expect(await team.close()).toEqual([]));
    return team;
  })
  .skipIf(inject('chromium') === '');

async function startWorld(): Promise<World & { stop(): Promise<void> }> {
  if (!existsSync(join(webFolder, 'index.html')))
    throw new Error(`no pages in ${webFolder}: run npm run build first`);
  const database = await createDatabase('coppice_template');
  const home = mkdtempSync(join(tmpdir(), 'coppice-browser-'));
  const clock = movableClock();
  const place = { host: '127.0.0.1', port: 0, home, webFolder };
  const server = await serve(
    { ...place, environment: environment(database.url), clock, isLocal: true },
    serverParts,
  );
  const browser = await chromium.launch({
    executablePath: inject('chromium'),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  });
  return {
    server,
    browser,
    clock,
    stop: async () => {
      await browser.close();
      await server.stop();
      await database.drop();
      rmSync(home, { recursive: true });
    },
  };
}

/** Without a model, whose loading would take longer than all the rest, and without limits that tests could meet. */
function environment(databaseUrl: string): Readonly<Record<string, string>> {
  return {
    COPPICE_DATABASE_URL: databaseUrl,
    COPPICE_LOG_LEVEL: 'silent',
    COPPICE_EMBEDDINGS: 'off',
    COPPICE_OUTBOUND_NETWORKS: '127.0.0.0/8',
    COPPICE_SECRET_KEY: Buffer.alloc(32, 'a key of the tests').toString('base64'),
    COPPICE_DECAY_CHECK_INTERVAL_SECS: '0',
    COPPICE_RATE_READS: '1000000',
    COPPICE_RATE_WRITES: '1000000',
    COPPICE_RATE_PUBLISHES: '1000000',
  };
}

function movableClock(): MovableClock {
  let time = now;
  return {
    now: () => time,
    set: (given) => {
      time = given;
    },
  };
}
