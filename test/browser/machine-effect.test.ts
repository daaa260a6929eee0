/*
 * Effect: what a person sees about notes, new versions, trials and evaluations, with nothing and with results.
 */

import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type RunAt, writeEffects, writeEvaluation } from '../homes/effects.js';
import { barriers, type Machine, test } from './machine-world.js';
import { openDetails, settled } from './settled.js';

const section = (page: Page, name: string) => page.getByRole('region', { name });

/** Runs the program in the home of a machine, at another time. */
function runIn({ folder }: Machine): RunAt {
  return (words, at) => {
    const env = { PATH: process.env['PATH'], HOME: folder, LANG: 'C.UTF-8', COPPICE_NOW: String(at) };
    const { status, stderr } = spawnSync(process.execPath, [resolve('dist/main.js'), ...words], {
      ...{ cwd: folder, input: '', encoding: 'utf8', env },
    });
    if (status !== 0 && words[0] !== 'evolve') throw new Error(`${words.join(' ')}: ${stderr}`);
  };
}

test('with nothing there, each part says what it would show and how to get it', async ({ machineWith }) => {
  const machine = await machineWith({ skills: 0 });
  const page = await machine.visit('/machine/effect');
  await settled(page);
  await section(page, 'Notes and new versions').getByText('coppice evidence backfill').waitFor();
  await section(page, 'Trials').getByText('coppice evolve trial SKILL').waitFor();
  await section(page, 'Evaluations').getByText('coppice eval SKILL').waitFor();
  expect(
    await page
      .getByRole('navigation', { name: 'Pages' })
      .getByRole('link', { name: 'Effect' })
      .getAttribute('aria-current'),
  ).toBe('page');
});

test('with sessions and no change, it says so', async ({ machineWith }) => {
  const machine = await machineWith({ skills: 12, sessions: 6 });
  const page = await machine.visit('/machine/effect');
  await settled(page);
  await section(page, 'Notes and new versions').getByText('coppice evolve run').waitFor();
});

test('notes, versions, trials and evaluations are drawn, and are the same in tables and in the terminal', async ({
  machineWith,
}) => {
  const machine = await machineWith({ skills: 3 });
  writeEffects(machine.folder, machine.planned.now, runIn(machine));
  const page = await machine.visit('/machine/effect', { bypassCSP: true });
  await settled(page);
  const { notes, versions } = machine.coppice('evolve', 'effect') as {
    readonly notes: readonly { readonly skill: string; readonly verdict: string }[];
    readonly versions: readonly { readonly skill: string }[];
  };
  const changes = section(page, 'Notes and new versions');
  expect(await changes.locator('.effect-list > li').count()).toBe(notes.length + versions.length);
  const card = (skill: string) => changes.locator('li').filter({ hasText: skill });
  await card('home:ship-it').getByText('helped', { exact: true }).waitFor();
  await card('home:fix-lint').getByText('harmed', { exact: true }).waitFor();
  await card('home:draw-chart')
    .getByText(/^patch, /)
    .waitFor();
  expect(await card('home:ship-it').locator('.interval').count()).toBe(1);

  const trials = section(page, 'Trials');
  expect(await trials.getByRole('img').count()).toBe(2);
  const running = trials.locator('li').filter({ hasText: 'home:sort-mail' });
  await running.getByText('How it goes is shown when it has ended').waitFor();
  await openDetails(page);
  expect(await running.locator('tbody').textContent()).not.toContain('%');
  const ended = trials.locator('li').filter({ hasText: 'home:read-logs' });
  expect(await ended.locator('tbody').textContent()).toContain('%');
  expect(await ended.locator('tbody tr').count()).toBe(14);

  const evaluations = section(page, 'Evaluations');
  await evaluations.getByText('+100 points').first().waitFor();
  expect(await evaluations.getByRole('rowheader').allTextContents()).toEqual(['buesum', 'husum']);
  const shown = await changes.locator('table tbody tr').filter({ hasText: 'home:ship-it' }).textContent();
  expect(shown).toContain('helped');

  for (const width of [390, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const needed = await page.evaluate<number>('document.documentElement.scrollWidth');
    expect(needed, `at ${width}`).toBeLessThanOrEqual(width);
  }
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await barriers(page), `${colorScheme} at ${width}`).toEqual([]);
    }
  }
});

test('names of cases are text', async ({ machineWith }) => {
  const machine = await machineWith({ skills: 0 });
  const { folder, planned } = machine;
  const evil = join(folder, '.coppice/skills/tide-table/evals/evil');
  mkdirSync(join(evil, 'graders'), { recursive: true });
  const name = '"<img src=x onerror=alert(1)>"';
  writeFileSync(join(evil, 'prompt.md'), `---\nname: ${name}\n---\nWhen is high water?\n`);
  writeFileSync(join(evil, 'graders/g.md'), '---\ntype: regex\n---\nUTC\n');
  writeEvaluation(folder, planned.now, runIn(machine));
  const page = await machine.visit('/machine/effect');
  await settled(page);
  await openDetails(page);
  await section(page, 'Evaluations').getByRole('rowheader', { name: '<img src=x' }).waitFor();
  expect(await page.locator('main img').count()).toBe(0);
});
