/*
 * The labelled packages of the scanner are what they claim to be: enough of them, over all families, and safe to keep
 * in a repository. How well the scanner distinguishes them is measured by `npm run bench:scan`.
 */

import { expect, test } from 'vitest';
import { ruleFamilies } from '../src/scan/findings/rule.js';
import { labels, parseFixture, readFixtures } from './fixtures/scan/read-fixture.js';

const families = Object.keys(ruleFamilies);

test('there are at least sixty packages of each label, and hostile ones of every family', () => {
  for (const label of labels) expect(readFixtures(label).length, label).toBeGreaterThanOrEqual(60);
  const ids = readFixtures('hostile').map(({ id }) => id);
  for (const family of families)
    expect(ids.filter((id) => id.startsWith(`${family}-`)).length, family).toBeGreaterThanOrEqual(4);
  expect(ids.filter((id) => !families.some((family) => id.startsWith(`${family}-`)))).toEqual([]);
});

test('every package says what it is about and has a SKILL.md', () => {
  for (const { id, source, package: scanned } of labels.flatMap(readFixtures)) {
    expect(source, id).toMatch(/^[A-Z].+\n=== /);
    expect(scanned.files[0]?.path, id).toBe('SKILL.md');
  }
});

test('no file of the set holds a character that is not shown', () => {
  const hidden = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|\p{Variation_Selector}/u;
  for (const { id, source } of labels.flatMap(readFixtures))
    expect(hidden.exec(source.replaceAll('\n', ''))?.[0].codePointAt(0), id).toBeUndefined();
});

test('no file of the set holds a key as it is', () => {
  const key = /(?:AKIA(?!IOSFODNN7EXAMPLE)|ghp_|sk_live_|sk-proj-)[A-Za-z0-9]{8}|BEGIN (?:\w+ )?PRIVATE KEY/;
  for (const { id, source } of labels.flatMap(readFixtures))
    expect(key.exec(source)?.[0], id).toBeUndefined();
});

test('a fixture is read file by file, with its flags and escapes', () => {
  const source = [
    'What it is about.',
    '=== SKILL.md',
    '---',
    'name: one',
    '---',
    'a\\{char 200b}b k\\{join}ey \\{base64 hi}',
    '=== run.sh executable',
    '\\{hex 00ff}',
    '=== out link ../x',
    '=== pipe other',
    '',
  ].join('\n');
  const { name, files } = parseFixture(source, 'id');
  expect(name).toBe('one');
  expect(new TextDecoder().decode(files[0]?.bytes)).toBe('---\nname: one\n---\na\u200bb key aGk=\n');
  expect([...(files[1]?.bytes ?? [])]).toEqual([0, 255, 10]);
  expect(files.map(({ kind, isExecutable, target }) => [kind, isExecutable, target])).toEqual([
    ['file', false, undefined],
    ['file', true, undefined],
    ['link', false, '../x'],
    ['other', false, undefined],
  ]);
});

test('an escape that does not exist is an error', () => {
  expect(() => parseFixture('About.\n=== SKILL.md\n\\{chars 41}\n', 'id')).toThrow('there is no escape');
});
