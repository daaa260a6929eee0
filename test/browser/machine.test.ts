/*
 * Today and Skills, on homes of every size: what a person sees, does and takes back.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { hostilePackages } from '../homes/hostile.js';
import type { HomeWishes } from '../homes/plan.js';
import { barriers, type Machine, test } from './machine-world.js';
import { settled } from './settled.js';

const troubled: HomeWishes = {
  skills: 20,
  broken: 2,
  copies: 2,
  unused: 5,
  fixedFailures: 1,
  openFailures: 1,
  corrected: 1,
  sessions: 12,
};

const sizes: readonly (readonly [string, HomeWishes])[] = [
  ['no', { skills: 0 }],
  ['20', troubled],
  ['300', { ...troubled, skills: 300, unused: 80, sessions: 60, isOverBudget: true }],
  ['3,000', { ...troubled, skills: 3_000, unused: 900, sessions: 60 }],
];

const paths = [
  '/machine',
  '/machine/sessions',
  '/machine/review',
  '/machine/tidy',
  '/machine/effect',
  '/machine/settings',
  '/machine/team',
  '/machine/skills',
];

/** The pages about one thing of this machine. */
function partsOf(machine: Machine): readonly string[] {
  const { failing } = machine.planned.planted;
  const [skill] = failing;
  if (skill === undefined) return [];
  const { id } = machine.coppice('evolve', 'propose', skill) as { id: string };
  const { episodes } = machine.coppice('evidence', 'episodes', '--skill', skill) as {
    episodes: readonly { id: string }[];
  };
  const of = encodeURIComponent(skill);
  return [
    ...['', '&tab=source', '&tab=happened', '&tab=history'].map((tab) => `/machine/skill?id=${of}${tab}`),
    `/machine/proposal?id=${id}`,
    `/machine/episode?id=${episodes[0]?.id}`,
  ];
}

test.for(sizes)(
  'with %s skills every page is whole, on a desktop and a phone',
  async ([, wishes], { machineWith }) => {
    const machine = await machineWith(wishes);
    const page = await machine.visit('/machine');
    await settled(page);
    const shown = `${wishes.skills.toLocaleString('en')} skills`;
    if (wishes.skills === 0)
      await page.getByRole('heading', { name: 'There are no skills here yet' }).waitFor();
    else expect(await page.locator('.says').textContent()).toContain(shown);
    for (const path of [...paths, ...partsOf(machine)]) {
      await page.goto(path);
      await settled(page);
      await page.getByRole('alert').waitFor({ state: 'detached' });
      for (const width of [390, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        const needed = await page.evaluate<number>('document.documentElement.scrollWidth');
        expect(needed, `${path} at ${width}`).toBeLessThanOrEqual(width);
      }
    }
    if (wishes.skills > 0) {
      await page.goto('/machine/skills');
      await settled(page);
      expect(await page.locator('.skills-count').textContent()).toBe(shown);
      expect(await page.locator('tbody tr').count()).toBe(Math.min(100, wishes.skills));
    }
  },
);

for (const colorScheme of ['light', 'dark'] as const) {
  test(`in the ${colorScheme} theme no page and no plan has a serious barrier`, async ({ machineWith }) => {
    const machine = await machineWith(troubled);
    const page = await machine.visit('/machine', { colorScheme, bypassCSP: true });
    const found: Record<string, readonly string[]> = {};
    for (const path of paths) {
      await page.goto(path);
      await settled(page);
      found[path] = await barriers(page);
    }
    await page.goto('/machine/skills');
    await page.locator('tbody input').first().check();
    await page.getByRole('button', { name: 'Archive…' }).click();
    await page.getByRole('dialog').waitFor();
    found['a plan'] = await barriers(page);
    const visitor = await machine.visitor('/machine', { colorScheme, bypassCSP: true });
    await visitor.getByRole('heading', { name: 'Your skills are private' }).waitFor();
    found['signed out'] = await barriers(visitor);
    expect(Object.fromEntries(Object.entries(found).filter(([, each]) => each.length > 0))).toEqual({});
  });
}

test('the cards of Today are the lines of coppice alone, in their order', async ({ machineWith }) => {
  const machine = await machineWith({ ...troubled, hostile: hostilePackages().slice(0, 1) });
  const page = await machine.visit('/machine');
  await settled(page);
  const { attention } = machine.coppice('status') as { attention: { command: string }[] };
  const commands = await page.locator('.today-card code').allTextContents();
  expect(commands).toEqual(attention.map(({ command }) => command));
  expect(commands[0]).toBe('coppice archive --blocked');
  await page.getByRole('region', { name: 'Team' }).getByText('coppice login').waitFor();
});

test('a card shows its plan, carries it out, and the message undoes it', async ({ machineWith }) => {
  const machine = await machineWith(troubled);
  const copies = machine.planned.planted.copies;
  const page = await machine.visit('/machine');
  await page.getByRole('button', { name: 'Keep one of each…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Archive 2 exact copies/ });
  await dialog.waitFor();
  expect(await dialog.getByRole('listitem').count()).toBe(copies.length);
  await dialog.getByRole('button', { name: 'Archive copies' }).click();
  await page.getByText('Archived 2 copies.').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Keep one of each…' }).count()).toBe(0);
  const entries = () => (machine.coppice('history') as { entries: { action: string }[] }).entries;
  expect(entries().filter(({ action }) => action === 'archive')).toHaveLength(2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Undone: 2 changes.').waitFor();
  await page.getByRole('button', { name: 'Keep one of each…' }).waitFor();
  expect(entries().filter(({ action }) => action === 'undo')).toHaveLength(2);
});

test('a failure whose fix is known becomes a note with one button, and the message undoes it', async ({
  machineWith,
}) => {
  const machine = await machineWith({ skills: 12, fixedFailures: 1, sessions: 6 });
  const [skill = ''] = machine.planned.planted.failing;
  const path = machine.planned.files.find(({ path: each }) =>
    each.endsWith(`/${skill.slice(skill.indexOf(':') + 1)}/SKILL.md`),
  )?.path;
  const text = () => readFileSync(join(machine.folder, path ?? ''), 'utf8');
  const before = text();
  const page = await machine.visit('/machine');
  await page.getByRole('button', { name: 'Add a note…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Add a note to / });
  await dialog.getByRole('listitem').filter({ hasText: 'npm install' }).waitFor();
  await dialog.getByRole('button', { name: 'Add the note' }).click();
  await page.getByText(`Accepted for ${skill}.`).waitFor();
  expect(text()).toContain('npm install');
  await expect.poll(() => page.getByRole('button', { name: 'Add a note…' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Undone: 1 change.').waitFor();
  expect(text()).toBe(before);
  // It waits for a decision again, where that is made.
  await page.getByRole('link', { name: 'Review them' }).click();
  await page.getByText('1 change waits for you.').waitFor();
});

test('Escape leaves a plan, and nothing was done', async ({ machineWith }) => {
  const machine = await machineWith(troubled);
  const page = await machine.visit('/machine');
  await page.getByRole('button', { name: 'Tidy up…' }).click();
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  expect(machine.coppice('history')).toMatchObject({
    entries: expect.not.arrayContaining([expect.objectContaining({ actor: 'user' })]),
  });
});

const names = (page: Page) => page.locator('.skills-title :is(a, b)').allTextContents();

test('skills are searched, filtered and sorted by the address', async ({ machineWith }) => {
  const machine = await machineWith(troubled);
  const page = await machine.visit('/machine/skills');
  await settled(page);
  const all = await names(page);
  const [first = ''] = all;
  await page.keyboard.press('/');
  await page.keyboard.type(first);
  await expect.poll(() => names(page)).toEqual(all.filter((name) => name.includes(first)));
  await page.reload();
  await settled(page);
  expect(await page.getByLabel('Search your skills').inputValue()).toBe(first);
  await page.goto('/machine/skills');
  await page.getByRole('combobox', { name: 'Show' }).selectOption('Failing');
  await page.getByRole('button', { name: 'Failing' }).click();
  await expect.poll(() => page.url()).toContain('sort=failing');
  expect(await page.getByRole('columnheader', { name: 'Failing' }).getAttribute('aria-sort')).toBe(
    'descending',
  );
  expect((await names(page)).length).toBeGreaterThan(0);
  await page.goBack();
  await page.goBack();
  await expect.poll(() => names(page)).toEqual(all);
});

test('several skills are archived with one plan, found in the archive, and restored', async ({
  machineWith,
}) => {
  const machine = await machineWith(troubled);
  const page = await machine.visit('/machine/skills?show=unused');
  await settled(page);
  const [one = '', two = ''] = await names(page);
  for (const name of [one, two]) await page.getByRole('checkbox', { name: new RegExp(`:${name}$`) }).check();
  await page.getByText('2 chosen').waitFor();
  await page.getByRole('button', { name: 'Archive…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Archive 2 skills?' });
  await dialog.getByRole('checkbox').first().uncheck();
  await dialog.getByRole('button', { name: 'Archive 1 of 2' }).click();
  await page.getByText('Archived 1 skill.').waitFor();
  await expect.poll(() => names(page)).not.toContain(two);
  expect(await names(page)).toContain(one);
  await page.getByRole('combobox', { name: 'Show' }).selectOption('Archived');
  await expect.poll(() => names(page)).toEqual([two]);
  await page.getByLabel('Choose all that are shown').check();
  await page.getByRole('button', { name: 'Restore…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await page.getByText('Restored 1 skill.').waitFor();
  await page.getByText('No skill matches').waitFor();
});

test('all that match are chosen at once, also those that are not shown yet', async ({ machineWith }) => {
  const machine = await machineWith({ skills: 150 });
  const page = await machine.visit('/machine/skills');
  await settled(page);
  await page.getByLabel('Choose all that are shown').check();
  await page.getByText('100 chosen').waitFor();
  await page.getByRole('button', { name: 'Choose all 150' }).click();
  await page.getByText('150 chosen').waitFor();
  await page.getByRole('button', { name: 'Adopt…' }).click();
  await page
    .getByRole('dialog', { name: 'Adopt 150 skills?' })
    .getByRole('button', { name: 'Adopt' })
    .click();
  await page.getByText('Adopted 150 skills.').waitFor();
  const { records } = machine.coppice('usage', '--provenance', 'agent') as { records: unknown[] };
  expect(records).toHaveLength(150);
});

test('what a hostile skill says of itself is not shown, and stays text', async ({ machineWith }) => {
  const machine = await machineWith({ skills: 12, hostile: hostilePackages().slice(0, 3) });
  const page = await machine.visit('/machine');
  await settled(page);
  await page.goto('/machine/skills?show=blocked');
  await settled(page);
  const rows = page.locator('tbody tr').filter({ has: page.getByText('blocked', { exact: true }) });
  expect(await rows.count()).toBeGreaterThan(0);
  expect(await rows.locator('.skills-says').count()).toBe(0);
});

test('without a link there is nothing but how to get one', async ({ machineWith }) => {
  const machine = await machineWith(troubled);
  const page = await machine.visitor('/machine/skills');
  await page.getByRole('heading', { name: 'Your skills are private' }).waitFor();
  await page.getByText('coppice open').waitFor();
  expect(await page.locator('body').textContent()).not.toContain(
    machine.planned.planted.copies[0]?.split(':')[1],
  );
});

test('a link works once, leaves no code in the address, and a second tab shares the session', async ({
  machineWith,
}) => {
  const machine = await machineWith({ skills: 3 });
  const link = machine.link();
  const page = await machine.visitor(link);
  await page.getByRole('heading', { name: 'Today' }).waitFor();
  expect(page.url()).toBe(`${machine.url}/machine`);
  expect(await page.context().cookies()).toEqual([]);
  const tab = await page.context().newPage();
  await tab.goto(`${machine.url}/machine/skills`);
  await tab.getByRole('heading', { name: 'Skills' }).waitFor();
  const other = await machine.visitor(link);
  await other.getByText('This link was used before').waitFor();
});

test('the first load of these pages is below 60 KB, packed', async ({ machineWith }) => {
  const machine = await machineWith({ skills: 1 });
  const page = await machine.visitor('/machine');
  const html = readFileSync('dist/web/machine.html', 'utf8');
  const linked = [...html.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(([, path = '']) => path);
  const bytes = linked.map((path) => gzipSync(readFileSync(join('dist/web', path))).length);
  expect(bytes.reduce((sum, each) => sum + each, gzipSync(html).length)).toBeLessThan(60 * 1024);
  // Nothing else is loaded.
  const loaded = await page.evaluate<readonly string[]>(
    `performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)`,
  );
  expect(loaded.filter((path) => !linked.includes(path))).toEqual([]);
});
