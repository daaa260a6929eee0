import { expect, onTestFinished } from 'vitest';
import {
  clientId,
  clientSecret,
  type IdentityProvider,
  startIdentityProvider,
} from '../server/identity-provider.js';
import { Team } from './team.js';
import { test } from './world.js';

async function providerOf(team: Team): Promise<IdentityProvider> {
  const idp = await startIdentityProvider([`${team.url}/sign-in/${team.slug}/idp`]);
  onTestFinished(() => idp.close());
  return idp;
}

/** As an admin of the team adds it. */
async function configure(team: Team, idp: IdentityProvider, more: object = {}): Promise<void> {
  await team.link('viewer');
  await team.send('POST', '/v1/tenant/providers', {
    slug: 'idp',
    name: 'Example ID',
    issuer: idp.issuer,
    client_id: clientId,
    client_secret: clientSecret,
    ...more,
  });
  idp.person = { sub: 'v', email: `viewer@${team.slug}.example.com`, email_verified: true };
}

test('a person signs in with the provider of the team, and is where they wanted to be', async ({ team }) => {
  const idp = await providerOf(team);
  await configure(team, idp);
  const page = await team.visitor(`/sign-in?team=${team.slug}&back=/tokens`, { others: [idp.issuer] });
  await page.getByRole('button', { name: 'Sign in with Example ID' }).click();
  await page.waitForURL('/tokens');
  await page.getByRole('link', { name: `viewer@${team.slug}.example.com` }).waitFor();
  expect(await page.evaluate<string>('JSON.stringify([history.length, location.href])')).not.toContain(
    'code=',
  );
});

test('somebody who is not a member gets the reason, and can try again', async ({ team }) => {
  const idp = await providerOf(team);
  await configure(team, idp);
  idp.person = { sub: 'x', email: 'x@example.com', email_verified: true };
  const page = await team.visitor(`/sign-in?team=${team.slug}`, { others: [idp.issuer] });
  await page.getByRole('button', { name: 'Sign in with Example ID' }).click();
  await page.getByRole('heading', { name: 'Not signed in' }).waitFor();
  await page
    .getByRole('alert')
    .getByText(`x@example.com cannot sign in: not a member of ${team.slug}`)
    .waitFor();
  expect(new URL(page.url()).search).toBe('');
  await page.getByRole('link', { name: 'Back to signing in' }).click();
  await page.getByRole('button', { name: 'Sign in with Example ID' }).waitFor();
});

test('the page asks before a provider replaces the session of somebody else', async ({ team }) => {
  const idp = await providerOf(team);
  await configure(team, idp);
  const page = await team.visit('admin', '/', { others: [idp.issuer] });
  const begun = await page.evaluate<string>(
    `fetch('/v1/auth/providers/idp/start', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"tenant":"${team.slug}"}' }).then((response) => response.json()).then(({ location }) => location)`,
  );
  await page.goto(begun);
  await page.getByRole('heading', { name: 'Change the account?' }).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  await page.getByRole('button', { name: `Sign in as viewer@${team.slug}.example.com` }).click();
  await page.waitForURL('/');
  await page.getByRole('link', { name: `viewer@${team.slug}.example.com` }).waitFor();
});

test('a registry with several teams asks for the name of one', async ({ world, team }) => {
  await Team.open(world);
  await team.send('POST', '/v1/tenant/providers', {
    slug: 'idp',
    issuer: 'https://id.example.com',
    client_id: 'c',
  });
  const page = await team.visitor('/sign-in?team=nobody');
  await page.getByRole('alert').getByText('There is no team nobody').waitFor();
  await page.getByLabel('Team').fill(team.slug.toUpperCase());
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Sign in with id.example.com' }).waitFor();
});

test('an admin adds a provider, checks it, changes it and removes it', async ({ team }) => {
  const idp = await providerOf(team);
  const page = await team.visit('admin', '/settings/sign-in');
  await page.getByText('Nobody signs in with a provider yet').waitFor();
  await page.getByRole('button', { name: 'Add a provider' }).click();
  await page.getByRole('textbox', { name: /^Name/ }).fill('Example ID');
  await page.getByLabel('Short name').fill('idp');
  await page.getByLabel('Issuer').fill(idp.issuer);
  await page.getByLabel('Client ID').fill(clientId);
  await page.getByLabel('Client secret').fill(clientSecret);
  await page.getByLabel('Others become members by signing in').check();
  await page.getByLabel('Only with addresses of').fill('example.com');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Example ID' }).waitFor();
  await page.getByText('become a viewer when they sign in with addresses of example.com').waitFor();
  await page.getByText(`${team.url}/sign-in/${team.slug}/idp`).waitFor();

  await page.getByRole('button', { name: 'Check Example ID' }).click();
  await page.getByText('Example ID answers, and publishes one key.').waitFor();

  await page.getByRole('button', { name: 'Edit Example ID' }).click();
  await page.getByLabel('The provider is switched on').uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('off', { exact: true }).waitFor();

  await page.getByRole('button', { name: 'Remove Example ID' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('Nobody signs in with a provider yet').waitFor();
});

test('an admin gives roles to groups, and lets a provider manage members', async ({ team }) => {
  await team.link('viewer');
  const page = await team.visit('admin', '/settings/sign-in');
  await page.getByRole('button', { name: 'Add a group' }).click();
  await page.getByLabel('Group 1', { exact: true }).fill(' Designers ');
  await page.getByLabel('Role of group 1').selectOption('curator');
  await page.getByRole('button', { name: 'Save roles' }).click();
  await page.getByText('Saved the roles of groups.').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Save roles' }).count()).toBe(0);
  expect(await team.send('GET', '/v1/tenant/group-roles')).toEqual([{ group: 'Designers', role: 'curator' }]);

  await page.getByRole('button', { name: 'New SCIM token' }).click();
  await page.getByRole('dialog').getByLabel('Provider').fill('okta');
  await page.getByRole('button', { name: 'Create token' }).click();
  const token = await page.locator('.scim-made code').innerText();
  const users = () => team.ask('GET', '/scim/v2/Users', undefined, token);
  expect(await users()).toMatchObject({ status: 200, data: { totalResults: 0 } });
  await page.getByRole('button', { name: 'I have copied it' }).click();
  expect(await page.getByText(token).count()).toBe(0);

  await page.getByRole('button', { name: 'Hand a member over' }).click();
  await page.getByRole('dialog').getByLabel('Member').selectOption(`viewer@${team.slug}.example.com`);
  await page.getByLabel('Their id at the provider').fill('00u1');
  await page.getByRole('dialog').getByRole('button', { name: 'Hand over' }).click();
  await page.getByText(`okta manages viewer@${team.slug}.example.com now.`).waitFor();
  expect(await users()).toMatchObject({ data: { Resources: [{ externalId: '00u1' }] } });

  await page.getByRole('button', { name: /^Revoke the token .* of okta/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('Revoked the token of okta.').waitFor();
  expect((await users()).status).toBe(401);
});

test('a person signs a program in on another machine by typing its code', async ({ team }) => {
  const page = await team.visit('publisher', '/device');
  const start = async () => {
    const answer = await page.request.post('/v1/auth/device_authorization', {
      form: { client_id: 'coppice on build-7' },
    });
    return (await answer.json()) as { user_code: string; device_code: string };
  };
  const poll = async (device_code: string) => {
    const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
    return (await page.request.post('/v1/auth/token', { form: { grant_type, device_code } })).json();
  };
  await page.getByLabel('Code').fill('WRONG');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('alert').getByText('no program shows this code now').waitFor();

  const device = await start();
  await page.getByLabel('Code').fill(device.user_code.toLowerCase());
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Sign a program in?' }).waitFor();
  await page.getByText('coppice on build-7 wants to act for you.').waitFor();
  await page.getByRole('button', { name: 'Allow' }).click();
  await page.getByText('The program goes on by itself in a moment.').waitFor();
  expect(await poll(device.device_code)).toMatchObject({
    tenant: team.slug,
    scope: 'skills:read skills:propose skills:publish members:read',
  });
});

test('a visitor signs in first, and a program that a stranger named gets nothing', async ({ team }) => {
  const page = await team.visitor('/device');
  await page.getByText('Sign in first').waitFor();
  const member = await team.visit('viewer', '/authorize?program=x');
  await member.getByText('This address is not complete').waitFor();
  const challenge = 'c'.repeat(43);
  await member.goto(
    `/authorize?program=Coppice&state=s&code_challenge=${challenge}&redirect_uri=https://evil.example.com/`,
  );
  await member.getByRole('button', { name: 'Allow' }).click();
  await member.getByRole('alert').getByText('redirect_uri must be http://127.0.0.1:PORT/').waitFor();
  await member.getByRole('button', { name: 'Refuse' }).click();
  await member.getByText('The program got nothing.').waitFor();
});
