/*
 * People who are quicker than the screen: each step is made at the moment when the last one shows.
 */

import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test } from './world.js';

/** Acts, lets the page draw what follows without a frame or an event in between, and then returns the answer. */
async function atOnce<T>(page: Page, act: string, ask: string): Promise<T> {
  return await page.evaluate<T>(`(async () => {
    ${act};
    for (let turn = 0; turn < 100; turn += 1) await null;
    return ${ask};
  })()`);
}

test('a page that was opened has the focus on its heading at once', async ({ team }) => {
  await team.publish('log-triage@1.0.0');
  const page = await team.visit('viewer', '/');
  await page.getByRole('link', { name: 'log-triage', exact: true }).waitFor();
  const focused = await atOnce<string>(
    page,
    `document.querySelector('.item-name a').click()`,
    'document.activeElement.outerHTML',
  );
  expect(focused).toMatch(/^<h1 .*>log-triage<\/h1>$/);
});

test('a dialog that was left can be opened again at once, and stays open', async ({ team }) => {
  await team.publish('log-triage@1.0.0');
  const page = await team.visit('admin', '/skills/log-triage');
  const archive = page.getByRole('main').getByRole('button', { name: 'Archive', exact: true });
  const dialog = page.getByRole('dialog', { name: 'Archive log-triage?' });
  await archive.click();
  await dialog.waitFor();
  // The browser reports that the first was closed after the second was opened.
  await page.evaluate(`void (globalThis.firstClosed = new Promise((done) =>
    document.querySelector('dialog').addEventListener('close', () => done(true))))`);
  const isGone = await atOnce<boolean>(
    page,
    `document.querySelector('dialog button[type=button]').click()`,
    `(() => {
      const isGone = document.querySelector('dialog') === null;
      [...document.querySelectorAll('main button')].find((each) => each.textContent === 'Archive').click();
      return isGone;
    })()`,
  );
  expect(isGone).toBe(true);
  expect(await page.evaluate<boolean>('globalThis.firstClosed')).toBe(true);
  await dialog.waitFor();
  await page.keyboard.type('not needed');
  expect(await dialog.getByLabel('Reason').inputValue()).toBe('not needed');
});

test('a search that still waits for a pause ends with its page', async ({ team }) => {
  await team.publish('log-triage@1.0.0');
  const page = await team.visit('viewer', '/');
  // The pause does not end by itself, so what waits for it can be counted.
  await page.addInitScript(`(() => {
    const { setTimeout: begin, clearTimeout: end } = globalThis;
    globalThis.pausing = new Set();
    globalThis.setTimeout = (act, ms, ...rest) => {
      if (ms !== 120) return begin(act, ms, ...rest);
      const timer = begin(() => undefined, 1e9);
      globalThis.pausing.add(timer);
      return timer;
    };
    globalThis.clearTimeout = (timer) => {
      globalThis.pausing.delete(timer);
      end(timer);
    };
  })()`);
  await page.reload();
  await page.getByRole('link', { name: 'log-triage', exact: true }).waitFor();
  await page.getByRole('searchbox').fill('log');
  await expect.poll(() => page.evaluate<number>('globalThis.pausing.size')).toBe(1);
  const left = await atOnce<unknown>(
    page,
    `document.querySelector('.item-name a').click()`,
    `[location.pathname, globalThis.pausing.size]`,
  );
  expect(left).toEqual(['/skills/log-triage', 0]);
});
