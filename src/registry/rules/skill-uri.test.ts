import { expect, test } from 'vitest';
import { fileUri, pathIn, slugIn } from './skill-uri.js';

const same = { slug: 'deploy', name: 'deploy' };
const other = { slug: 'deploy-2', name: 'deploy' };
const namespaced = { slug: '@team/deploy', name: 'deploy' };
const renamed = { slug: '@team/deploy-2', name: 'deploy' };

test.for([
  [same, 'SKILL.md', 'skill://deploy/SKILL.md'],
  [same, '', 'skill://deploy'],
  [other, 'SKILL.md', 'skill://deploy-2/deploy/SKILL.md'],
  [other, 'docs/what & why?.md', 'skill://deploy-2/deploy/docs/what%20%26%20why%3F.md'],
  [namespaced, 'SKILL.md', 'skill://%40team/deploy/SKILL.md'],
  [namespaced, '', 'skill://%40team/deploy'],
  [renamed, 'SKILL.md', 'skill://%40team/deploy-2/deploy/SKILL.md'],
  [same, 'docs/%2e/ü.md', 'skill://deploy/docs/%252e/%C3%BC.md'],
] as const)('a file has one URI, which parses back to it: %j %s', ([skill, path, uri]) => {
  expect(fileUri(skill, path)).toBe(uri);
  expect(new URL(uri).href).toBe(uri);
  expect(slugIn(uri)).toBe(skill.slug);
  expect(pathIn(uri, skill)).toBe(path);
});

test('the URI of something else has no slug and no path', () => {
  expect(pathIn('skill://other/SKILL.md', same)).toBeUndefined();
  expect(pathIn('skill://deploy-2/SKILL.md', other)).toBeUndefined();
  expect(pathIn('skill://deploy-2', other)).toBeUndefined();
  for (const uri of ['', 'skill://', 'file://deploy/SKILL.md', 'skill://deploy/%E0%A4%A', 'skill://deploy?x'])
    expect(slugIn(uri), uri).toBeUndefined();
});
