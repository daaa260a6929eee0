import { expect, test } from 'vitest';
import { CoppiceError } from '../../text/errors.js';
import { readAddTarget } from './add-target.js';

const noFlags = { ref: undefined, path: undefined };

test.each([
  ['lib', 'lib', { from: 'registry', range: '*' }],
  ['lib@^1.2', 'lib', { from: 'registry', range: '^1.2' }],
  ['lib@>=1 <3', 'lib', { from: 'registry', range: '>=1 <3' }],
  ['./skills/lib', 'lib', { from: 'path', path: './skills/lib' }],
  ['../lib/', 'lib', { from: 'path', path: '../lib/' }],
  ['/srv/lib', 'lib', { from: 'path', path: '/srv/lib' }],
  ['.', '.', { from: 'path', path: '.' }],
  ['owner/repo', 'repo', git('https://github.com/owner/repo')],
  ['owner/repo/skills/lib/', 'lib', git('https://github.com/owner/repo', 'skills/lib')],
  ['https://git.example.com/team/lib.git', 'lib', git('https://git.example.com/team/lib.git')],
  ['git@example.com:team/lib.git', 'lib', git('git@example.com:team/lib.git')],
  ['file:///srv/repo', 'repo', git('file:///srv/repo')],
  ['https://github.com/o/r/tree/v2/skills/lib', 'lib', git('https://github.com/o/r', 'skills/lib', 'v2')],
  ['https://github.com/o/r/tree/main', 'r', git('https://github.com/o/r', '', 'main')],
])('%s is understood', (typed, slug, wanted) => {
  expect(readAddTarget(typed, noFlags)).toEqual({ slug, wanted });
});

test('the flags for a repository go before what its address says', () => {
  const flags = { ref: 'v3', path: './other/' };
  expect(readAddTarget('https://github.com/o/r/tree/v2/skills/lib', flags).wanted).toEqual(
    git('https://github.com/o/r', 'other', 'v3'),
  );
});

test.each([
  ['Upper', noFlags, 'bad-value'],
  ['', noFlags, 'bad-value'],
  ['lib@', noFlags, 'bad-value'],
  ['lib@not a range', noFlags, 'bad-value'],
  ['lib', { ...noFlags, ref: 'main' }, 'usage'],
  ['./lib', { ...noFlags, path: 'x' }, 'usage'],
])('%j with %o is refused', (typed, flags, code) => {
  let thrown: unknown;
  try {
    readAddTarget(typed, flags);
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(CoppiceError);
  expect(thrown).toMatchObject({ code });
});

test.each(['@team/', '@Team/lib', '@team'])(
  '%j is answered with the form of a name in a namespace',
  (typed) => {
    expect(() => readAddTarget(typed, noFlags)).toThrow(
      expect.objectContaining({ hint: 'give an item of a namespace as @team/skill, both in lower case' }),
    );
  },
);

function git(url: string, path = '', ref: string | undefined = undefined) {
  return { from: 'git', url, path, ref };
}
