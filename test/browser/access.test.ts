import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { furnish } from './furnished.js';
import { settled } from './settled.js';
import { test } from './world.js';

const controls =
  /archive|restore|unflag|^flag|deprecate|yank|publish$|discard|^save|^edit|new token|revoke|policy|^invite|^add a|^trust /i;

/** What the buttons of a page offer to change. */
async function offered(page: Page, path: string): Promise<readonly string[]> {
  await page.goto(path);
  await settled(page);
  const labels = await page.getByRole('main').getByRole('button').allTextContents();
  return labels.filter((label) => controls.test(label.trim()));
}

test('a viewer is offered nothing that changes the catalog, on any page', async ({ team }) => {
  const places = await furnish(team);
  const page = await team.visit('viewer', '/');
  const pages = page.getByRole('navigation', { name: 'Pages' }).getByRole('link');
  // Drafts, because everybody may propose in the namespace `design`.
  await expect.poll(() => pages.allTextContents()).toEqual(['Catalog', 'Drafts', 'Namespaces', 'Tokens']);
  // Everybody has tokens of their own.
  for (const { path } of places) if (path !== '/tokens') expect(await offered(page, path), path).toEqual([]);
});

test('an admin is offered it', async ({ team }) => {
  await furnish(team);
  const page = await team.visit('admin', '/');
  expect(await offered(page, '/skills/log-triage')).toEqual(['Deprecate', 'Flag', 'Archive']);
  expect(await offered(page, '/graveyard')).toContain('Unflag');
});

test('a viewer who asks the API all the same is refused', async ({ team }) => {
  await team.publish('log-triage@1.0.0');
  const id = await team.propose('log-triage');
  const page = await team.visit('viewer', '/');
  const who = await page.request.get('/v1/auth/whoami');
  const headers = { 'x-coppice-csrf': (await who.json()).csrf };
  const asked: readonly (readonly [string, string, object?])[] = [
    ['POST', '/v1/skills/log-triage/archive', {}],
    ['POST', '/v1/skills/log-triage/flag', {}],
    ['POST', '/v1/skills/log-triage/deprecate', { message: 'no' }],
    ['POST', '/v1/skills/log-triage/versions/1.0.0/yank', { reason: 'no' }],
    ['PATCH', `/v1/drafts/${id}`, { notes: 'no' }],
    ['POST', `/v1/drafts/${id}/publish`, { version: '9.0.0' }],
    ['POST', '/v1/profile/tokens', { name: 'more', scopes: ['tenant:admin'] }],
    ['PATCH', '/v1/tenant/settings', { visibility: 'public' }],
    ['GET', '/v1/audit'],
    ['GET', '/v1/tenant/usage/timeline'],
    ['GET', '/v1/tenant/skills/decay'],
    ['GET', '/v1/drafts'],
    ['GET', '/v1/skills?state=archived'],
  ];
  const answers = await Promise.all(
    asked.map(async ([method, path, data]) => {
      const answer = await page.request.fetch(path, { method, headers, ...(data && { data }) });
      return [path, answer.status()];
    }),
  );
  expect(answers).toEqual(asked.map(([, path]) => [path, 403]));
  expect(await team.ask('GET', '/v1/skills/log-triage')).toMatchObject({ data: { state: 'published' } });
});

test('who is not signed in is asked to sign in, and comes back to the page', async ({ team }) => {
  await team.publish('log-triage@1.0.0');
  const page = await team.visitor('/skills/log-triage?tab=versions');
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('Token').fill(await team.token(['skills:read']));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('/skills/log-triage?tab=versions');
  await page.getByRole('heading', { level: 1, name: 'log-triage' }).waitFor();
});

test('a publisher reads drafts and decides on none', async ({ team }) => {
  const id = await team.propose('new-idea');
  const page = await team.visit('publisher', `/drafts/${id}`);
  await settled(page);
  for (const name of ['Publish', 'Discard', 'Save'])
    expect(await page.getByRole('button', { name }).count()).toBe(0);
});
