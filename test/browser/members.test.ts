import { expect } from 'vitest';
import { test } from './world.js';

test('an admin invites somebody, who joins by the link, gets another role, is suspended and removed', async ({
  team,
}) => {
  const page = await team.visit('admin', '/members');
  await page.getByRole('button', { name: 'Invite somebody' }).click();
  await page.getByLabel('Their e-mail address').fill(`new@${team.slug}.example.com`);
  await page.getByRole('dialog').getByRole('combobox').selectOption('publisher');
  await page.getByRole('button', { name: 'Create the link' }).click();
  const link = await page.locator('.invite-made code').innerText();
  expect(link).toContain('/invite#copi_');
  await page
    .getByRole('row', { name: new RegExp(`new@${team.slug}`) })
    .getByText('publisher')
    .waitFor();

  const guest = await team.visitor(link.slice(team.url.length));
  await guest.getByText(`n…@${team.slug}.example.com is invited to`, { exact: false }).waitFor();
  expect(await guest.evaluate<string>('location.href')).not.toContain('copi_');
  await guest.getByLabel('Your e-mail address').fill(`other@${team.slug}.example.com`);
  await guest.getByRole('button', { name: /^Join/ }).click();
  await guest.getByRole('alert').getByText('for another address', { exact: false }).waitFor();
  await guest.getByLabel('Your e-mail address').fill(`new@${team.slug}.example.com`);
  await guest.getByLabel('Your name').fill('Noor');
  await guest.getByRole('button', { name: /^Join/ }).click();
  await guest.getByRole('heading', { name: 'Catalog' }).waitFor();
  expect(await guest.getByRole('link', { name: 'Members' }).count()).toBe(0);

  await page.reload();
  const row = page.getByRole('row', { name: /Noor/ });
  await row.getByRole('button', { name: /Change role/ }).click();
  await page.getByRole('dialog').getByRole('combobox').selectOption('curator');
  await page.getByRole('dialog').getByRole('button', { name: 'Change role' }).click();
  await row.getByText('curator').waitFor();
  await row.getByRole('button', { name: /Sign-in link/ }).click();
  await page.getByRole('button', { name: 'Create the link' }).click();
  const again = await page.locator('.invite-made code').innerText();
  const returned = await team.visitor(again.slice(team.url.length));
  await returned.getByRole('link', { name: `new@${team.slug}.example.com` }).waitFor();
  await row.getByRole('button', { name: /Suspend/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
  await row.getByText('suspended').waitFor();
  await guest.reload();
  await guest.getByRole('link', { name: 'Sign in' }).waitFor();
  await row.getByRole('button', { name: /Reinstate/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reinstate' }).click();
  await row.getByText('active').waitFor();
  await row.getByRole('button', { name: /Remove/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => page.getByRole('row', { name: /Noor/ }).count()).toBe(0);
});

test('an invitation asks before it replaces the session of somebody else, and one that is spent says so', async ({
  team,
}) => {
  const email = `second@${team.slug}.example.com`;
  const invited = await team.send('POST', '/v1/tenant/members', { email, role: 'viewer' });
  const path = new URL(String(Object(invited).url));
  const address = `${path.pathname}${path.hash}`;
  const page = await team.visit('curator', address);
  await page.getByLabel('Your e-mail address').fill(email);
  await page.getByRole('button', { name: /^Join/ }).click();
  await page.getByRole('heading', { name: 'Change the account?' }).waitFor();
  await page.getByRole('button', { name: `Sign in as ${email}` }).click();
  await page.getByRole('link', { name: new RegExp(email) }).waitFor();
  await page.goto('/');
  await page.goto(address);
  await page.getByText('This invitation does not work').waitFor();
});
