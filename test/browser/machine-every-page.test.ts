/*
 * What holds on every page about a machine: it is used without a mouse and with a finger, has one heading, and can be printed.
 */

import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { HomeWishes } from '../homes/plan.js';
import { type Machine, test } from './machine-world.js';
import { openDetails, settled } from './settled.js';

const wishes: HomeWishes = { skills: 20, copies: 2, unused: 5, fixedFailures: 1, corrected: 1, sessions: 12 };

function pathsOf(machine: Machine): readonly string[] {
  const [skill = ''] = machine.planned.planted.failing;
  const of = encodeURIComponent(skill);
  return [
    ...['', '/skills', '/sessions', '/review', '/tidy', '/effect', '/team', '/settings'],
    ...['', '&tab=source', '&tab=happened', '&tab=history'].map((tab) => `/skill?id=${of}${tab}`),
  ].map((path) => `/machine${path}`);
}

async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await wanted.waitFor();
  for (let press = 0; press < 80; press += 1) {
    if ((await page.locator(':focus').and(wanted).count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${wanted}`);
}

test('everything is done without a mouse: open a plan, leave it, carry it out, undo it', async ({
  machineWith,
}) => {
  const machine = await machineWith(wishes);
  const page = await machine.visit('/machine');
  const button = page.getByRole('button', { name: 'Keep one of each…' });
  await tabTo(page, button);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect(await page.locator(':focus').and(button).count()).toBe(1);
  await page.keyboard.press('Enter');
  await tabTo(page, dialog.getByRole('button', { name: 'Archive copies' }));
  await page.keyboard.press('Enter');
  await page.getByText('Archived 2 copies.').waitFor();
  await tabTo(page, page.getByRole('button', { name: 'Undo', exact: true }));
  await page.keyboard.press('Enter');
  await page.getByText('Undone: 2 changes.').waitFor();
  await tabTo(page, page.getByRole('link', { name: 'Skills', exact: true }));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Skills' }).waitFor();
  await settled(page);
  await page.keyboard.press('/');
  await page.keyboard.type('claude:');
  await expect.poll(() => page.url()).toContain('find=claude');
});

test('every page has one heading, which names it in the title and has the focus', async ({ machineWith }) => {
  const machine = await machineWith(wishes);
  const page = await machine.visit('/machine');
  for (const path of pathsOf(machine)) {
    await page.goto(path);
    await settled(page);
    const heading = page.getByRole('heading', { level: 1 });
    expect(await heading.count(), path).toBe(1);
    // Title and focus follow the heading, which is there a moment before.
    await expect.poll(() => page.title(), { message: path }).toBe(`${await heading.textContent()} · Coppice`);
    await expect.poll(() => page.locator(':focus').and(heading).count(), { message: path }).toBe(1);
  }
});

test('on a phone nothing to be pressed is too small for a finger', async ({ machineWith }) => {
  const machine = await machineWith(wishes);
  const page = await machine.visit('/machine', { viewport: { width: 390, height: 844 } });
  const small: string[] = [];
  for (const path of pathsOf(machine)) {
    await page.goto(path);
    await settled(page);
    await openDetails(page);
    // Links within sentences are as high as their lines.
    const found = await page.evaluate<readonly string[]>(
      `[...document.querySelectorAll('button, input, select, summary, main a')]
        .filter((each) => each.checkVisibility() && !each.matches('p a, li a, dd a, .markdown a, th a, td a'))
        .map((each) => [each, (each.closest('label') ?? each).getBoundingClientRect()])
        .filter(([, { width, height }]) => Math.min(width, height) < 23.5)
        .map(([each, { width, height }]) => each.outerHTML.slice(0, 80) + ' ' + width + ' x ' + height)`,
    );
    small.push(...found.map((each) => `${path}: ${each}`));
  }
  expect(small).toEqual([]);
});

test('on paper there is what is read, and nothing to press', async ({ machineWith }) => {
  const machine = await machineWith(wishes);
  const page = await machine.visit('/machine');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const path of pathsOf(machine)) {
    await page.goto(path);
    await settled(page);
    for (const pressed of ['button', 'nav', 'input', 'select'])
      expect(await page.locator(pressed).filter({ visible: true }).count(), `${pressed} of ${path}`).toBe(0);
    expect((await page.locator('main').innerText()).length, path).toBeGreaterThan(40);
    const ground = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    expect(ground, path).not.toMatch(/rgb\((\d|[1-9]\d), /);
  }
});

test('every chart can be read as a table or in words', async ({ machineWith }) => {
  const machine = await machineWith(wishes);
  const page = await machine.visit('/machine');
  for (const path of pathsOf(machine)) {
    await page.goto(path);
    await settled(page);
    const unnamed = await page.evaluate<readonly string[]>(`
      [...document.querySelectorAll('main svg')]
        .filter((chart) => !chart.closest('[aria-hidden=true]') && !(chart.getAttribute('role') === 'img' && /\\d/.test(chart.getAttribute('aria-label') ?? '')))
        .map((chart) => chart.outerHTML.slice(0, 90))`);
    expect(unnamed, path).toEqual([]);
  }
});
