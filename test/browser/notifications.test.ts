import { expect } from 'vitest';
import { httpReceiver } from '../../src/registry/notifications/receivers.fixture.js';
import { test } from './world.js';

test('an admin adds a webhook, tries it, and sees in its log what arrived', async ({ team }) => {
  const receiver = await httpReceiver();
  try {
    const page = await team.visit('admin', '/settings/webhooks');
    await page.getByRole('button', { name: 'Add a webhook' }).click();
    await page.getByLabel('Address').fill(receiver.url);
    await page.getByLabel('A draft waits for a decision').uncheck();
    await page.getByLabel('A member is added, changed or removed').uncheck();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText(/^whsec_/).waitFor();
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('The test arrived').waitFor();
    await team.propose('sql-tuning');
    await team.publish('log-triage@1.0.0');
    await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(2);
    const published = JSON.parse(receiver.received[1]?.body ?? '{}');
    expect(published).toMatchObject({
      event: 'version.published',
      tenant: team.slug,
      data: { target: 'skill/log-triage@1.0.0' },
    });
    await page.reload();
    await page.getByText('Deliveries').click();
    await page.getByRole('row', { name: /version\.published delivered 204/ }).waitFor();
    await page.getByRole('button', { name: 'Switch off' }).click();
    await page.getByText('off', { exact: true }).waitFor();
    await page.getByRole('button', { name: `Remove ${receiver.url}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No webhooks yet').waitFor();
  } finally {
    await receiver.close();
  }
});

test('an admin trusts a workflow, and no more', async ({ team }) => {
  const page = await team.visit('admin', '/settings/publishers');
  await page.getByRole('button', { name: 'Trust a workflow' }).click();
  await page.getByLabel(/^Name/).fill('skills');
  await page.getByLabel('Repository ID').fill('1001');
  await page.getByLabel('Owner ID').fill('42');
  await page.getByLabel(/^Workflow/).fill('.github/workflows/publish.yml');
  await page.getByLabel(/^Items/).fill('log-triage, sql-tuning');
  await page.getByRole('button', { name: 'Trust', exact: true }).click();
  await page.getByText('repository id 1001').waitFor();
  await page.getByText('log-triage, sql-tuning').waitFor();
  await page.getByRole('button', { name: 'Remove skills' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('No workflow is trusted yet').waitFor();
});
