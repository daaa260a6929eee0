/*
 * What happened in sessions: the list of tasks with its filters and pages, and one task as a timeline.
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { HomeWishes } from '../homes/plan.js';
import { barriers, type Machine, test } from './machine-world.js';
import { openDetails, settled } from './settled.js';

const wishes: HomeWishes = {
  skills: 20,
  fixedFailures: 1,
  openFailures: 1,
  corrected: 1,
  unused: 3,
  sessions: 60,
};

const rows = (page: Page) => page.locator('.episodes tbody tr:not(.episodes-day)');
const names = (page: Page) => page.locator('.episodes-name a').allTextContents();

/** How many tasks of this machine ended like this. */
function stored(machine: Machine, result: string): number {
  const { skills } = machine.coppice('evidence', 'report', '--days', '30') as {
    skills: readonly { episodes: Readonly<Record<string, number>> }[];
  };
  return skills.reduce((sum, { episodes }) => sum + (episodes[result] ?? 0), 0);
}

test('the list has every task that is stored, the newest first, a page at a time', async ({
  machineWith,
}) => {
  const machine = await machineWith(wishes);
  const page = await machine.visit('/machine/sessions');
  await settled(page);
  const total = 60 + 4 + 4 + 3;
  await page
    .getByText(`${total} tasks with a skill in the last 30 days, out of ${total} sessions.`)
    .waitFor();
  expect(await rows(page).count()).toBe(50);
  const first = await names(page);
  const times = await page
    .locator('.episodes time')
    .evaluateAll((all: { dateTime: string }[]) => all.map(({ dateTime }) => dateTime));
  expect(times).toEqual(times.toSorted().toReversed());
  await page.getByRole('link', { name: 'Older' }).click();
  await expect.poll(() => rows(page).count()).toBe(total - 50);
  await page.reload();
  await settled(page);
  expect(await rows(page).count()).toBe(total - 50);
  await page.goBack();
  await expect.poll(() => names(page)).toEqual(first);
});

test('filters are in the address, and the figures lead to a day, an agent and a model', async ({
  machineWith,
}) => {
  const machine = await machineWith(wishes);
  const page = await machine.visit('/machine/sessions');
  await settled(page);
  const failed = stored(machine, 'failed');
  await page.getByRole('combobox', { name: 'Result' }).selectOption({ label: `failed (${failed})` });
  await expect.poll(() => rows(page).count()).toBe(failed);
  expect(await rows(page).getByText('failed', { exact: true }).count()).toBe(failed);
  await page.goBack();
  await expect.poll(() => rows(page).count()).toBe(50);
  await openDetails(page);
  await page.getByRole('table').getByRole('link', { name: 'codex', exact: true }).click();
  await expect.poll(() => page.getByRole('combobox', { name: 'Agent' }).inputValue()).toBe('codex');
  await expect
    .poll(() => page.getByRole('table').getByRole('link', { name: 'codex', exact: true }).count())
    .toBe(1);
  await settled(page);
  await openDetails(page);
  const days = page.getByRole('table').getByRole('link', { name: /^\d+ Feb$/ });
  const label = (await days.first().textContent()) ?? '';
  await days.getByText(label, { exact: true }).click();
  await page.getByRole('button', { name: `Only ${label} 2026` }).waitFor();
  await expect.poll(() => page.locator('.episodes-day').count()).toBe(1);
  await page.getByRole('combobox', { name: 'Days' }).selectOption('7');
  await expect.poll(() => page.url()).toMatch(/\?agent=codex&days=7$/);
  await page.keyboard.press('/');
  await page.keyboard.type('nothing has this name');
  await page.getByText('No task matches').waitFor();
  await page.getByRole('link', { name: 'Show all tasks' }).click();
  await expect.poll(() => page.url()).toMatch(/\/machine\/sessions\?days=7$/);
});

test('a task is a timeline from the load to its end, with the way to its skill and back', async ({
  machineWith,
}) => {
  const machine = await machineWith(wishes);
  const [id = ''] = machine.planned.planted.failing;
  const page = await machine.visit(`/machine/sessions?skill=${encodeURIComponent(id)}`);
  await settled(page);
  expect(new Set(await names(page))).toEqual(new Set([id]));
  await page.getByRole('link', { name: id }).first().click();
  await page.getByRole('heading', { level: 1, name: `A task with ${id}` }).waitFor();
  await settled(page);
  const steps = page.locator('.timeline-step');
  expect((await steps.allTextContents()).map((text) => text.replace(/What it printed.*/s, ''))).toEqual([
    'The agent loaded the skill.',
    "npm test failed BashError: Cannot find module 'vitest'fixed by npm install",
    'npm install worked Bash',
    'npm test worked Bash',
    'The task is over: recovered.',
  ]);
  await page.getByText('What it printed').first().click();
  await page.getByText('Require stack:').waitFor();
  expect(
    await page
      .getByRole('navigation', { name: 'Pages' })
      .getByRole('link', { name: 'Sessions' })
      .getAttribute('aria-current'),
  ).toBe('page');
  await page.getByRole('link', { name: 'What happened with the skill' }).click();
  await page.getByRole('heading', { level: 1, name: id.slice(id.indexOf(':') + 1) }).waitFor();
  await page.getByRole('link', { name: 'All tasks with it' }).click();
  await page.getByRole('button', { name: `Only ${id}` }).click();
  await expect.poll(() => rows(page).count()).toBe(50);
});

test('what the user corrected is in the list and in the timeline, in their words', async ({
  machineWith,
}) => {
  const machine = await machineWith(wishes);
  const page = await machine.visit('/machine/sessions?result=corrected');
  await settled(page);
  await page.getByText('No, that is wrong. It should be port 8080, not 8000.').first().waitFor();
  await page.locator('.episodes-name a').first().click();
  await page.getByText('you corrected it').waitFor();
  await page.locator('.timeline blockquote').filter({ hasText: 'It should be port 8080' }).waitFor();
});

/** What a hostile program, user and skill would write into a transcript of Claude Code. */
function hostileSession(now: number): string {
  const at = (second: number) => new Date(now - 3_600_000 + second * 1_000).toISOString();
  const shared = (second: number) => ({
    sessionId: 'hostile',
    cwd: '/r',
    version: '2.1.0',
    isSidechain: false,
    timestamp: at(second),
    uuid: `u${second}`,
  });
  const call = (second: number, id: string, name: string, input: object) => ({
    ...shared(second),
    type: 'assistant',
    message: {
      role: 'assistant',
      id: `m${second}`,
      model: '<b>model</b>',
      content: [{ type: 'tool_use', id, name, input }],
    },
  });
  const result = (second: number, id: string, content: string, isError = false) => ({
    ...shared(second),
    type: 'user',
    message: {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: id, content, is_error: isError }],
    },
  });
  const evil = `<img src=x onerror=tripped.push('session')>\u202Eevil\u001B[31m\u0007`;
  const lines = [
    { ...shared(0), type: 'user', message: { role: 'user', content: `Please do it ${evil}` } },
    call(1, 't1', 'Skill', { skill: 'made-up' }),
    result(2, 't1', 'Launching skill: made-up'),
    call(3, 't2', 'Bash', { command: `frob "${evil}"` }),
    result(
      4,
      't2',
      `Exit code 1\nfrob: error: ${evil}\nkey AKIAIOSFODNN7EXAMPLE ghp_${'a1B2'.repeat(9)}`,
      true,
    ),
    { ...shared(5), type: 'user', message: { role: 'user', content: `No, that is wrong. ${evil}` } },
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}

test('hostile words of a session are only text, and secrets are as they are stored', async ({
  machineWith,
}) => {
  const machine = await machineWith({ skills: 3 });
  const file = join(machine.folder, '.claude/projects/-r/hostile.jsonl');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, hostileSession(machine.planned.now));
  machine.coppice('evidence', 'backfill');
  const page = await machine.visit('/machine/sessions');
  await settled(page);
  expect(await page.locator('#app img[src="x"]').count()).toBe(0);
  await page.getByRole('link', { name: 'made-up' }).click();
  await settled(page);
  await openDetails(page);
  const text = (await page.locator('main').textContent()) ?? '';
  expect(text).toContain('<img src=x onerror=');
  expect(text).toContain('\\u{202e}evil');
  expect(text).not.toMatch(/[\u202E\u001B\u0007]/);
  expect(text).not.toContain(`ghp_${'a1B2'.repeat(9)}`);
  expect(await page.locator('#app img[src="x"], #app b').count()).toBe(0);
  // The skill is not installed, so there is no page to lead to.
  expect(await page.getByRole('link', { name: 'What happened with the skill' }).count()).toBe(0);
});

test('a session that is read while the page is open appears on it', async ({ machineWith }) => {
  const machine = await machineWith({ skills: 3 });
  const page = await machine.visit('/machine/sessions');
  await page.getByText('No session was read yet').waitFor();
  await page.getByText('coppice evidence backfill').waitFor();
  await page.getByText('coppice hooks install').waitFor();
  const file = join(machine.folder, '.claude/projects/-r/hostile.jsonl');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, hostileSession(machine.planned.now));
  machine.coppice('evidence', 'backfill');
  await page.getByRole('link', { name: 'made-up' }).waitFor();
});

test.for<[string, string]>([
  ['/machine/episode?id=nothing', 'There is no episode nothing'],
  [`/machine/episode?id=${'0'.repeat(32)}`, 'There is no episode'],
  ['/machine/sessions?cursor=nonsense', 'No list of episodes goes on at nonsense'],
])('the address %s says what is wrong', async ([address, says], { machineWith }) => {
  const machine = await machineWith({ skills: 6, sessions: 2 });
  const page = await machine.visit(address);
  await page.getByRole('alert').getByText(says).waitFor();
});

test.for([390, 1440])(
  'at %i pixels neither the list nor a task has a barrier or scrolls sideways',
  async (width, { machineWith }) => {
    const machine = await machineWith(wishes);
    const page = await machine.visit('/machine/sessions', {
      bypassCSP: true,
      viewport: { width, height: 900 },
      colorScheme: width === 390 ? 'dark' : 'light',
    });
    await settled(page);
    const task = (await page.locator('.episodes-name a').first().getAttribute('href')) ?? '';
    const found: Record<string, unknown> = {};
    for (const path of ['/machine/sessions', '/machine/sessions?find=nothing', task]) {
      await page.goto(path);
      await settled(page);
      await openDetails(page);
      const needed = await page.evaluate<number>('document.documentElement.scrollWidth');
      const all = [...(await barriers(page)), ...(needed > width ? [`needs ${needed}`] : [])];
      if (all.length > 0) found[path] = all;
    }
    expect(found).toEqual({});
  },
);
