/*
 * Two branches that each add an item merge with real git, wherever the lines are.
 */

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { mergeByUnion } from '../../src/client/ensure/git-attributes.js';
import { addItem } from '../../src/client/rules/edit-manifest.js';
import { newManifest, readManifest } from '../../src/client/rules/manifest.js';
import { nodeFiles } from '../../src/system/disk/node-disk.js';

test.each([
  ['far from each other', ['aa', 'mm', 'zz'], 'bb', 'yy'],
  ['in neighbouring lines', ['aa', 'zz'], 'bb', 'cc'],
  ['in an empty table', [], 'bb', 'cc'],
  ['at the end', ['aa'], 'yy', 'zz'],
])('two branches that add items %s merge', (_, before, left, right) => {
  const folder = mkdtempSync(join(tmpdir(), 'coppice-merge-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.com'];
  const git = (...words: string[]) =>
    execFileSync('git', [...identity, ...words], { cwd: folder, stdio: 'pipe', encoding: 'utf8' });
  const path = join(folder, 'coppice.toml');
  const text = () => readFileSync(path, 'utf8');
  const add = (slug: string) =>
    writeFileSync(path, addItem(text(), { kind: 'skill', slug, wanted: { from: 'registry', range: '^1' } }));

  git('init', '-q', '-b', 'main');
  writeFileSync(path, newManifest({ url: 'https://e.org', tenant: 'acme' }));
  mergeByUnion(nodeFiles, folder);
  for (const slug of before) add(slug);
  git('add', '.');
  git('commit', '-qm', 'base');
  git('checkout', '-qb', 'left');
  add(left);
  git('commit', '-qam', 'left');
  git('checkout', '-q', 'main');
  add(right);
  git('commit', '-qam', 'right');
  const merged = spawnSync('git', [...identity, 'merge', '-q', 'left', '-m', 'both'], { cwd: folder });
  expect(merged.status).toBe(0);
  const slugs = readManifest(text()).items.map(({ slug }) => slug);
  expect(slugs.toSorted()).toEqual([...before, left, right].toSorted());
});

test('the line for git is added once, after what is there, and not where somebody wrote about the file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'coppice-attributes-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, '.gitattributes');
  writeFileSync(path, '*.png binary');
  expect(mergeByUnion(nodeFiles, folder)).toBe(path);
  expect(readFileSync(path, 'utf8')).toBe('*.png binary\ncoppice.toml merge=union\n');
  expect(mergeByUnion(nodeFiles, folder)).toBe(undefined);
  writeFileSync(path, 'coppice.toml merge=binary\n');
  expect(mergeByUnion(nodeFiles, folder)).toBe(undefined);
});
