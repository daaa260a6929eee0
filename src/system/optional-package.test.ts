import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadOptional, packagesFolder, resolveOptional } from './optional-package.js';

test.each<[Readonly<Record<string, string>>, string]>([
  [{}, '/home/packages'],
  [{ COPPICE_PACKAGES: '' }, '/home/packages'],
  [{ COPPICE_PACKAGES: '/elsewhere' }, '/elsewhere'],
])('with %j packages are looked for in %s', (environment, expected) => {
  expect(packagesFolder('/home', environment)).toBe(expected);
});

/** A folder of packages, each given by its files. */
function folderOf(packages: Readonly<Record<string, Readonly<Record<string, string>>>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'coppice-packages-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, files] of Object.entries(packages)) {
    mkdirSync(join(folder, 'node_modules', name), { recursive: true });
    for (const [file, text] of Object.entries(files)) {
      writeFileSync(join(folder, 'node_modules', name, file), text);
    }
  }
  return folder;
}

const wanted = (name: string) => ({ name, version: '1.2.3', need: 'the oracle' });

test('modules of both kinds are loaded from the folder of the user', async () => {
  const folder = folderOf({
    '@some/old': { 'package.json': '{"main": "old.js"}', 'old.js': 'exports.answer = 41;' },
    new: { 'package.json': '{"type": "module", "main": "new.js"}', 'new.js': 'export const answer = 42;' },
  });
  expect(await loadOptional(wanted('@some/old'), folder)).toMatchObject({ answer: 41 });
  expect(await loadOptional(wanted('new'), folder)).toMatchObject({ answer: 42 });
});

test('the folder of the user comes before what is installed with Coppice', () => {
  const folder = folderOf({ vitest: { 'package.json': '{}', 'index.js': '', 'other.txt': '' } });
  const own = join(folder, 'node_modules/vitest');
  expect(resolveOptional(wanted('vitest'), folder)).toBe(join(own, 'index.js'));
  expect(resolveOptional(wanted('vitest'), folder, '/other.txt')).toBe(join(own, 'other.txt'));
  expect(resolveOptional(wanted('vitest'), '/nowhere')).not.toContain(folder);
});

test('one that is not installed is reported with the command that installs it', async () => {
  const expected = {
    code: 'package-missing',
    message: 'the oracle needs the package no-such-package, which is not installed',
    hint: 'npm install --prefix /nowhere no-such-package@1.2.3',
  };
  await expect(loadOptional(wanted('no-such-package'), '/nowhere')).rejects.toMatchObject(expected);
  expect(() => resolveOptional(wanted('no-such-package'), '/nowhere')).toThrow(expected.message);
  const both = { ...wanted('no-such-package'), together: ['its-data@4.5.6'] };
  await expect(loadOptional(both, '/nowhere')).rejects.toMatchObject({
    hint: `${expected.hint} its-data@4.5.6`,
  });
});

test('one that fails by itself is not called missing', async () => {
  const folder = folderOf({
    failing: { 'package.json': '{}', 'index.js': 'throw new Error("no such luck");' },
    broken: { 'package.json': 'not JSON' },
  });
  await expect(loadOptional(wanted('failing'), folder)).rejects.toThrow('no such luck');
  await expect(loadOptional(wanted('broken'), folder)).rejects.not.toMatchObject({ code: 'package-missing' });
});

test('one that fails while it is loaded is reported with the command that installs it', async () => {
  const folder = folderOf({ broken: { 'package.json': '{}', 'index.js': 'throw new Error("no binding");' } });
  await expect(loadOptional(wanted('broken'), folder)).rejects.toMatchObject({
    code: 'package-missing',
    message: 'the oracle needs the package broken, which cannot be loaded: no binding',
    hint: `npm install --prefix ${folder} broken@1.2.3`,
  });
});
