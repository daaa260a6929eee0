import { expect, test } from 'vitest';
import type { Lock, LockNode, NodeOrigin } from './lock.js';
import { satisfies } from './lock-satisfies.js';
import type { Manifest, ManifestItem, Wanted } from './manifest.js';

const registry = { url: 'https://e.org', tenant: 'acme' };
const commit = 'c'.repeat(40);

/** `lib@^1` from the registry. */
function want(...items: readonly (string | ManifestItem)[]): Manifest {
  const read = (item: string | ManifestItem): ManifestItem => {
    if (typeof item !== 'string') return item;
    const [slug = '', range = '*'] = item.split('@');
    return { kind: 'skill', slug, wanted: { from: 'registry', range } };
  };
  return { registry, agents: ['claude'], items: items.map(read) };
}

function from(slug: string, wanted: Wanted): ManifestItem {
  return { kind: 'skill', slug, wanted };
}

/** `lib@1.0.0 > dep@^1 other`: what is behind the sign is required. `?lib@^1` is unresolved. */
function locked(...entries: readonly (string | LockNode)[]): Lock {
  const nodes = entries.flatMap((entry) => {
    if (typeof entry !== 'string') return entry;
    const [name = '', requires = ''] = entry.split(' > ');
    const [slug = '', version = ''] = name.split('@');
    return slug.startsWith('?')
      ? []
      : node(slug, { from: 'registry', version, digest: '' }, requires.split(' '));
  });
  const unresolved = entries.flatMap((entry) => {
    const [, slug = '', range = ''] = /^\?(.*)@(.*)/.exec(String(entry)) ?? [];
    return slug === '' ? [] : { kind: 'skill' as const, slug, range };
  });
  return { registry, nodes, unresolved };
}

function node(slug: string, origin: NodeOrigin, requires: readonly string[] = []): LockNode {
  return { kind: 'skill', slug, contentDigest: '', requires: requires.filter(Boolean), origin };
}

function check(lock: Lock, manifest: Manifest, ...reasons: readonly string[]): void {
  expect(satisfies(lock, manifest)).toEqual(
    reasons.length === 0 ? { kind: 'satisfied' } : { kind: 'unsatisfied', reasons },
  );
}

test('a lock satisfies what it was made for', () => {
  check(locked(), want());
  check(locked('a@1.2.0'), want('a'));
  check(locked('a@1.2.0'), want('a@^1'));
  check(locked('a@1.0.0 > b@^1 c', 'b@1.5.0 > c', 'c@0.1.0 > a'), want('a'));
  check(locked('?ghost@^1'), want('ghost@^1'));
  check(locked('a@1.0.0 > ghost@2', '?ghost@2'), want('a'));
  check(locked('a@1.0.0 > b@^9', 'b@1.0.0', '?b@^9'), want('a', 'b@1'));
});

test('what is wanted and not locked, or not so, is named', () => {
  check(locked(), want('a'), 'skill `a`, which the manifest requires, is not locked');
  check(locked('a@1.2.0'), want('a@^2'), 'skill `a` is locked at 1.2.0, but the manifest requires ^2');
  const agent: ManifestItem = { kind: 'agent', slug: 'a', wanted: { from: 'registry', range: '*' } };
  check(locked('a@1.0.0'), want('a', agent), 'agent `a`, which the manifest requires, is not locked');
  check(
    locked('?ghost@^1'),
    want('ghost@^2'),
    'skill `ghost`, which the manifest requires, is not locked',
    'skill `ghost` is in the lock, but nothing requires it',
  );
});

test('what is required and not locked, or not so, is named', () => {
  check(locked('a@1.0.0 > b'), want('a'), 'skill `b`, which skill `a` requires, is not locked');
  check(
    locked('a@1.0.0 > b', 'b@1.0.0 > c@^2', 'c@1.0.0'),
    want('a'),
    'skill `c` is locked at 1.0.0, but skill `b` requires ^2',
  );
});

test('what nothing asks for any more is named', () => {
  check(locked('a@1.0.0', 'b@1.0.0'), want('a'), 'skill `b` is in the lock, but nothing requires it');
  check(
    locked('a@1.0.0', 'b@1.0.0 > c', 'c@1.0.0 > b'),
    want('a'),
    'skill `b` is in the lock, but nothing requires it',
    'skill `c` is in the lock, but nothing requires it',
  );
});

test('a prerelease needs to be named once, by the manifest or by each who asks', () => {
  check(locked('a@2.0.0-rc.1'), want('a@2.0.0-rc.1'));
  check(locked('a@2.0.0-rc.1'), want('a'), 'skill `a` is locked at 2.0.0-rc.1, but the manifest requires *');
  check(locked('a@1.0.0 > b@>=1', 'b@2.0.0-rc.1'), want('a', 'b@^2.0.0-rc'));
  check(
    locked('a@1.0.0 > b@>=1', 'b@2.0.0-rc.1'),
    want('a'),
    'skill `b` is locked at 2.0.0-rc.1, but skill `a` requires >=1',
  );
});

test('repositories and folders must be those of the manifest', () => {
  const git = { from: 'git', url: 'u', path: 'p', ref: undefined } as const;
  const other = 'skill `a` is locked from a source that differs from the manifest';
  const inGit = locked(node('a', { ...git, commit }));
  check(inGit, want(from('a', git)));
  check(inGit, want(from('a', { ...git, ref: 'main' })), other);
  check(locked(node('a', { ...git, ref: 'main', commit })), want(from('a', { ...git, ref: 'main' })));
  check(locked(node('a', { ...git, ref: 'main', commit })), want(from('a', git)), other);
  check(inGit, want(from('a', { ...git, url: 'v' })), other);
  check(inGit, want(from('a', { ...git, path: '' })), other);
  check(inGit, want('a'), other);
  check(inGit, want(from('a', { from: 'path', path: 'p' })), other);
  check(locked(node('a', { from: 'path', path: 'p' })), want(from('a', { from: 'path', path: 'p' })));
  check(locked(node('a', { from: 'path', path: 'p' })), want(from('a', { from: 'path', path: 'q' })), other);
  check(locked(), want(from('a', git)), 'skill `a`, which the manifest requires, is not locked');
});

test('a folder stands in for any version that is required', () => {
  const own = from('b', { from: 'path', path: 'p' });
  check(locked('a@1.0.0 > b@^9', node('b', { from: 'path', path: 'p' })), want('a', own));
});

test('a lock of another registry is of no use', () => {
  const lock = { ...locked('a@1.0.0'), registry: { ...registry, tenant: 'other' } };
  check(
    lock,
    want('a'),
    'the lock is for https://e.org (other), but the manifest is for https://e.org (acme)',
  );
  check(
    { ...lock, registry: undefined },
    want('a'),
    'the lock is for no registry, but the manifest is for https://e.org (acme)',
  );
});
