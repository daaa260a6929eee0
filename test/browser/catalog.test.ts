import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Team } from './team.js';
import { test } from './world.js';

async function publishSome(team: Team): Promise<void> {
  await team.publish('log-triage@1.0.0', {
    description: 'Reads logs in the right order.',
    tags: ['operations', 'on-call'],
  });
  await team.publish('sql-tuning@1.0.0', { description: 'Makes queries faster.', tags: ['data'] });
  await team.publish('slow-queries@1.0.0', {
    description: 'Finds queries that take long.',
    tags: ['data', 'operations'],
  });
  await team.publish('reviewer@1.0.0', { description: 'Reads changes.', tags: ['data'] }, { kind: 'agent' });
}

const search = (page: Page) => page.getByRole('searchbox', { name: 'Search the catalog' });

/** Waits until these are listed, in this order, and nothing else. */
async function expectListed(page: Page, slugs: readonly string[]): Promise<void> {
  await expect.poll(() => page.locator('.item-name').getByRole('link').allTextContents()).toEqual(slugs);
}

async function expectCount(page: Page, words: string): Promise<void> {
  await expect.poll(() => page.locator('output.catalog-count').textContent()).toBe(words);
}

test('a search is made while one types, announced, and kept in the address', async ({ team }) => {
  await publishSome(team);
  const page = await team.visit('viewer', '/');
  await expectListed(page, ['log-triage', 'slow-queries', 'sql-tuning']);
  const before = await page.evaluate<number>('history.length');
  await search(page).pressSequentially('queries');
  await expectListed(page, ['slow-queries', 'sql-tuning']);
  await expectCount(page, '2 results');
  expect(new URL(page.url()).search).toBe('?query=queries');
  expect(await page.evaluate<number>('history.length')).toBe(before);
  await page.reload();
  await expectListed(page, ['slow-queries', 'sql-tuning']);
  expect(await search(page).inputValue()).toBe('queries');
  await search(page).fill('nothing like it');
  await page.getByText('No skills found for “nothing like it”').waitFor();
  await page.getByRole('link', { name: 'Clear search and filters' }).click();
  await expectListed(page, ['log-triage', 'slow-queries', 'sql-tuning']);
  expect(await search(page).inputValue()).toBe('');
});

test('tags, kind and order narrow the list, and Back undoes each step', async ({ team }) => {
  await publishSome(team);
  await team.use('sql-tuning', 7);
  const page = await team.visit('viewer', '/');
  await page.getByRole('button', { name: 'Add tag data, 2 items' }).click();
  await expectListed(page, ['slow-queries', 'sql-tuning']);
  await page.getByLabel('Sort').selectOption('Most active');
  await expectListed(page, ['sql-tuning', 'slow-queries']);
  await page.getByRole('list', { name: 'Tags of slow-queries' }).getByText('operations').click();
  await expectListed(page, ['slow-queries']);
  await page.getByRole('button', { name: 'Remove tag data' }).click();
  await expect.poll(() => new URL(page.url()).search).toBe('?tags=operations&sort=used');
  await page.goBack();
  await expectListed(page, ['slow-queries']);
  await page.goBack();
  await expectListed(page, ['sql-tuning', 'slow-queries']);
  await page.getByRole('radio', { name: 'Agents' }).check();
  await expectListed(page, ['reviewer']);
});

test('who curates sees flagged and archived items when asked for', async ({ team }) => {
  await publishSome(team);
  await team.send('POST', '/v1/skills/sql-tuning/archive', {});
  const page = await team.visit('curator', '/');
  await expectListed(page, ['log-triage', 'slow-queries']);
  await page.getByLabel('State').selectOption('Archived');
  await expectListed(page, ['sql-tuning']);
});

test('a long list comes in pages, each with an address', async ({ team }) => {
  const slugs = Array.from({ length: 52 }, (_, at) => `skill-${String(at + 10)}`);
  await Promise.all(slugs.map((slug) => team.publish(`${slug}@1.0.0`)));
  const page = await team.visit('viewer', '/');
  await expectListed(page, slugs.slice(0, 50));
  await expectCount(page, 'More than 50 results');
  await page.getByRole('link', { name: 'Next' }).click();
  await expectListed(page, slugs.slice(50));
  await expectCount(page, 'Results 51 to 52 of 52');
  await page.reload();
  await expectListed(page, slugs.slice(50));
  await page.getByRole('link', { name: 'Previous' }).click();
  await expectListed(page, slugs.slice(0, 50));
  await page.goBack();
  await expectListed(page, slugs.slice(50));
});

test('an empty catalog says how it is filled, to who may fill it', async ({ team }) => {
  const publisher = await team.visit('publisher', '/');
  await publisher.getByText('No skills published yet').waitFor();
  await publisher.getByText('coppice publish', { exact: false }).waitFor();
  const viewer = await team.visit('viewer', '/');
  await viewer.getByText('No skills published yet').waitFor();
  expect(await viewer.getByText('coppice publish', { exact: false }).count()).toBe(0);
});
