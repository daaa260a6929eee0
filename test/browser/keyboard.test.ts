import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { test } from './world.js';

/** Presses Tab until the focus is there. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await wanted.waitFor();
  for (let press = 0; press < 60; press += 1) {
    await page.keyboard.press('Tab');
    if (await hasFocus(page, wanted)) return;
  }
  throw new Error(`Tab does not lead to ${wanted}`);
}

async function hasFocus(page: Page, wanted: Locator): Promise<boolean> {
  return (await page.locator(':focus').and(wanted).count()) > 0;
}

test('everything is done without a mouse: sign in, search, open, archive', async ({ team }) => {
  await team.publish('log-triage@1.0.0');
  await team.publish('sql-tuning@1.0.0');
  const page = await team.visitor('/sign-in');
  await tabTo(page, page.getByLabel('Token'));
  await page.keyboard.insertText(await team.token());
  await page.keyboard.press('Enter');
  await page.waitForURL('/');

  await page.getByRole('link', { name: 'log-triage', exact: true }).waitFor();
  await page.keyboard.press('/');
  expect(await hasFocus(page, page.getByRole('searchbox'))).toBe(true);
  await page.keyboard.type('sql');
  await page.getByRole('link', { name: 'log-triage', exact: true }).waitFor({ state: 'hidden' });
  await tabTo(page, page.getByRole('link', { name: 'sql-tuning', exact: true }));
  await page.keyboard.press('Enter');
  await page.waitForURL('/skills/sql-tuning');

  const archive = page.getByRole('main').getByRole('button', { name: 'Archive', exact: true }).first();
  await tabTo(page, archive);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Archive sql-tuning?' });
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect(await hasFocus(page, archive)).toBe(true);
  await page.keyboard.press('Enter');
  await dialog.waitFor();
  await tabTo(page, dialog.getByRole('button', { name: 'Cancel' }));
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  expect(await hasFocus(page, archive)).toBe(true);
  await page.keyboard.press('Enter');
  await dialog.waitFor();
  await page.keyboard.type('not needed');
  await page.keyboard.press('Enter');
  await page.getByText('sql-tuning is archived.').waitFor();
  expect(await team.ask('GET', '/v1/skills/sql-tuning')).toMatchObject({ data: { state: 'archived' } });
});

test('the focus stays in a dialog', async ({ team }) => {
  await team.publish('log-triage@1.0.0');
  const page = await team.visit('admin', '/skills/log-triage');
  await page.getByRole('button', { name: 'Archive' }).click();
  await page.getByRole('dialog').waitFor();
  // The browser's own controls are the one way out.
  const isOutside = `!document.activeElement.matches('body, dialog, dialog *')`;
  for (let press = 0; press < 8; press += 1) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate<boolean>(isOutside)).toBe(false);
  }
});

test('after a change the focus is on what takes it back', async ({ team }) => {
  await team.publish('log-triage@1.0.0');
  const page = await team.visit('admin', '/skills/log-triage');
  await page.getByRole('button', { name: 'Flag' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Flag' }).click();
  const back = page.getByRole('main').getByRole('button', { name: 'Unflag' });
  await back.waitFor();
  expect(await hasFocus(page, back)).toBe(true);
});

test('wherever the focus goes, it is seen', async ({ team }) => {
  await team.publish('log-triage@1.0.0', { tags: ['operations'] });
  const page = await team.visit('admin', '/');
  await page.getByRole('link', { name: 'log-triage', exact: true }).waitFor();
  await page.getByRole('link', { name: 'Skip to main content' }).focus();
  const outline = `(() => {
    const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
    return outlineStyle !== 'none' && parseFloat(outlineWidth) > 0;
  })()`;
  const unseen: string[] = [];
  for (let press = 0; press < 16; press += 1) {
    await page.keyboard.press('Tab');
    if (!(await page.evaluate<boolean>(outline)))
      unseen.push(await page.evaluate<string>('document.activeElement.outerHTML'));
  }
  expect(unseen).toEqual([]);
});

test('a link leads past the navigation', async ({ team }) => {
  const page = await team.visit('viewer', '/tokens');
  await page.getByRole('heading', { level: 1, name: 'Tokens' }).waitFor();
  await page.getByRole('link', { name: 'Skip to main content' }).focus();
  await page.keyboard.press('Enter');
  expect(await page.evaluate<string>('document.activeElement.id')).toBe('main');
  await page.getByRole('heading', { level: 1, name: 'Tokens' }).waitFor();
});
