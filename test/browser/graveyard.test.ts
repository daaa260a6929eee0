import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { Person } from '../server/client-world.js';
import type { Team } from './team.js';
import { test } from './world.js';

/** Three that nobody has used for a year, and one that is used. */
async function letThemAge(team: Team): Promise<void> {
  await team.ago(400, async () => {
    for (const slug of ['dusty', 'mossy', 'rusty', 'shiny']) await team.publish(`${slug}@1.0.0`);
  });
  await team.ago(1, () => team.use('shiny', 9));
}

/** Waits until a list has these, and nothing else. */
async function expectRows(page: Page, list: 'Candidates' | 'Archived', slugs: readonly string[]) {
  const rows = page.getByRole('table', { name: list }).getByRole('row').getByRole('link');
  await expect.poll(async () => (await rows.allTextContents()).toSorted()).toEqual(slugs);
}

test('an item is archived and restored, and the command line sees both', async ({ team }) => {
  await letThemAge(team);
  const person = new Person();
  await person.run(['login', team.url, '--tenant', team.slug, '--token-stdin'], {
    input: `${await team.token(['skills:read'])}\n`,
  });
  const found = () => person.run(['search', 'dusty', '--registry', '--json']);
  expect(await found()).toContain('"dusty"');

  const page = await team.visit('admin', '/graveyard');
  await page.getByRole('button', { name: 'Archive dusty' }).click();
  const dialog = page.getByRole('dialog', { name: 'Archive dusty' });
  await dialog.getByLabel('Reason').fill('nobody has asked for it');
  await dialog.getByRole('button', { name: 'Archive' }).click();
  await page.getByText('Archived 1 item.').waitFor();
  await expectRows(page, 'Candidates', ['mossy', 'rusty']);
  expect(await found()).not.toContain('"dusty"');
  expect(await team.ask('GET', '/v1/skills/dusty')).toMatchObject({ data: { state: 'archived' } });
  expect(await team.ask('GET', '/v1/audit?action=item.archive')).toMatchObject({
    data: { items: [{ target: 'skill/dusty', details: { reason: 'nobody has asked for it' } }] },
  });

  await page.getByRole('navigation', { name: 'Lists' }).getByRole('link', { name: 'Archived' }).click();
  await page.getByRole('button', { name: 'Restore dusty' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await page.getByText('Restored 1 item.').waitFor();
  await page.getByText('No skill is archived').waitFor();
  expect(await found()).toContain('"dusty"');
});

test('many are archived and restored at once, after they were listed', async ({ team }) => {
  await letThemAge(team);
  const page = await team.visit('admin', '/graveyard');
  await page.getByLabel('Select all').check();
  await page.getByLabel('Select rusty').uncheck();
  await page.getByRole('button', { name: 'Archive 2 items' }).click();
  const dialog = page.getByRole('dialog', { name: 'Archive 2 items' });
  expect(await dialog.getByRole('listitem').allTextContents()).toEqual(['dusty', 'mossy']);
  await dialog.getByRole('button', { name: 'Archive' }).click();
  await page.getByText('Archived 2 items.').waitFor();
  await expectRows(page, 'Candidates', ['rusty']);
  await page.goto('/graveyard?list=archived');
  await expectRows(page, 'Archived', ['dusty', 'mossy']);
  await page.getByLabel('Select all').check();
  await page.getByRole('button', { name: 'Restore 2 items' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await page.getByText('Restored 2 items.').waitFor();
});

test('what others require is archived with a word of warning', async ({ team }) => {
  await letThemAge(team);
  await team.publish('needs-mossy@1.0.0', { requires: ['mossy'] });
  await team.send('POST', '/v1/skills/mossy/flag', { reason: 'seems unused' });
  const page = await team.visit('admin', '/graveyard');
  await page.getByRole('button', { name: 'Archive mossy' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
  await page.getByText('`mossy` is required by `needs-mossy`').waitFor();
});

test('thresholds are tried out live, kept in the address, and become the policy only when saved', async ({
  team,
}) => {
  await letThemAge(team);
  const page = await team.visit('admin', '/graveyard');
  await expectRows(page, 'Candidates', ['dusty', 'mossy', 'rusty']);
  await page.getByText('3 candidates').waitFor();
  await page.getByRole('spinbutton', { name: 'Days without use' }).fill('500');
  await page.getByText('No candidates').waitFor();
  expect(new URL(page.url()).searchParams.get('days')).toBe('500');
  await page.reload();
  await page.getByText('No candidates').waitFor();
  await page.getByRole('button', { name: 'Back to the policy' }).click();
  await page.getByText('3 candidates').waitFor();

  await page.getByRole('spinbutton', { name: 'Fewer uses than' }).fill('20');
  await page.getByRole('spinbutton', { name: 'Days without use' }).fill('0');
  await expectRows(page, 'Candidates', ['dusty', 'mossy', 'rusty', 'shiny']);
  const policy = async () => (await team.ask('GET', '/v1/tenant/settings')).data;
  expect(await policy()).toMatchObject({ decay: { skill: { days: 180, max_uses: 3 } } });
  await page.getByRole('button', { name: "Save as the team's policy" }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText("Saved the team's policy for skills.").waitFor();
  expect(await policy()).toMatchObject({ decay: { skill: { days: 0, max_uses: 20 } } });
});
