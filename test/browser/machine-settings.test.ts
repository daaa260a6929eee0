/*
 * Settings: what a person sees of the set-up, and the one thing that is changed there.
 */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { test } from './machine-world.js';
import { settled } from './settled.js';

test('the days of the policy are changed with a plan, and undone from the message', async ({
  machineWith,
}) => {
  const machine = await machineWith({ skills: 6, sessions: 2 });
  const config = join(machine.folder, '.coppice/config.toml');
  const page = await machine.visit('/machine/settings');
  await settled(page);
  const policy = page.getByRole('region', { name: 'Policy' });
  expect(await policy.getByRole('button').count()).toBe(0);
  await policy.getByRole('slider', { name: 'Stale after' }).press('End');
  await policy.getByText('A skill cannot be archived before it is stale.').waitFor();
  await policy.getByRole('slider', { name: 'Archived after' }).press('End');
  await policy.getByRole('button', { name: 'Change the policy…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change the policy?' });
  await dialog.getByText('365 days instead of 30').waitFor();
  await dialog.getByRole('button', { name: 'Change', exact: true }).click();
  await page.getByText('The policy is changed.').waitFor();
  expect(readFileSync(config, 'utf8')).toContain('stale_after_days = 365');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByText('Undone: 2 changes.').waitFor();
  expect(existsSync(config)).toBe(false);
  await expect
    .poll(() => policy.getByRole('slider', { name: 'Stale after' }).getAttribute('aria-valuetext'))
    .toBe('30 days');
});

test('hooks, schedule, agents and telemetry are what the commands say, with the line to type', async ({
  machineWith,
}) => {
  const machine = await machineWith({ skills: 12 });
  const page = await machine.visit('/machine/settings');
  await settled(page);
  await page
    .getByRole('region', { name: 'Hooks' })
    .getByText('coppice hooks install', { exact: true })
    .waitFor();
  await page.getByRole('region', { name: 'Schedule' }).getByText('It has never run.').waitFor();
  await page.getByRole('region', { name: 'Agents' }).getByText('Claude Code').waitFor();
  await page
    .getByRole('region', { name: 'Telemetry' })
    .getByText('Right now nothing would be sent.')
    .waitFor();
  machine.coppice('hooks', 'install');
  await page.reload();
  await settled(page);
  await page.getByRole('region', { name: 'Hooks' }).getByText('Claude Code: installed').waitFor();
});
