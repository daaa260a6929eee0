import { expect } from 'vitest';
import { test } from './world.js';

test('an admin creates a namespace with rules, gives a group a role, and takes it away', async ({ team }) => {
  const page = await team.visit('admin', '/namespaces');
  await page.getByText('There are no namespaces yet').waitFor();
  await page.getByRole('button', { name: 'New namespace' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: false }).first().fill('design');
  await dialog.getByLabel('Everybody is').selectOption('proposer');
  await dialog.getByLabel('Approvals that a publish needs').fill('2');
  await dialog.getByLabel('Approved by').selectOption('publisher');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name: '@design' }).waitFor();
  await page.getByText('2 approvals by publishers who did not write it').waitFor();
  await page.getByText('admin in @design/*, as in the whole tenant').waitFor();

  await page.getByRole('button', { name: 'Give a role in @design' }).click();
  await dialog.getByLabel('Who').fill('group:Designers');
  await dialog.getByLabel('Role').selectOption('curator');
  await dialog.getByRole('button', { name: 'Give role' }).click();
  const row = page.getByRole('row', { name: /group Designers/ });
  await row.getByText('curator').waitFor();

  await page.getByRole('button', { name: 'Change rules of @design' }).click();
  expect(await dialog.getByLabel('Approvals that a publish needs').inputValue()).toBe('2');
  await dialog.getByLabel('Approvals that a publish needs').fill('0');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('no approval').waitFor();

  await row.getByRole('button', { name: /Take away/ }).click();
  await dialog.getByRole('button', { name: 'Take away' }).click();
  await page.getByText('Nobody has a role of their own here.').waitFor();
  await page.getByRole('button', { name: 'Remove @design' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await page.getByText('There are no namespaces yet').waitFor();
});

test('a member sees the namespaces and their own right, and changes nothing', async ({ team }) => {
  await team.send('POST', '/v1/namespaces', { name: 'design', default_role: 'proposer' });
  const page = await team.visit('publisher', '/namespaces');
  await page.getByText('proposer in @design/*, as everybody').waitFor();
  expect(await page.getByRole('button', { name: /design|New namespace/ }).count()).toBe(0);
  await page.goto('/account');
  await page.getByText('proposer in @design/*, as everybody').waitFor();
});

test('a curator asks for changes, approves the new content, and publishes it', async ({ team }) => {
  await team.send('POST', '/v1/namespaces', { name: 'design', require_approval: { approvals: 1 } });
  const sketch = { name: 'logo', body: '# Steps\n\nDraw it.\n' };
  const id = await team.propose('@design/logo', sketch, { version: '1.2.0' });
  const page = await team.visit('curator', `/drafts/${id}`);
  await page.getByText('It needs 1 approval by a curator who did not write it; 1 missing.').waitFor();
  expect(await page.getByRole('button', { name: 'Publish' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Ask for changes' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Comment').fill('Say which colours.');
  await dialog.getByRole('button', { name: 'Ask for changes' }).click();
  await page.getByText('asked for changes. Edit the draft', { exact: false }).waitFor();
  await page.getByText('Say which colours.').waitFor();

  await team.send('PATCH', `/v1/drafts/${id}`, { description: 'Draws the logo in two colours, when asked.' });
  await page.reload();
  await page.getByText('about earlier content', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Approve' }).click();
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await page.getByText('It has the approvals that it needs.').waitFor();
  await page.getByRole('button', { name: 'Publish' }).click();
  expect(await dialog.getByLabel('Version').inputValue()).toBe('1.2.0');
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Published @design/logo 1.2.0.').waitFor();
  await page.getByRole('link', { name: '1.2.0', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: '@design/logo', exact: true }).waitFor();
  expect(await page.evaluate<string>('location.pathname')).toBe('/skills/@design/logo');
  await page.reload();
  await page.getByRole('heading', { level: 1, name: '@design/logo', exact: true }).waitFor();
});

test('whoever may only propose sees the draft without the buttons to decide', async ({ team }) => {
  const id = await team.propose('logo');
  const page = await team.visit('proposer', `/drafts/${id}`);
  await page.getByRole('heading', { level: 1, name: 'Draft: logo' }).waitFor();
  expect(await page.getByRole('button', { name: /Publish|Approve|Discard|Ask for changes/ }).count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Edit' }).count()).toBe(0);
});
