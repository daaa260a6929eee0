/*
 * What changes on the machine appears on an open page without a reload.
 */

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test } from './machine-world.js';
import { settled } from './settled.js';

const names = (page: Page) => page.locator('.skills-title :is(a, b)').allTextContents();

function put(home: string, name: string, description: string): void {
  const folder = join(home, '.claude/skills', name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'SKILL.md'), `---\nname: ${name}\ndescription: ${description}\n---\nDo it.\n`);
}

test('a skill that somebody adds, edits and removes is followed', async ({ machineWith }) => {
  const machine = await machineWith({ skills: 12 });
  put(machine.folder, 'already-here', 'The first words.');
  const page = await machine.visit('/machine/skills');
  await settled(page);
  await page.evaluate('window.stayed = true');
  put(machine.folder, 'brand-new', 'Comes later.');
  await expect.poll(() => names(page)).toContain('brand-new');
  put(machine.folder, 'already-here', 'Other words.');
  await page.getByText('Other words.').waitFor();
  put(machine.folder, 'brand-new', 'Comes later, and changes.');
  await page.getByText('Comes later, and changes.').waitFor();
  rmSync(join(machine.folder, '.claude/skills/brand-new'), { recursive: true });
  await expect.poll(() => names(page)).not.toContain('brand-new');
  expect(await page.evaluate('window.stayed')).toBe(true);
});

test('an act in a terminal is followed, and what was chosen stays chosen', async ({ machineWith }) => {
  const machine = await machineWith({ skills: 12 });
  const page = await machine.visit('/machine/skills');
  await settled(page);
  const [first = '', second = ''] = await names(page);
  await page.getByRole('checkbox', { name: new RegExp(`:${second}$`) }).check();
  machine.coppice('archive', first);
  await expect.poll(() => names(page)).not.toContain(first);
  expect(await page.getByRole('checkbox', { name: new RegExp(`:${second}$`) }).isChecked()).toBe(true);
  await page.getByText('1 chosen').waitFor();
});

test('a page says that Coppice has stopped, when it is asked for more', async ({ machineWith }) => {
  const machine = await machineWith({ skills: 3 });
  const page = await machine.visit('/machine');
  await settled(page);
  await machine.stop();
  await page.getByRole('link', { name: 'Skills', exact: true }).click();
  await page.getByRole('alert').getByText('Coppice is not running any more').waitFor();
});
