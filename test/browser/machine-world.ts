/*
 * The pages about one machine, on a home that the seeded generator made: a real server on it, and a real Chromium. Whatever
 * a test is about, it fails when a page did what no page may do (visit.ts).
 */

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { test as base, expect, inject } from 'vitest';
import type { Context } from '../../src/app/context.js';
import { signInLink } from '../../src/machine/rules/door.js';
import { type MachineServer, serveMachine } from '../../src/machine/serve.js';
import { fixedClock } from '../../src/system/clock.js';
import { nodeFiles } from '../../src/system/disk/node-disk.js';
import { terminalOf } from '../../src/system/terminal/terminal.js';
import { type HomeWishes, type PlannedHome, planHome } from '../homes/plan.js';
import { writeHome } from '../homes/write-home.js';
import { openVisit, type Visit } from './visit.js';

const webFolder = resolve('dist/web');
const seed = 18;

/** Opens machines that end with the test. */
export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: what is asked for is read off the parameters
  .extend('browser', { scope: 'file' }, async ({}, { onCleanup }) => {
    const browser = await chromium.launch({
      executablePath: inject('chromium'),
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
    });
    onCleanup(() => browser.close());
    return browser;
  })
  .extend('machineWith', async ({ browser }, { onCleanup }) => {
    const machines: Machine[] = [];
    onCleanup(async () => {
      for (const machine of machines) expect(await machine.close()).toEqual([]);
    });
    return async (wishes: HomeWishes): Promise<Machine> => {
      const machine = await Machine.open(browser, wishes);
      machines.push(machine);
      return machine;
    };
  })
  .skipIf(inject('chromium') === '');

export class Machine {
  readonly #browser: Browser;
  #server: MachineServer;
  readonly #visits: Visit[] = [];
  readonly #faults: string[];
  #isStopped = false;
  /** The home of the user. */
  readonly folder: string;
  readonly planned: PlannedHome;

  private constructor(
    browser: Browser,
    {
      server,
      folder,
      planned,
      faults,
    }: { server: MachineServer; folder: string; planned: PlannedHome; faults: string[] },
  ) {
    this.#browser = browser;
    this.#server = server;
    this.#faults = faults;
    this.folder = folder;
    this.planned = planned;
  }

  static async open(browser: Browser, wishes: HomeWishes): Promise<Machine> {
    if (!existsSync(join(webFolder, 'machine.html'))) throw new Error('no pages: run npm run build first');
    const folder = mkdtempSync(join(tmpdir(), 'coppice-machine-'));
    const planned = planHome(seed, wishes);
    await writeHome(folder, planned);
    const faults: string[] = [];
    if (planned.sessions.length > 0) coppiceIn(folder, planned.now, ['evidence', 'backfill']);
    const server = await serve(folder, planned, faults);
    return new Machine(browser, { server, folder, planned, faults });
  }

  get url(): string {
    return this.#server.url;
  }

  /** A new link that works once. */
  link(): string {
    return signInLink(this.url, this.#server.newCode().code);
  }

  /** A browser of its own, signed in by a link, at this address. */
  async visit(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const page = await this.visitor('/machine', options);
    await page.goto(this.link());
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
    if (path !== '/machine') await page.goto(path);
    return page;
  }

  /** A browser of its own, without a session. */
  async visitor(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const visit = await openVisit(this.#browser, { ...options, baseURL: this.url }, this.planned.now);
    this.#visits.push(visit);
    await visit.page.goto(path);
    return visit.page;
  }

  /** The document of a command in this home. */
  coppice(...words: readonly string[]): Record<string, unknown> {
    return JSON.parse(coppiceIn(this.folder, this.planned.now, [...words, '--json']));
  }

  /** Stops the server and starts it again at the same address. */
  async restart(): Promise<void> {
    const port = Number(new URL(this.url).port);
    await this.#server.stop();
    this.#server = await serve(this.folder, this.planned, this.#faults, port);
  }

  /** Stops the server before the end of the test. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#server.stop();
  }

  /** Ends everything, and says what happened that must not. */
  async close(): Promise<readonly string[]> {
    const troubles = (await Promise.all(this.#visits.map((visit) => visit.close()))).flat();
    if (!this.#isStopped) await this.#server.stop();
    rmSync(this.folder, { recursive: true, force: true });
    return [...troubles, ...this.#faults];
  }
}

async function serve(
  folder: string,
  { now }: PlannedHome,
  faults: string[],
  port = 0,
): Promise<MachineServer> {
  const onFault = (error: unknown) => faults.push(String(error));
  return await serveMachine(contextIn(folder, now), { port, orFreePort: false, webFolder, onFault });
}

function contextIn(folder: string, now: number): Context {
  const environment = { HOME: folder, PATH: process.env['PATH'], LANG: 'C.UTF-8' };
  const stream = { write: () => true };
  return {
    files: nodeFiles,
    clock: fixedClock(now),
    workingFolder: folder,
    home: join(folder, '.coppice'),
    userHome: folder,
    platform: 'linux',
    environment,
    terminal: terminalOf({ stdout: stream, stderr: stream, environment }),
    program: { executable: process.execPath, script: resolve('dist/main.js') },
    readStdin: () => new Uint8Array(),
  };
}

function coppiceIn(folder: string, now: number, words: readonly string[]): string {
  const { stdout } = spawnSync(process.execPath, [resolve('dist/main.js'), ...words], {
    cwd: folder,
    input: '',
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: { PATH: process.env['PATH'], HOME: folder, LANG: 'C.UTF-8', COPPICE_NOW: String(now) },
  });
  return stdout;
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
}

/** The page must have been opened with `bypassCSP`: its policy keeps every foreign script out, this one too. */
export async function barriers(page: Page): Promise<readonly string[]> {
  await page.evaluate(axeSource);
  const { violations } = await page.evaluate<{ readonly violations: readonly Violation[] }>(
    `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })`,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} at ${target}: ${failureSummary}`),
    );
}
