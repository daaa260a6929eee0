/*
 * Homes that nobody would wish for: skills whose names and texts are markup, right to left, endless or huge, and files of
 * Coppice that are damaged. Every page says what it can, as text, and does not move sideways.
 */

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type Machine, test } from './machine-world.js';
import { openDetails, settled } from './settled.js';

const paths = ['', '/skills', '/sessions', '/review', '/tidy', '/effect', '/team', '/settings'].map(
  (path) => `/machine${path}`,
);
const skillAt = (id: string, tab: string) => `/machine/skill?id=${encodeURIComponent(id)}${tab}`;
const tabs = ['', '&tab=source', '&tab=happened', '&tab=history'];

const evil = (where: string) => `<img src=x onerror=tripped.push('${where}')>`;

/** By the name of the folder, which is that of the skill where it has none. */
const names: Readonly<Record<string, string>> = {
  'a\u202Ecba': `---\nname: "a\u202Ecba"\ndescription: "\u202E${evil('turned')}"\n---\n# \u202ETurned\n`,
  'שלום-עולם':
    '---\nname: שלום-עולם\ndescription: "שלום לכולם (see https://example.com)."\n---\n# שלום\n\nטקסט.\n',
  [`w${'o'.repeat(200)}rd`]: `---\ndescription: ${'unbreakable'.repeat(80)}\n---\n# ${'Head'.repeat(90)}\n\n${'x'.repeat(5_000)}\n`,
  "<img src=x onerror=tripped.push('folder')>": `---\nname: "${evil('name')}"\ndescription: "${evil('said')}"\ncategory: "${evil('category')}"\n---\n${evil('body')}\n`,
  '$(touch owned)': '---\ndescription: A name that is a command.\n---\nText.\n',
  'no text': '---\ndescription: Nothing below.\n---\n',
  'not text': '\u0000\u0001\uFFFD',
};

function putNames(machine: Machine): void {
  for (const [name, text] of Object.entries(names)) {
    const folder = join(machine.folder, '.claude/skills', name.replaceAll('/', '_'));
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'SKILL.md'), text);
  }
}

async function expectOnlyText(page: Page, where: string, width: number): Promise<void> {
  await openDetails(page);
  expect(
    await page.locator('#app img[src="x"], #app script, #app [onerror], a[href^="javascript"]').count(),
    where,
  ).toBe(0);
  expect(await page.evaluate<number>('document.documentElement.scrollWidth'), where).toBeLessThanOrEqual(
    width,
  );
}

test.for([390, 1280])(
  'at %i pixels names and texts of any kind are only text',
  async (width, { machineWith }) => {
    const machine = await machineWith({ skills: 8, copies: 1, unused: 2 });
    putNames(machine);
    const page = await machine.visit('/machine', { viewport: { width, height: 900 } });
    await settled(page);
    for (const path of paths) {
      await page.goto(path);
      await settled(page);
      await expectOnlyText(page, path, width);
    }
    const { skills } = machine.coppice('list', '--all') as { skills: readonly { id: string }[] };
    const strange = skills.map(({ id }) => id).filter((id) => !/^[\w@.:-]+$/.test(id) || id.length > 100);
    expect(strange.length).toBeGreaterThan(3);
    for (const id of strange)
      for (const tab of tabs) {
        const path = skillAt(id, tab);
        await page.goto(path);
        await settled(page);
        await expectOnlyText(page, path, width);
        expect(await page.locator('main').innerText(), path).not.toContain(`coppice view ${id}`);
      }
  },
);

function putLong(machine: Machine, name: string, bytes: number): void {
  const folder = join(machine.folder, '.claude/skills', name);
  mkdirSync(folder, { recursive: true });
  const line = 'One of very many lines, and a word.\n';
  const head = `---\nname: ${name}\ndescription: Much to read.\n---\n# Long\n`;
  writeFileSync(join(folder, 'SKILL.md'), head + line.repeat(Math.ceil(bytes / line.length)));
}

test('of a SKILL.md of two megabytes the page says that it is too large, and a shorter one is shown in parts', async ({
  machineWith,
}) => {
  const machine = await machineWith({ skills: 4 });
  putLong(machine, 'huge', 2_000_000);
  putLong(machine, 'long', 900_000);
  const page = await machine.visit('/machine/skills?find=huge');
  await page.getByRole('link', { name: 'huge', exact: true }).click();
  const findings = page.getByRole('region', { name: '1 finding' });
  await findings.getByText('larger than the 1048576 bytes that are scanned').waitFor();
  await page.getByText('The text is not shown').waitFor();
  for (const tab of tabs) {
    await page.goto(skillAt('claude:long', tab));
    await settled(page);
  }
  await page.goto(skillAt('claude:long', ''));
  await page.getByText('One of very many lines').first().waitFor();
  await page.goto(skillAt('claude:long', '&tab=source&line=20000'));
  await page.locator('.file-line.marked').waitFor();
  expect(await page.locator('.file-line').count()).toBe(1_000);
  await page.getByRole('button', { name: 'Show the lines before 19501' }).waitFor();
});

const damages: Readonly<Record<string, string | Uint8Array>> = {
  'evidence.sqlite': 'no database at all',
  'usage.json': '{ "version": 99 }',
  'ledger.jsonl': 'nonsense\n{"id":7}\n',
  'facts.jsonl': '[]\n',
  'config.toml': 'curator = [[[',
  'curator.json': '{',
};

test.for(Object.keys(damages))(
  'with a damaged %s every page shows what it can, or says why not',
  async (name, { machineWith }) => {
    const machine = await machineWith({ skills: 12, copies: 1, unused: 2, fixedFailures: 1, sessions: 6 });
    const [skill = ''] = machine.planned.planted.failing;
    const page = await machine.visit('/machine');
    rmSync(join(machine.folder, '.coppice', name), { force: true });
    writeFileSync(join(machine.folder, '.coppice', name), damages[name] ?? '');
    for (const path of [...paths, ...tabs.map((tab) => skillAt(skill, tab))]) {
      await page.goto(path);
      await settled(page);
      const shown = await page.locator('main').innerText();
      // Never a bug, and never an empty page.
      expect(shown, path).not.toContain('Coppice failed');
      expect(shown.length, path).toBeGreaterThan(60);
    }
  },
);
