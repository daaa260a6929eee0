import { expect, test } from 'vitest';
import { installedName, refuseSameName, withNames } from './install-locations.js';
import type { ManifestItem } from './manifest.js';

const any = { from: 'registry', range: '*' } as const;
const skill = (slug: string, as?: string): ManifestItem => ({ kind: 'skill', slug, as, wanted: any });

test.each<[string, string | undefined, string]>([
  ['deploy', undefined, 'deploy'],
  ['@team/deploy', undefined, 'deploy'],
  ['@team/deploy', 'team-deploy', 'team-deploy'],
  ['deploy', 'other', 'other'],
])('%s, as %s, is installed as %s', (slug, as, expected) => {
  expect(installedName({ slug, as })).toBe(expected);
});

test('the name in the manifest holds also for what something else requires', () => {
  const locked = [skill('@team/deploy'), skill('deploy')].map(({ kind, slug }) => ({ kind, slug }));
  expect(withNames(locked, [skill('@team/deploy', 'team-deploy')]).map(installedName)).toEqual([
    'team-deploy',
    'deploy',
  ]);
});

test('two of one name are refused with the way out', () => {
  expect(() => refuseSameName([skill('deploy'), skill('@team/deploy')])).toThrow(
    expect.objectContaining({
      code: 'conflict',
      message: 'skill `@team/deploy` and skill `deploy` would both be installed as deploy',
      hint: 'install one under another name: coppice add @team/deploy as OTHER',
    }),
  );
  expect(() => refuseSameName([skill('@a/deploy'), skill('@b/deploy')])).toThrow('would both be installed');
  expect(() => refuseSameName([skill('a'), skill('b', 'a')])).toThrow('would both be installed');
});

test('another name, and another kind, are no conflict', () => {
  refuseSameName([skill('deploy'), skill('@team/deploy', 'team-deploy')]);
  refuseSameName([skill('deploy'), { ...skill('@team/deploy'), kind: 'agent' }]);
  refuseSameName([skill('deploy'), skill('deploy')]);
});
