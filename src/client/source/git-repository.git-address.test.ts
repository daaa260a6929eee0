import { expect, test } from 'vitest';
import { gitAddress, requireRef } from './git-repository.js';

test.each([
  ['https://github.com/owner/repo', 'https://github.com/owner/repo'],
  ['ssh://git@host.example:22/owner/repo.git', 'ssh://git@host.example:22/owner/repo.git'],
  ['git@github.com:owner/repo.git', 'git@github.com:owner/repo.git'],
  ['file:///srv/repo', 'file:///srv/repo'],
  ['/srv/repo', '/srv/repo'],
  ['../repo', '/work/repo'],
])('%s is taken', (url, address) => {
  expect(gitAddress(url, '/work/project')).toBe(address);
});

test.each([
  '-oProxyCommand=evil',
  '--upload-pack=evil',
  'ext::sh -c evil',
  'ext::sh',
  'http://host/repo',
  'git://host/repo',
  'fd::17',
  'host:repo',
  'user@-oProxyCommand=evil:repo',
  'user@host:-evil',
  'ssh://-oProxyCommand=evil/repo',
  'https://host/a\nb',
  'repo',
  '',
])('%j is refused', (url) => {
  expect(() => gitAddress(url, '/work/project')).toThrow('is not allowed as a repository address');
});

test.each(['https://user:secret@host/repo', 'https://secret@host/repo', 'ssh://git:secret@host/repo'])(
  'an address with a credential is refused, and the credential is not shown',
  (url) => {
    expect(() => gitAddress(url, '/work/project')).toThrow('credential');
    expect(() => gitAddress(url, '/work/project')).not.toThrow('secret');
  },
);

test.each(['main', 'feature/x', 'v1.2.3', 'a'.repeat(40)])('%s may be a ref', (ref) => {
  expect(() => requireRef(ref)).not.toThrow();
});

test.each([
  '-u',
  '',
  'a..b',
  'a b',
  'a^{}',
  'a:b',
  'a*',
  'x.lock',
  '/a',
  'a/',
  'a@{1}',
  '@',
  '.a',
  'a\u0000',
])('%j cannot be a ref', (ref) => {
  expect(() => requireRef(ref)).toThrow('cannot be a branch');
});
