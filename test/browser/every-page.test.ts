/*
 * What must hold on every page: nobody is kept out by how they see, what they point with or how wide their screen is.
 */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type FurnishedPage, furnish } from './furnished.js';
import { settled } from './settled.js';
import { test } from './world.js';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
}

async function open(page: Page, { path, heading }: FurnishedPage): Promise<void> {
  await page.goto(path);
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  await settled(page);
}

async function seriousViolations(page: Page): Promise<readonly string[]> {
  const { violations } = await page.evaluate<{ readonly violations: readonly Violation[] }>(
    `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })`,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} at ${target}: ${failureSummary}`),
    );
}

test('a barrier would be found', async ({ team }) => {
  const page = await team.visitor('/sign-in', { bypassCSP: true });
  await page.getByLabel('Token').waitFor();
  await page.evaluate(axeSource);
  await page.evaluate(`document.querySelector('main').append(document.createElement('input'))`);
  expect(await seriousViolations(page)).toEqual([expect.stringContaining('label at #main > input')]);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`in the ${colorScheme} theme no page has a serious barrier`, async ({ team }) => {
    const places = await furnish(team);
    // The page's policy keeps every foreign script out, this one too.
    const look = { colorScheme, bypassCSP: true };
    const page = await team.visit('admin', '/', look);
    const found: Record<string, readonly string[]> = {};
    for (const place of places) {
      await open(page, place);
      await page.evaluate(axeSource);
      found[place.name] = await seriousViolations(page);
    }
    const visitor = await team.visitor('/sign-in', look);
    await visitor.getByLabel('Token').waitFor();
    await visitor.evaluate(axeSource);
    found['signing in'] = await seriousViolations(visitor);
    expect(Object.fromEntries(Object.entries(found).filter(([, each]) => each.length > 0))).toEqual({});
  });
}

test('no page scrolls sideways, on a phone, a tablet or a desktop', async ({ team }) => {
  const places = await furnish(team);
  const page = await team.visit('admin', '/');
  const tooWide: string[] = [];
  for (const place of places) {
    await open(page, place);
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const needed = await page.evaluate<number>('document.documentElement.scrollWidth');
      if (needed > width) tooWide.push(`${place.name} at ${width}: ${needed}`);
    }
  }
  expect(tooWide).toEqual([]);
});

test('nor does one with words that have no end', async ({ team }) => {
  const word = 'endless'.repeat(100);
  await team.publish(`${'long-'.repeat(12)}name@1.0.0`, {
    description: word,
    tags: Array.from({ length: 40 }, (_, at) => `${word.slice(0, 40)}-${at}`),
    body: `# ${word}\n\n${word}\n\n\`${word}\`\n`,
  });
  const path = `/skills/${'long-'.repeat(12)}name`;
  await team.publish(`${'long-'.repeat(12)}name@2.0.0`, { description: word });
  await team.send('POST', `/v1${path}/versions/1.0.0/yank`, { reason: word.slice(0, 480) });
  await team.send('POST', `/v1${path}/deprecate`, { message: word.slice(0, 480) });
  await team.send('POST', `/v1${path}/flag`, { reason: word.slice(0, 480) });
  const page = await team.visit('admin', '/');
  const tooWide: string[] = [];
  const ofItem = [path, `${path}?version=1.0.0`, `${path}?tab=versions`];
  const others = [
    `/?query=${word.slice(0, 300)}`,
    '/?state=flagged',
    '/graveyard?days=0&max_uses=9',
    '/audit',
  ];
  for (const each of [...ofItem, ...others, '/tokens']) {
    await page.goto(each);
    await settled(page);
    if (each === '/tokens') await showNewToken(page);
    for (const width of [320, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const needed = await page.evaluate<number>('document.documentElement.scrollWidth');
      if (needed > width) tooWide.push(`${each.slice(0, 80)} at ${width}: ${needed}`);
    }
  }
  expect(tooWide).toEqual([]);
});

async function showNewToken(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New token' }).click();
  await page.getByRole('textbox', { name: /^Name/ }).fill('laptop');
  await page.getByRole('button', { name: 'Create token' }).click();
  await page.getByRole('button', { name: 'Copy the token' }).waitFor();
}

test('nor does one that was narrowed, before its chart is drawn again', async ({ team }) => {
  await furnish(team);
  const page = await team.visit('admin', '/');
  await page.addInitScript('globalThis.ResizeObserver = class { observe() {} disconnect() {} }');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/usage');
  await settled(page);
  const drawn = await page.locator('.use-chart svg').getAttribute('width');
  await page.setViewportSize({ width: 390, height: 900 });
  expect(await page.locator('.use-chart svg').getAttribute('width')).toBe(drawn);
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
});

test('on a phone nothing to be pressed is too small for a finger', async ({ team }) => {
  const places = await furnish(team);
  const page = await team.visit('admin', '/', { viewport: { width: 390, height: 844 } });
  // Links within sentences are as high as their lines.
  const tooSmall = `[...document.querySelectorAll('button, input, select, summary, main a')]
    .filter((each) => each.checkVisibility() && !each.matches('p a, dd a, .markdown a, [data-label] a'))
    .map((each) => [each, (each.closest('label') ?? each).getBoundingClientRect()])
    .filter(([, { width, height }]) => Math.min(width, height) < 23.5)
    .map(([each, { width, height }]) => each.outerHTML.slice(0, 80) + ' ' + width + ' x ' + height)`;
  const found: Record<string, readonly string[]> = {};
  for (const place of places) {
    await open(page, place);
    const small = await page.evaluate<readonly string[]>(tooSmall);
    if (small.length > 0) found[place.name] = small;
  }
  expect(found).toEqual({});
});

test('every page has one heading, which names it in the title and has the focus', async ({ team }) => {
  const places = await furnish(team);
  const page = await team.visit('admin', '/');
  for (const place of places) {
    await open(page, place);
    const heading = page.getByRole('heading', { level: 1 });
    expect(await heading.count(), place.name).toBe(1);
    // Title and focus follow the heading, which is there a moment before.
    const message = place.name;
    const title = `${await heading.textContent()} · Coppice`;
    await expect.poll(() => page.title(), { message }).toBe(title);
    const hasFocus = () => heading.evaluate((element) => element === element.ownerDocument.activeElement);
    await expect.poll(hasFocus, { message }).toBe(true);
  }
});
