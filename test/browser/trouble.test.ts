import { expect } from 'vitest';
import { settled } from './settled.js';
import { test } from './world.js';

test('offline, a page says so, and goes on where it was once it is asked again', async ({ team }) => {
  await team.publish('log-triage@1.0.0');
  const page = await team.visit('viewer', '/');
  await page.getByRole('link', { name: 'log-triage', exact: true }).waitFor();
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'log-triage', exact: true }).click();
  await page
    .getByRole('alert')
    .getByText('The registry cannot be reached', { exact: false })
    .first()
    .waitFor();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await page.getByRole('heading', { level: 2, name: 'Steps' }).waitFor();
});

test('offline, what was filled in stays, and can be sent again', async ({ team }) => {
  await team.publish('log-triage@1.0.0');
  const page = await team.visit('admin', '/skills/log-triage');
  await page.getByRole('button', { name: 'Archive' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('not needed');
  await page.context().setOffline(true);
  await dialog.getByRole('button', { name: 'Archive' }).click();
  await page.getByText('The registry cannot be reached', { exact: false }).waitFor();
  expect(await dialog.getByLabel('Reason').inputValue()).toBe('not needed');
  await page.context().setOffline(false);
  await dialog.getByRole('button', { name: 'Archive' }).click();
  await page.getByText('log-triage is archived.').waitFor();
});

test('a failed request is shown in the words of the registry, and sent again', async ({ team }) => {
  const page = await team.visit('viewer', '/tokens');
  await settled(page);
  const message = 'The database is busy.';
  await page.route('**/v1/skills?*', (route) =>
    route.fulfill({ status: 503, json: { error: 'unavailable', message } }),
  );
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Catalog' }).click();
  await page.getByRole('alert').getByText(message).waitFor();
  await page.unroute('**/v1/skills?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('No skills published yet').waitFor();
});

test.for(['/nowhere', '/skills/', '/skills/a/b/c', '/drafts/x/y'])(
  '%s says that nothing is there, and leads to the catalog',
  async (path, { team }) => {
    const page = await team.visit('viewer', path);
    await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor();
    await page.getByRole('main').getByRole('link', { name: 'catalog' }).click();
    await page.waitForURL('/');
  },
);

test('an item or a draft that is not there is said to be missing', async ({ team }) => {
  const page = await team.visit('admin', '/skills/no-such-skill');
  await page.getByText('There is no such skill').waitFor();
  await team.publish('reviewer@1.0.0', {}, { kind: 'agent' });
  await page.goto('/skills/reviewer');
  await page.getByText('There is an agent of this name:').getByRole('link', { name: 'reviewer' }).click();
  await page.getByText('coppice add reviewer --kind agent').waitFor();
  await page.goto('/drafts/00000000-0000-4000-8000-000000000000');
  await page.getByRole('alert').waitFor();
});

test('a session that ends in the middle of a form: one signs in elsewhere and goes on', async ({ team }) => {
  await team.publish('log-triage@1.0.0');
  const page = await team.visit('admin', '/skills/log-triage');
  await page.getByRole('button', { name: 'Archive' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('not needed');
  await page.context().clearCookies();
  await dialog.getByRole('button', { name: 'Archive' }).click();
  const elsewhere = page.context().waitForEvent('page');
  await dialog.getByRole('alert').getByRole('link', { name: 'Sign in' }).click();
  const other = await elsewhere;
  await other.getByLabel('Token').waitFor();
  await other.goto(await team.link('admin'));
  await other.waitForURL('/');
  await dialog.getByRole('button', { name: 'Archive' }).click();
  await page.getByText('log-triage is archived.').waitFor();
  const { data } = await team.ask('GET', '/v1/skills?state=archived');
  expect(data).toMatchObject({ items: [{ state_reason: 'not needed' }] });
});

test('what one person began is not finished in the name of another', async ({ team }) => {
  await team.publish('log-triage@1.0.0');
  const page = await team.visit('admin', '/skills/log-triage');
  await page.getByRole('button', { name: 'Flag' }).click();
  const other = await page.context().newPage();
  await other.goto(await team.link('curator'));
  await other.getByRole('button', { name: 'Sign in as' }).click();
  await other.waitForURL('/');
  await page.getByRole('dialog').getByRole('button', { name: 'Flag' }).click();
  await page
    .getByRole('alert')
    .getByText('has signed in with this browser in the meantime', { exact: false })
    .waitFor();
  expect(await team.ask('GET', '/v1/skills/log-triage')).toMatchObject({ data: { state: 'published' } });
});

test('a page that is not for one says so, and does not offer to try again', async ({ team }) => {
  const page = await team.visit('viewer', '/audit');
  await page.getByRole('alert').getByText('You do not have access to this page').waitFor();
  await page.getByText('It is for the admins of the team. Ask one of them if you need it.').waitFor();
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
});

test('a browser that keeps nothing for pages still shows them', async ({ team }) => {
  const page = await team.visit('viewer', '/tokens');
  await page.addInitScript(
    `Object.defineProperty(window, 'localStorage', { get: () => { throw new DOMException('', 'SecurityError'); } })`,
  );
  await page.goto('/');
  await page.getByText('No skills published yet').waitFor();
  await page.getByRole('button', { name: 'Theme: device. Change to light' }).click();
  await page.getByRole('button', { name: 'Theme: light. Change to dark' }).waitFor();
});

test('a session that ended elsewhere is asked to sign in again', async ({ team }) => {
  await team.publish('log-triage@1.0.0');
  const page = await team.visit('viewer', '/');
  await page.getByRole('link', { name: 'log-triage', exact: true }).waitFor();
  await page.context().clearCookies();
  await page.getByRole('link', { name: 'log-triage', exact: true }).click();
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).first().waitFor();
});
