import { expect, test } from 'vitest';
import { locationOf, skillPath, skillUri } from './skill-uri.js';

test.for([
  ['home:gif-search', 'skill://home/gif-search/SKILL.md', 'home'],
  ['claude@1a2b3c4d:gif-search', 'skill://claude%401a2b3c4d/gif-search/SKILL.md', 'claude@1a2b3c4d'],
] as const)('a skill has one address, which leads back to it: %s', ([id, uri, label]) => {
  const skill = { id, name: 'gif-search' };
  expect(skillUri(skill)).toBe(uri);
  expect(new URL(uri).href).toBe(uri);
  expect(skillPath(skill)).toBe(`${label}/gif-search`);
  expect(locationOf(uri)).toEqual({ label, name: 'gif-search', path: 'SKILL.md' });
});

test.for([
  ['skill://home/gif/references/first%20steps.md', 'references/first steps.md'],
  ['skill://home/gif/references/', 'references'],
  ['skill://home/gif', ''],
  ['skill://home/gif/', ''],
  ['skill://home/gif/%252e%252e', '%2e%2e'],
] as const)('the path in a skill is what is left of the address: %s', ([uri, path]) => {
  expect(locationOf(uri)).toEqual({ label: 'home', name: 'gif', path });
});

test.for([
  '',
  'skill://',
  'skill://home',
  'file://home/gif/SKILL.md',
  'skill://home/gif/SKILL.md?x',
  'skill://home/gif/SKILL.md#x',
  'skill://home/gif/%E0%A4%A',
  'skill://home/gif/..',
  'skill://home/gif/%2e%2e/x',
  'skill://home/gif/a%2fb',
  'skill://home/gif/a%5Cb',
  'skill://home/gif/a%00b',
  'skill://home/gif//x',
])('an address of something else leads nowhere: %s', (uri) => {
  expect(locationOf(uri)).toBeUndefined();
});
