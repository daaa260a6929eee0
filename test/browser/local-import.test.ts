import { expect } from 'vitest';
import { Team } from './team.js';
import { test } from './world.js';

test('the skills of the machine are offered, chosen and imported', async ({ world }) => {
  const team = await Team.open(world, 'local');
  const used = { count: 12, lastAt: world.clock.now(), events: { use: 12 } };
  world.machine.put('claude:deploy', { use: used });
  world.machine.put('claude:old-habit', { state: 'archived', archived: { reason: 'idle' } });
  world.machine.put('home:private', {});
  world.machine.put('plugin:borrowed', { refusal: 'it belongs to a plugin' });

  const page = await team.visit('admin', '/');
  await page.getByText('3 skills found on this machine are not in the catalog.').waitFor();
  await page.getByRole('button', { name: 'Import them' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import skills from this machine' });
  await dialog.getByText('1 skill cannot be imported').click();
  await dialog.getByText('it belongs to a plugin').waitFor();
  await dialog.getByRole('checkbox', { name: /private/ }).uncheck();
  await dialog.getByRole('button', { name: 'Import 2 skills' }).click();
  await dialog.getByText('2 skills imported.').waitFor();
  await dialog.getByRole('button', { name: 'Show the catalog' }).click();
  await page.getByRole('link', { name: 'deploy', exact: true }).waitFor();
  await page.getByText('1 skill found on this machine is not in the catalog.').waitFor();
  expect(await team.ask('GET', '/v1/skills/deploy')).toMatchObject({ data: { use_count: 12 } });
  expect(await team.ask('GET', '/v1/skills/old-habit')).toMatchObject({ data: { state: 'archived' } });

  await page.getByRole('button', { name: 'Hide this' }).click();
  await page.reload();
  await page.getByRole('link', { name: 'deploy', exact: true }).waitFor();
  expect(await page.getByText('found on this machine', { exact: false }).count()).toBe(0);
  expect(await team.close()).toEqual([]);
});

test('nobody else is offered what is on the machine', async ({ team, world }) => {
  world.machine.put('claude:deploy');
  const page = await team.visit('admin', '/');
  await page.getByText('No skills published yet').waitFor();
  expect(await page.getByText('found on this machine', { exact: false }).count()).toBe(0);
});
