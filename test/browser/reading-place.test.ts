import type { Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import { settled } from './settled.js';
import type { Team } from './team.js';
import { test } from './world.js';

const phone = { viewport: { width: 390, height: 844 } };
const slugs = Array.from({ length: 40 }, (_, at) => `skill-${at + 10}`);

async function readDownTo(page: Page, top: number): Promise<void> {
  await page.evaluate(`scrollTo(0, ${top})`);
  await expectPlace(page, top);
}

async function expectPlace(page: Page, top: number): Promise<void> {
  await expect.poll(() => page.evaluate<number>('Math.round(scrollY)')).toBe(top);
}

async function publishMany(team: Team): Promise<void> {
  await Promise.all(slugs.map((slug) => team.publish(`${slug}@1.0.0`)));
}

const listed = (page: Page, slug: string) => page.getByRole('link', { name: slug, exact: true });

test('Back leads to the place in the list that was left, however late the list comes', async ({ team }) => {
  await publishMany(team);
  const page = await team.visit('viewer', '/');
  await listed(page, 'skill-10').waitFor();
  await readDownTo(page, 700);
  await listed(page, 'skill-20').click();
  await page.getByRole('heading', { level: 1, name: 'skill-20' }).waitFor();
  await expectPlace(page, 0);
  const asked: Route[] = [];
  await page.route('**/v1/skills?*', (route) => {
    asked.push(route);
  });
  await page.goBack();
  await expect.poll(() => asked.length).toBe(1);
  await page.getByRole('status', { name: 'Loading the catalog' }).waitFor();
  await asked[0]?.continue();
  await page.unroute('**/v1/skills?*');
  await listed(page, 'skill-10').waitFor();
  await expectPlace(page, 700);
  await page.reload();
  await listed(page, 'skill-10').waitFor();
  await expectPlace(page, 700);
});

test('a reader who scrolls meanwhile is not pulled back', async ({ team }) => {
  await publishMany(team);
  const page = await team.visit('viewer', '/');
  await listed(page, 'skill-10').waitFor();
  await readDownTo(page, 700);
  await listed(page, 'skill-20').click();
  await page.getByRole('heading', { level: 1, name: 'skill-20' }).waitFor();
  await page.goBack();
  await expectPlace(page, 700);
  await page.mouse.wheel(0, -10_000);
  await expectPlace(page, 0);
  await page.setViewportSize({ width: 500, height: 700 });
  await listed(page, 'skill-10').waitFor();
  await expectPlace(page, 0);
});

test('another part of a page opens where one is', async ({ team }) => {
  const files = Object.fromEntries(slugs.map((slug) => [`${slug}.md`, `${slug}\n`.repeat(80)]));
  await team.publish('log-triage@1.0.0', { files, body: '# Steps\n\nRead [one](skill-49.md).\n' });
  const page = await team.visit('viewer', '/skills/log-triage?tab=files', phone);
  await settled(page);
  await readDownTo(page, 300);
  await page
    .getByRole('navigation', { name: 'Parts of this page' })
    .getByRole('link', { name: 'Read' })
    .click();
  await page.getByRole('heading', { level: 2, name: 'Steps' }).waitFor();
  const part = page.getByRole('navigation', { name: 'Parts of this page' });
  expect((await part.boundingBox())?.y).toBeGreaterThanOrEqual(0);
  await page.getByRole('link', { name: 'one', exact: true }).click();
  const file = page.getByRole('heading', { level: 2, name: 'skill-49.md' });
  await file.waitFor();
  // The list of files fills the screen of a phone, and the file is seen all the same.
  await expect.poll(async () => (await file.boundingBox())?.y).toBeLessThan(844 * 0.7);
});
