/*
 * Acts that take long, meet changes of others, or cannot be done: what a person sees, and that nothing is lost.
 */

import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type Machine, test } from './machine-world.js';
import { settled } from './settled.js';

async function chooseAll(machine: Machine): Promise<Page> {
  const page = await machine.visit('/machine/skills');
  await settled(page);
  await page.getByLabel('Choose all that are shown').check();
  await page.getByRole('button', { name: /^Choose all / }).click();
  return page;
}

const archived = (machine: Machine) =>
  (machine.coppice('status') as { counts: { archived: number } }).counts.archived;

/** Presses Stop as soon as the dialog shows that something was done, however fast the machine is. */
const stopInTheMiddle = `new MutationObserver((_, observer) => {
  if (!(document.querySelector('dialog progress')?.value > 0)) return;
  observer.disconnect();
  [...document.querySelectorAll('dialog button')].find((button) => button.textContent === 'Stop').click();
}).observe(document.querySelector('dialog'), { attributes: true, childList: true, subtree: true })`;

test('a long act shows how far it has come, is stopped, and what was done is undone', async ({
  machineWith,
}) => {
  const machine = await machineWith({ skills: 600 });
  const page = await chooseAll(machine);
  await page.getByRole('button', { name: 'Archive…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await page.evaluate(stopInTheMiddle);
  await dialog.getByRole('button', { name: 'Archive', exact: true }).click();
  await page.getByText(/^Archived \d+ skills\. Not done: .* you stopped it/).waitFor();
  const done = archived(machine);
  expect(done).toBeGreaterThan(0);
  expect(done).toBeLessThan(600);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText(`Undone: ${done} changes.`).waitFor({ timeout: 60_000 });
  expect(archived(machine)).toBe(0);
});

test('where skills have changed since a plan was shown, nothing is done and the page says so', async ({
  machineWith,
}) => {
  const machine = await machineWith({ skills: 20, copies: 2 });
  const page = await machine.visit('/machine');
  await page.getByRole('button', { name: 'Keep one of each…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  machine.coppice('archive', machine.planned.planted.copies[0] ?? '');
  await dialog.getByRole('button', { name: 'Archive copies' }).click();
  await dialog.getByRole('alert').getByText('have changed since this plan was shown').waitFor();
  expect(archived(machine)).toBe(1);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('1 skill is an exact copy of another').waitFor();
});

test('what cannot be recorded is not done, and the page says why', async ({ machineWith }) => {
  const machine = await machineWith({ skills: 120 });
  const page = await chooseAll(machine);
  const home = join(machine.folder, '.coppice');
  // Nobody can write where a folder is in the way.
  mkdirSync(join(home, 'ledger.jsonl'));
  await page.getByRole('button', { name: 'Archive…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Archive', exact: true }).click();
  await page
    .getByText(/ledger\.jsonl/)
    .first()
    .waitFor();
  rmSync(join(home, 'ledger.jsonl'), { recursive: true });
  expect(archived(machine)).toBe(0);
  // It goes on once that is out of the way.
  await page.reload();
  await settled(page);
  expect(await page.locator('.skills-count').textContent()).toBe('120 skills');
});

test('two pages follow each other: what one did, the other shows, and undoes', async ({ machineWith }) => {
  const machine = await machineWith({ skills: 20, copies: 2 });
  const one = await machine.visit('/machine/tidy');
  await settled(one);
  const two = await one.context().newPage();
  await two.goto('/machine/tidy');
  await settled(two);
  await one.getByRole('button', { name: 'Keep one of each…' }).click();
  await one.getByRole('dialog').getByRole('button', { name: 'Archive copies' }).click();
  await one.getByText('Archived 2 copies.').waitFor();
  // A page in the background waits until somebody looks at it.
  await two.bringToFront();
  const done = two.getByRole('region', { name: 'What was done' });
  await done.getByRole('button', { name: /^Undo: / }).click();
  await two.getByText('Undone: 2 changes.').waitFor();
  await one.bringToFront();
  await one.getByRole('region', { name: 'Exact copies' }).getByText('2 skills').waitFor();
  // The message of the first one is outdated now, and says so.
  await one.getByRole('button', { name: 'Undo', exact: true }).click();
  await one
    .getByText(/undone/i)
    .last()
    .waitFor();
  expect(archived(machine)).toBe(0);
});

test('after a restart, a new link brings back all pages of the browser', async ({ machineWith }) => {
  const machine = await machineWith({ skills: 3 });
  const old = await machine.visit('/machine/skills');
  await settled(old);
  await machine.restart();
  const fresh = await old.context().newPage();
  await fresh.goto(machine.link());
  await fresh.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
  await old.bringToFront();
  await old.getByRole('link', { name: 'Tidy', exact: true }).click();
  await old.getByRole('heading', { level: 1, name: 'Tidy' }).waitFor();
  await settled(old);
  // The session of the new page was not ended by the old one.
  await fresh.reload();
  await fresh.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
});

test('a folder that is gone from under a page is named, and the other pages go on', async ({
  machineWith,
}) => {
  const machine = await machineWith({ skills: 12 });
  const page = await machine.visit('/machine/skills');
  await settled(page);
  const [first = ''] = await page.locator('.skills-title a').allTextContents();
  const { path } = machine.coppice('view', first) as { path: string };
  const folder = join(path, '..');
  await page.getByRole('link', { name: first, exact: true }).click();
  await page.getByRole('heading', { level: 1, name: first }).waitFor();
  renameSync(folder, `${machine.folder}/away`);
  await page.reload();
  await page.getByRole('alert').getByText(first).waitFor();
  await page.getByRole('link', { name: 'Today', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
});
