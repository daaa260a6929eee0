import { expect, test } from 'vitest';
import { addOrUpdateItem } from './edit-manifest.js';
import type { ManifestItem, Wanted } from './manifest.js';
import { readManifest } from './manifest.js';

const registry = '[registry]\nurl = "https://skills.example.com"\ntenant = "acme"\n';
const known = `${registry}\n[[skills]]\nslug = "lib"\nversion = "^1"\n`;

function check(text: string, wanted: Wanted) {
  const item: ManifestItem = { kind: 'skill', slug: 'lib', wanted };
  return addOrUpdateItem(text, readManifest(text), item);
}

test('an item that is not there is added', () => {
  expect(check(registry, { from: 'registry', range: '^1' })).toBe(known);
});

test('one that is there gets the range that is given, and keeps its own where none is', () => {
  expect(check(known, { from: 'registry', range: '^2' })).toBe(known.replace('^1', '^2'));
  expect(check(known, { from: 'registry', range: '*' })).toBe(known);
  expect(check(known, { from: 'registry', range: '^1' })).toBe(known);
});

test('one that is there from another source stays, and that is said', () => {
  expect(() => check(known, { from: 'path', path: './lib' })).toThrow('from another source');
});
