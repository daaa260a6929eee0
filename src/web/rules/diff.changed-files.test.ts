import { expect, test } from 'vitest';
import { changedFiles } from './diff.js';

function file(path: string, content: string, executable = false) {
  return { path, digest: `sha256:${content}`, size_bytes: 1, executable };
}

test('files are compared by their content, SKILL.md first', () => {
  const before = [file('a.md', '1'), file('gone.md', '1'), file('same.md', '1'), file('SKILL.md', '1')];
  const after = [file('SKILL.md', '2'), file('same.md', '1'), file('new.md', '1'), file('a.md', '1', true)];
  expect(changedFiles(before, after).map(({ path, change }) => `${change} ${path}`)).toEqual([
    'changed SKILL.md',
    'changed a.md',
    'removed gone.md',
    'added new.md',
  ]);
});

test('the same files differ in nothing', () => {
  expect(changedFiles([file('a', '1')], [file('a', '1')])).toEqual([]);
});
