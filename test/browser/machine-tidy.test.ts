/*
 * Tidy: what a person sees about the unused, copies and overlaps, what is done about it, and how it is taken back.
 */

import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { HomeWishes } from '../homes/plan.js';
import { test } from './machine-world.js';
import { settled } from './settled.js';

const troubled: HomeWishes = { skills: 20, copies: 2, unused: 5, sessions: 12 };

const section = (page: Page, name: string) => page.getByRole('region', { name });

test('the slider decides what counts as unused, and is in the address', async ({ machineWith }) => {
  const machine = await machineWith(troubled);
  const page = await machine.visit('/machine/tidy');
  await settled(page);
  const unused = section(page, 'Not used');
  await unused.getByText('of 20 skills were not used in 30 days').waitFor();
  await page.getByRole('slider', { name: 'Not used in' }).press('End');
  await expect.poll(() => page.url()).toContain('days=365');
  await unused.getByText('365 days').first().waitFor();
  await page.reload();
  await settled(page);
  expect(await page.getByRole('slider').getAttribute('aria-valuetext')).toBe('365 days');
});

test('the plan is the one of coppice tidy; it is carried out, listed, and undone from the list', async ({
  machineWith,
}) => {
  const machine = await machineWith(troubled);
  const { suggestions } = machine.coppice('tidy', '--dry-run') as { suggestions: { id: string }[] };
  const page = await machine.visit('/machine/tidy');
  await page.getByRole('button', { name: 'Tidy up…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Tidy \d+ skills/ });
  const lines = await dialog.getByRole('list', { name: 'Changes' }).locator('b').allTextContents();
  expect(lines.toSorted()).toEqual(suggestions.map(({ id }) => id).toSorted());
  await dialog.getByRole('button', { name: 'Tidy', exact: true }).click();
  await page
    .getByText(/made \d+ skills? quiet/)
    .first()
    .waitFor();
  const done = section(page, 'What was done');
  await done.getByRole('button', { name: /^Undo: / }).click();
  await page.getByText(/^Undone: \d+ changes?\./).waitFor();
  await done.getByText('undone', { exact: true }).waitFor();
  expect(machine.coppice('tidy', '--dry-run')).toMatchObject({ suggestions });
});

test('copies are kept once, and an archived skill comes back from the list', async ({ machineWith }) => {
  const machine = await machineWith(troubled);
  const page = await machine.visit('/machine/tidy');
  await page.getByRole('button', { name: 'Keep one of each…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Archive copies' }).click();
  await page.getByText('Archived 2 copies.').waitFor();
  await section(page, 'Exact copies').getByText('No skill is there more than once.').waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await section(page, 'Exact copies').getByText('2 skills').waitFor();
  machine.coppice('archive', machine.planned.planted.copies[0] ?? '');
  const archive = section(page, 'In the archive');
  await archive.getByRole('button', { name: /^Restore / }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore', exact: true }).click();
  await page.getByText('Restored 1 skill.').waitFor();
  await archive.getByText('Nothing is archived.').waitFor();
});

test('skills that say the same can be called distinct, which is remembered until it is undone', async ({
  machineWith,
}) => {
  const machine = await machineWith({ skills: 60 });
  const page = await machine.visit('/machine/tidy');
  await settled(page);
  const same = section(page, 'Skills that say the same');
  const [first = ''] = await same.locator('.tidy-skills').allInnerTexts();
  expect(first.split(/\s+/).length).toBeGreaterThan(1);
  await same.getByRole('button', { name: 'They are distinct…' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'They are distinct' }).click();
  await page.getByText('They are not named as overlapping again.').waitFor();
  await expect.poll(() => same.locator('.tidy-skills').allInnerTexts()).not.toContain(first);
  const { distinct } = machine.coppice('overlap') as { distinct: unknown[] };
  expect(distinct.length).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(() => same.locator('.tidy-skills').allInnerTexts()).toContain(first);
});

test('many skills are compared only when somebody asks for it', async ({ machineWith }) => {
  const machine = await machineWith({ skills: 520 });
  const page = await machine.visit('/machine/tidy');
  await settled(page);
  const same = section(page, 'Skills that say the same');
  expect(await same.locator('.tidy-skills').count()).toBe(0);
  await same.getByRole('button', { name: 'Compare them' }).click();
  await same.getByText('520 skills compared').waitFor();
});
