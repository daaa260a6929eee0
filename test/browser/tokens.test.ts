import { expect } from 'vitest';
import { test } from './world.js';

test('a token is made, shown once, works, and stops working when it is revoked', async ({ team }) => {
  const page = await team.visit('publisher', '/tokens', {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await page.getByRole('button', { name: 'New token' }).click();
  await page.getByRole('textbox', { name: /^Name/ }).fill('laptop');
  expect(await page.getByRole('checkbox').count()).toBe(4);
  await page.getByRole('checkbox', { name: 'Publish versions' }).check();
  await page.getByRole('button', { name: 'Create token' }).click();
  await page.getByRole('button', { name: 'Copy the token' }).click();
  await page.getByText('Copied', { exact: true }).waitFor();
  const token = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(token).toMatch(/^cop_/);
  const who = async () => (await team.ask('GET', '/v1/auth/whoami', undefined, token)).status;
  expect(await who()).toBe(200);

  await page.getByRole('button', { name: 'I have copied it' }).click();
  await page
    .getByRole('row', { name: /laptop/ })
    .getByText('live')
    .waitFor();
  await page.reload();
  await page.getByRole('row', { name: /laptop/ }).waitFor();
  const kept =
    'document.documentElement.outerHTML + location.href + JSON.stringify([localStorage, sessionStorage])';
  expect(await page.evaluate<string>(kept)).not.toContain(token);

  await page.getByRole('button', { name: 'Revoke laptop' }).click();
  await page.getByRole('dialog', { name: 'Revoke laptop?' }).getByRole('button', { name: 'Revoke' }).click();
  await page
    .getByRole('row', { name: /laptop/ })
    .getByText('revoked')
    .waitFor();
  expect(await who()).toBe(401);
});

test('a visitor who signed in with a token sees why it cannot create others', async ({ team }) => {
  const page = await team.visitor('/sign-in?back=/tokens');
  await page.getByLabel('Token').fill(await team.token());
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('You signed in with a token', { exact: false }).waitFor();
  expect(await page.getByRole('button', { name: 'New token' }).count()).toBe(0);
});
