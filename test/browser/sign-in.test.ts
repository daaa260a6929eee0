import { expect } from 'vitest';
import { test } from './world.js';

test('a person signs in with a token, stays signed in, and signs out', async ({ team }) => {
  const page = await team.visitor('/sign-in');
  await page.getByLabel('Token').fill(await team.token());
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('/');
  const visitor = page.locator('header').getByText('test', { exact: false });
  await visitor.waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL('/sign-in');
  await page.getByLabel('Token').waitFor();
  expect((await page.request.get('/v1/auth/whoami')).status()).toBe(401);
  await page.reload();
  expect(await page.getByRole('button', { name: 'Sign out' }).count()).toBe(0);
});

test('a wrong token is refused in words, and another can be given', async ({ team }) => {
  const page = await team.visitor('/sign-in');
  await page.getByLabel('Token').fill(`cop_${'x'.repeat(40)}`);
  await page.getByLabel('Token').press('Enter');
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Token').fill(await team.token());
  await page.getByLabel('Token').press('Enter');
  await page.waitForURL('/');
});

test('a one-time link opens one session, and leaves nothing in the address', async ({ team }) => {
  const link = await team.link('viewer');
  const page = await team.visitor(link);
  await page.waitForURL('/');
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
  expect(await page.evaluate<number>('history.length')).toBeLessThanOrEqual(2);
  expect(await page.evaluate<string>('location.href + JSON.stringify(localStorage)')).not.toContain('copl_');

  const late = await team.visitor(link);
  await late.getByRole('alert').waitFor();
  expect(new URL(late.url()).hash).toBe('');
  await late.getByLabel('Token').waitFor();
  expect((await late.request.get('/v1/auth/whoami')).status()).toBe(401);
});

test('a one-time link works on the page of signing in too, also after one that did not', async ({ team }) => {
  const page = await team.visitor('/sign-in');
  await page.getByLabel('Token').waitFor();
  await page.goto('/sign-in#copl_wrong');
  await page.getByRole('alert').getByText('The sign-in link does not work', { exact: false }).waitFor();
  await page.goto(await team.link('viewer'));
  await page.waitForURL('/');
});

test('after signing in one is where one wanted to be, but only on a page of our own', async ({ team }) => {
  const page = await team.visitor('/tokens?x=1');
  await page.getByRole('link', { name: 'Sign in' }).first().click();
  await page.getByLabel('Token').fill(await team.token());
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('/tokens?x=1');

  const lured = await team.visitor('/sign-in?back=//elsewhere.example.com/');
  await lured.getByLabel('Token').fill(await team.token());
  await lured.getByRole('button', { name: 'Sign in' }).click();
  await lured.waitForURL('/');
});

test('the cookie of a session is out of reach of scripts and of other sites', async ({ team }) => {
  const page = await team.visit('viewer', '/');
  const [cookie] = await page.context().cookies();
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
  expect(await page.evaluate<string>('document.cookie')).toBe('');
  const write = await page.evaluate<number>(
    `fetch('/v1/auth/logout', { method: 'POST' }).then(({ status }) => status)`,
  );
  expect(write).toBe(403);
});

test('a link of somebody else asks before it ends a session, and staying keeps it', async ({ team }) => {
  const page = await team.visit('admin', '/');
  const link = await team.link('viewer');
  await page.goto(link);
  await page.getByRole('heading', { name: 'Change the account?' }).waitFor();
  const viewer = `viewer@${team.slug}.example.com`;
  await page.getByText(`signs you in as ${viewer}`, { exact: false }).waitFor();
  expect(await page.evaluate<string>('location.href')).not.toContain('copl_');
  await page.getByRole('button', { name: 'Stay signed in as' }).click();
  await page.waitForURL('/');
  const who = async () => (await (await page.request.get('/v1/auth/whoami')).json()).principal;
  expect(await who()).toBe(`user:admin@${team.slug}.example.com`);

  await page.goto(link);
  await page.getByRole('button', { name: `Sign in as ${viewer}` }).click();
  await page.waitForURL('/');
  expect(await who()).toBe(`user:${viewer}`);
});

test('a person sees where they are signed in, and ends a session elsewhere', async ({ team }) => {
  const elsewhere = await team.visit('publisher', '/');
  const page = await team.visit('publisher', '/');
  await page.getByRole('link', { name: `publisher@${team.slug}.example.com` }).click();
  await page.waitForURL('/account');
  await page.getByRole('row').nth(2).waitFor();
  expect(await page.getByText('this one').count()).toBe(1);
  await page.getByRole('button', { name: 'End the session of Chrome on Linux' }).click();
  await page.getByRole('button', { name: 'End session' }).click();
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  expect((await elsewhere.request.get('/v1/auth/whoami')).status()).toBe(401);
  expect((await page.request.get('/v1/auth/whoami')).status()).toBe(200);
});
