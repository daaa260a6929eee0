/*
 * The pages about one machine in a real browser: how long it takes with 1,000 skills from opening a page until it shows what it
 * is about, where every load is that of a new browser, with nothing stored but its session; and how long it takes with
 * 10,000 until a page that is open shows what somebody changed on the disk.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Browser } from 'playwright-core';
import { type PlannedHome, planHome } from '../test/homes/plan.js';
import { inWrittenHome } from '../test/homes/program.js';
import type { RunCoppice } from '../test/homes/walk.js';
import type { Bench } from './bench.js';

const rounds = 9;
const home = planHome(18, {
  skills: 1_000,
  broken: 2,
  copies: 3,
  unused: 300,
  fixedFailures: 2,
  corrected: 1,
  sessions: 60,
});

interface View {
  readonly name: string;
  readonly path: string;
  /** Shows what the page is about. */
  readonly shown: string;
}

const views: readonly View[] = [
  { name: 'Today', path: '/machine', shown: '.today-cards li' },
  { name: 'Skills', path: '/machine/skills', shown: '.skills-table tbody tr' },
];

const firstLoads = views.map(
  (view): Bench => ({
    name: `first load of ${view.name} with 1,000 skills, median`,
    limit: { ratio: 1 },
    run: async () => {
      const loads = await measured(view);
      return {
        ours: median(loads),
        peer: 300,
        unit: 'ms',
        peerName: 'what is allowed',
        details: { slowestMs: Math.max(...loads) },
      };
    },
  }),
);

const liveSkills = 10_000;
const textOf = (name: string, description: string) =>
  `---\nname: ${name}\ndescription: ${description}\n---\nDo it.\n`;
const large: PlannedHome = {
  ...planHome(18, { skills: 0 }),
  files: Array.from({ length: liveSkills }, (_, index) => ({
    path: `.claude/skills/skill-${index}/SKILL.md`,
    content: textOf(`skill-${index}`, `Does the task ${index}.`),
    at: home.now,
  })),
};

const change: Bench = {
  name: 'a change among 10,000 skills is on an open page, median',
  limit: { ratio: 1 },
  run: async () => {
    const changes = await inWrittenHome(large, async (run, folder) => {
      lookAtAll(run);
      return await withServer(folder, large, (url, link) => measureChanges(folder, url, link));
    });
    return {
      ours: median(changes),
      peer: 2_000,
      unit: 'ms',
      peerName: 'what is allowed',
      details: { slowestMs: Math.max(...changes) },
    };
  },
};

export const benches: readonly Bench[] = [...firstLoads, change];

/** Runs before anything of the page does, and notes the first frame with what is waited for. */
const watchFor = (selector: string) => `
  window.shown = new Promise((resolve) => {
    const painted = () => requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
    new MutationObserver((_, observer) => {
      if (!document.querySelector(${JSON.stringify(selector)})) return;
      observer.disconnect();
      painted();
    }).observe(document, { childList: true, subtree: true });
  });
`;

function measured(view: View): Promise<readonly number[]> {
  return inWrittenHome(home, async (run, folder) => {
    run(['evidence', 'backfill']);
    lookAtAll(run);
    return await withServer(folder, home, (url, link) => measure(view, url, link));
  });
}

/** What a first look takes its time for is not measured: every skill is scanned, and stored for the history. */
function lookAtAll(run: RunCoppice): void {
  for (let look = 0; look < 60; look += 1) {
    const { unscanned, observed } = JSON.parse(run(['status', '--json']).stdout);
    if (unscanned === 0 && (observed?.left ?? 0) === 0) return;
  }
}

async function withServer<Value>(
  folder: string,
  { now }: PlannedHome,
  use: (url: string, link: () => string) => Promise<Value>,
): Promise<Value> {
  const environment = { PATH: process.env['PATH'], HOME: folder, LANG: 'C.UTF-8', COPPICE_NOW: String(now) };
  const program = [resolve('dist/main.js'), 'open', '--foreground', '--port', '0', '--json'];
  const server = spawn(process.execPath, program, {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(server, 'exit');
  try {
    const lines: string[] = [];
    for await (const line of createInterface(server.stdout)) {
      lines.push(line);
      if (line === '}') break;
    }
    const { url, signIn } = JSON.parse(lines.join('\n'));
    return await use(url, () => signIn);
  } finally {
    server.kill('SIGTERM');
    await ended;
  }
}

async function measure({ path, shown }: View, url: string, link: () => string): Promise<readonly number[]> {
  return await withBrowser(async (browser) => {
    const storageState = await signedIn(browser, link());
    const loads: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const context = await browser.newContext({ baseURL: url, storageState });
      await context.addInitScript({ content: watchFor(shown) });
      const page = await context.newPage();
      await page.goto(path, { waitUntil: 'commit' });
      loads.push(await page.evaluate<number>('shown'));
      await context.close();
    }
    return loads;
  });
}

async function measureChanges(folder: string, url: string, link: () => string): Promise<readonly number[]> {
  return await withBrowser(async (browser) => {
    const storageState = await signedIn(browser, link());
    const context = await browser.newContext({ baseURL: url, storageState });
    const page = await context.newPage();
    await page.goto('/machine/skills?find=skill-77');
    await page.getByText('Does the task 77.').waitFor();
    const changes: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      // A page rests for a while after it has read everything.
      await page.waitForTimeout(5_000);
      const startedAt = performance.now();
      writeFileSync(
        join(folder, '.claude/skills/skill-77/SKILL.md'),
        textOf('skill-77', `Changed ${round} times.`),
      );
      await page.getByText(`Changed ${round} times.`).waitFor({ timeout: 60_000 });
      changes.push(performance.now() - startedAt);
    }
    return changes;
  });
}

async function withBrowser<Value>(use: (browser: Browser) => Promise<Value>): Promise<Value> {
  // It cannot be bundled: what it loads, it looks for beside itself.
  const { chromium }: typeof import('playwright-core') = createRequire(import.meta.url)('playwright-core');
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  });
  try {
    return await use(browser);
  } finally {
    await browser.close();
  }
}

async function signedIn(browser: Browser, link: string) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(link);
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
  const state = await context.storageState();
  await context.close();
  return state;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
