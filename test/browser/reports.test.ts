import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { test } from './world.js';

test('the audit is narrowed down by what is in its rows, and by what one types', async ({ team }) => {
  await team.publish('log-triage@1.0.0');
  await team.publish('sql-tuning@1.0.0');
  await team.send('POST', '/v1/skills/log-triage/archive', { reason: 'not needed' });
  const page = await team.visit('admin', '/audit');
  const rows = page.getByRole('table').getByRole('row');
  await rows.filter({ hasText: 'item.archive' }).getByText('not needed').first().waitFor();
  await page.getByRole('link', { name: 'version.publish' }).first().click();
  await page.getByText('2 changes', { exact: true }).waitFor();
  expect(new URL(page.url()).search).toBe('?action=version.publish');
  await page.getByLabel('Target').fill('skill/sql-tuning@1.0.0');
  await page.getByText('1 change', { exact: true }).waitFor();
  await page.reload();
  await page.getByText('1 change', { exact: true }).waitFor();
  await page.getByRole('table').getByRole('link', { name: 'skill/sql-tuning' }).click();
  await page.getByRole('heading', { level: 1, name: 'sql-tuning' }).waitFor();
});

test('the audit is narrowed down by days, exported and verified', async ({ team, world }) => {
  await team.ago(3, () => team.publish('log-triage@1.0.0'));
  await team.publish('sql-tuning@1.0.0');
  const page = await team.visit('admin', '/audit?action=version.publish');
  await page.getByText('2 changes', { exact: true }).waitFor();
  await page.getByLabel('From (UTC)').fill('2026-03-01');
  await page.getByText('1 change', { exact: true }).waitFor();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const file = await (await downloading).path();
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line).entry.target)).toEqual(['skill/sql-tuning@1.0.0']);
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.getByText(/^Verified: \d+ rows as written, none missing/).waitFor();
  await sql`alter table audit disable trigger audit_is_append_only;
    update audit set actor = 'user:other' where target = 'skill/sql-tuning@1.0.0';
    alter table audit enable trigger audit_is_append_only /* every tenant: as somebody with all rights would */`.execute(
    world.server.registry.database,
  );
  await page.getByRole('button', { name: 'Verify' }).click();
  await page
    .getByText(/^Row \d+ of the audit log is wrong: the row is not the one that was written/)
    .waitFor();
});

test('use is shown by day and by item, as a chart and as a table', async ({ team }) => {
  await team.publish('log-triage@1.0.0');
  await team.publish('sql-tuning@1.0.0');
  await team.ago(10, () => team.use('log-triage', 12));
  await team.use('sql-tuning', 3);
  const page = await team.visit('admin', '/usage');
  const top = page.getByRole('region', { name: 'Most active' }).getByRole('link');
  await expect.poll(() => top.allTextContents()).toEqual(['log-triage', 'sql-tuning']);
  await page.getByText('Show as a table').click();
  await page
    .getByRole('row', { name: /20 Feb/ })
    .getByRole('cell', { name: '12' })
    .waitFor();
  await page.getByRole('radio', { name: '7 days' }).check({ force: true });
  await expect.poll(() => top.allTextContents()).toEqual(['sql-tuning']);
  expect(new URL(page.url()).search).toBe('?days=7');
});

test('the days of the chart are read out one by one, by keyboard', async ({ team }) => {
  await team.publish('log-triage@1.0.0');
  await team.ago(1, () => team.use('log-triage', 12));
  const page = await team.visit('admin', '/usage?days=7');
  await page.getByRole('slider', { name: 'Day' }).focus();
  const readout = page.getByRole('status').filter({ hasText: '2026' });
  await expect.poll(() => readout.textContent()).toContain('0 uses');
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => readout.textContent()).toContain('12 uses');
});

test('where nothing was used yet, it says how use is counted', async ({ team }) => {
  const page = await team.visit('admin', '/usage');
  await page.getByText('Nothing was used in the last 30 days').waitFor();
  await page.getByText('coppice ensure').waitFor();
});
