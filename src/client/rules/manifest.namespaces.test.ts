import { describe, expect, test } from 'vitest';
import { addOrUpdateItem, removeItem, setRange, upgradeManifest } from './edit-manifest.js';
import { printLock, readLock } from './lock.js';
import { type ManifestItem, readManifest } from './manifest.js';

const head = '[registry]\nurl = "https://skills.example.com"\ntenant = "acme"\n\n';
const manifest = (lines: string) => `${head}[require.skills]\n${lines}`;
const items = (text: string) => readManifest(text).items;
const any = { from: 'registry', range: '*' } as const;

test('a name with a namespace is a key in quotes, and may have a name to install it under', () => {
  expect(items(manifest('"@team/deploy" = "^1"\n'))).toEqual([
    { kind: 'skill', slug: '@team/deploy', wanted: { from: 'registry', range: '^1' } },
  ]);
  expect(items(manifest('"@team/deploy" = { version = "^1", as = "team-deploy" }\n'))).toEqual([
    { kind: 'skill', slug: '@team/deploy', as: 'team-deploy', wanted: { from: 'registry', range: '^1' } },
  ]);
  expect(items(`${head}[[skills]]\nslug = "@team/deploy"\nas = "other"\n`)).toMatchObject([{ as: 'other' }]);
});

test.each<[string, string]>([
  ['"@team/deploy" = { path = "./x" }\n', 'comes from the registry'],
  ['"@team/deploy" = { git = "https://example.com/x" }\n', 'comes from the registry'],
  ['"@Team/deploy" = "*"\n', 'is not a slug'],
  ['"@team/../x" = "*"\n', 'is not a slug'],
  ['deploy = { version = "*", as = "../up" }\n', 'cannot be the name of a folder'],
  ['deploy = { version = "*", as = "@a/b" }\n', 'cannot be the name of a folder'],
])('refused: %s', (lines, message) => {
  expect(() => readManifest(manifest(lines))).toThrow(message);
});

describe('edits', () => {
  const add = (text: string, item: ManifestItem) => addOrUpdateItem(text, readManifest(text), item);
  const deploy: ManifestItem = { kind: 'skill', slug: '@team/deploy', wanted: any };

  test('adding, renaming, a new range, and removing', () => {
    const added = add(manifest('lint = "^2"  # keep\n'), deploy);
    expect(added).toBe(manifest('"@team/deploy" = "*"\nlint = "^2"  # keep\n'));
    const renamed = add(added, { ...deploy, as: 'team-deploy' });
    expect(renamed).toBe(
      manifest('"@team/deploy" = { version = "*", as = "team-deploy" }\nlint = "^2"  # keep\n'),
    );
    const ranged = setRange(renamed, deploy, '^3');
    expect(ranged).toContain('"@team/deploy" = { version = "^3", as = "team-deploy" }');
    // Without a name, the one that it has stays.
    expect(add(ranged, { ...deploy, wanted: { from: 'registry', range: '^4' } })).toContain(
      '{ version = "^4", as = "team-deploy" }',
    );
    // A new name keeps the range.
    expect(add(ranged, { ...deploy, as: 'other' })).toContain('{ version = "^3", as = "other" }');
    expect(removeItem(ranged, deploy)).toBe(manifest('lint = "^2"  # keep\n'));
  });

  test('blocks are converted with their name', () => {
    const upgraded = upgradeManifest(`${head}[[skills]]\nslug = "@team/deploy"\nas = "other"\n`) ?? '';
    expect(upgraded).toContain('"@team/deploy" = { version = "*", as = "other" }');
  });
});

test('a lock has such names and requirements', () => {
  const digest = `sha256:${'0'.repeat(64)}`;
  const origin = { from: 'registry', version: '1.0.0', digest } as const;
  const lock = {
    registry: { url: 'https://skills.example.com', tenant: 'acme' },
    nodes: [
      { kind: 'skill', slug: '@team/deploy', contentDigest: digest, requires: ['@team/lib@^1'], origin },
      { kind: 'skill', slug: '@team/lib', contentDigest: digest, requires: [], origin },
    ],
    unresolved: [{ kind: 'skill', slug: '@team/later', range: '*' }],
  } as const;
  const text = printLock(lock);
  expect(text).toContain('[skill."@team/deploy"]');
  expect(readLock(text)).toEqual(lock);
});
