/*
 * The page of one skill: its text, who sees it, what happened with it, and its history with undo.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { hostilePackages } from '../homes/hostile.js';
import type { HomeWishes } from '../homes/plan.js';
import { barriers, test } from './machine-world.js';
import { openDetails, settled } from './settled.js';

const wishes: HomeWishes = { skills: 20, fixedFailures: 1, corrected: 1, unused: 3, sessions: 6 };
const address = (id: string, tab = '') =>
  `/machine/skill?id=${encodeURIComponent(id)}${tab && `&tab=${tab}`}`;

test('from the table to a skill: its text, its agents, its use', async ({ machineWith }) => {
  const machine = await machineWith(wishes);
  const [id = ''] = machine.planned.planted.failing;
  const name = id.slice(id.indexOf(':') + 1);
  const page = await machine.visit(`/machine/skills?find=${encodeURIComponent(id)}`);
  await page.getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await settled(page);
  await page.getByRole('heading', { name: 'Steps' }).waitFor();
  const agents = page.getByRole('region', { name: 'Who sees it' });
  await agents.getByText('Claude Code').waitFor();
  expect(
    await page
      .getByRole('navigation', { name: 'Pages' })
      .getByRole('link', { name: 'Skills' })
      .getAttribute('aria-current'),
  ).toBe('page');
});

test('what fails is shown with what fixed it, and each task with its steps', async ({ machineWith }) => {
  const machine = await machineWith(wishes);
  const [id = ''] = machine.planned.planted.failing;
  const page = await machine.visit(address(id, 'happened'));
  await page.getByRole('heading', { name: 'What fails, and what fixed it' }).waitFor();
  await page.getByText('worked 4 of 4 times').first().waitFor();
  expect(await page.getByText('recovered', { exact: true }).count()).toBe(4);
  await openDetails(page);
  await page.getByText('failed, then fixed').first().waitFor();
});

test('a change is shown with its lines, and undone', async ({ machineWith }) => {
  const machine = await machineWith(wishes);
  const [id = ''] = machine.planned.planted.unused;
  const path = join(
    machine.folder,
    machine.planned.files.find((file) => file.path.endsWith(`/${id.slice(id.indexOf(':') + 1)}/SKILL.md`))
      ?.path ?? '',
  );
  const before = readFileSync(path, 'utf8');
  machine.coppice('status');
  // Somebody else edits the file, which the next look records.
  writeFileSync(path, `${before}\nA line by somebody else.\n`);
  machine.coppice('status');
  const page = await machine.visit(address(id, 'history'));
  await page.getByText('observed').waitFor();
  await openDetails(page);
  await page.getByText('A line by somebody else.').waitFor();
  await page.getByRole('button', { name: /^Undo observed/ }).click();
  await page.getByText('Undone: 1 change.').waitFor();
  await page.getByText('undone', { exact: true }).waitFor();
  expect(readFileSync(path, 'utf8')).toBe(before);
});

test('a skill is archived from its page, and brought back by the message', async ({ machineWith }) => {
  const machine = await machineWith(wishes);
  const [id = ''] = machine.planned.planted.unused;
  const page = await machine.visit(address(id));
  await page.getByRole('button', { name: 'Archive…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
  await page.getByText('Archived 1 skill.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Undone: 1 change.').waitFor();
  await page.getByRole('heading', { name: 'Steps' }).waitFor();
});

test('the text of a blocked skill is not shown, and what is shown of a hostile one is only text', async ({
  machineWith,
}) => {
  const machine = await machineWith({ skills: 8, hostile: hostilePackages().slice(0, 2) });
  const [hostile = ''] = machine.planned.planted.hostile;
  const page = await machine.visit(address(hostile));
  await page.getByText('The text is not shown').waitFor();
  const plain =
    machine.planned.seen.find(({ id }) => id !== hostile && !machine.planned.planted.hostile.includes(id))
      ?.id ?? '';
  const file = machine.planned.files.find(({ path }) =>
    path.endsWith(`/${plain.slice(plain.indexOf(':') + 1)}/SKILL.md`),
  );
  writeFileSync(
    join(machine.folder, file?.path ?? ''),
    `---\nname: ${plain.slice(plain.indexOf(':') + 1)}\ndescription: "<img src=x onerror=tripped.push('description')>"\n---\n<script>tripped.push('body')</script>\n\n[x](javascript:tripped.push('link')) <img src=x onerror="tripped.push('img')">\n\n## The end\n`,
  );
  for (const tab of ['', 'happened', 'history']) {
    await page.goto(address(plain, tab));
    await settled(page);
    expect(await page.locator('#app img[src="x"], #app script, a[href^="javascript"]').count(), tab).toBe(0);
  }
  await page.goto('/machine/skills');
  await settled(page);
  expect(await page.locator('#app img[src="x"]').count()).toBe(0);
});

test('an address without a skill says so', async ({ machineWith }) => {
  const machine = await machineWith({ skills: 1 });
  const page = await machine.visit(address('claude:nobody'));
  await page
    .getByRole('alert')
    .getByText(/nobody/)
    .waitFor();
});

test.for([390, 1440])(
  'at %i pixels no part of the page has a barrier or scrolls sideways',
  async (width, { machineWith }) => {
    const machine = await machineWith(wishes);
    const [id = ''] = machine.planned.planted.failing;
    const page = await machine.visit('/machine', {
      bypassCSP: true,
      viewport: { width, height: 900 },
      colorScheme: width === 390 ? 'dark' : 'light',
    });
    const found: Record<string, unknown> = {};
    for (const tab of ['', 'happened', 'history']) {
      await page.goto(address(id, tab));
      await settled(page);
      await openDetails(page);
      const needed = await page.evaluate<number>('document.documentElement.scrollWidth');
      const all = [...(await barriers(page)), ...(needed > width ? [`needs ${needed}`] : [])];
      if (all.length > 0) found[tab] = all;
    }
    expect(found).toEqual({});
  },
);

test('a long text has its contents and coloured code that is still text', async ({ machineWith }) => {
  const machine = await machineWith({ skills: 4 });
  const [id = ''] = machine.planned.seen.map((each) => each.id);
  const name = id.slice(id.indexOf(':') + 1);
  const file = machine.planned.files.find(({ path }) => path.endsWith(`/${name}/SKILL.md`));
  const parts = ['Before', 'Build', 'Check', 'Release', 'After']
    .map((title) => `## ${title}\n\n${'Words. '.repeat(200)}\n`)
    .join('\n');
  writeFileSync(
    join(machine.folder, file?.path ?? ''),
    `---\nname: ${name}\ndescription: Builds it.\n---\n${parts}\n\`\`\`sh\nif true; then echo "<img src=x onerror=tripped.push('code')>" # why\nfi\n\`\`\`\n\nRun \`sudo rm -rf /tmp/build\` before.\n`,
  );
  const page = await machine.visit(address(id));
  await page.getByText('Contents', { exact: true }).click();
  const contents = page.getByRole('navigation', { name: 'Contents of the text' });
  expect(await contents.getByRole('link').allTextContents()).toEqual([
    'Before',
    'Build',
    'Check',
    'Release',
    'After',
  ]);
  await contents.getByRole('link', { name: 'Release' }).click();
  await expect.poll(() => page.evaluate<number>('scrollY')).toBeGreaterThan(0);
  expect(await page.locator('.code-keyword').allTextContents()).toEqual(['if', 'then', 'echo', 'fi']);
  expect(await page.locator('.code-string').textContent()).toContain('<img src=x');
  expect(await page.locator('#app img[src="x"]').count()).toBe(0);
});
