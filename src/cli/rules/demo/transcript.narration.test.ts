import { expect, test } from 'vitest';
import { commandText, shownLines } from './transcript.js';

test.each([
  [{ words: [] }, 'coppice'],
  [{ words: ['search', 'complete a form'] }, "coppice search 'complete a form'"],
  [{ words: ['add', 'notes@^1.2'] }, 'coppice add notes@^1.2'],
  [{ words: ['publish', '/tmp/x/home/skills/a'] }, 'coppice publish ~/skills/a'],
  [{ words: ['login'], input: 'secret' }, 'coppice login < token.txt'],
])('%o is typed as it would be in a shell', (scene, text) => {
  expect(commandText(scene, '/tmp/x/home')).toBe(text);
});

test('the home is written as ~, and notes come after the result', () => {
  const answer = { stdout: '/tmp/x/home/a\n', stderr: 'hint: more\n' };
  expect(shownLines(answer, {}, '/tmp/x/home')).toEqual(['~/a', 'hint: more']);
});

test('long output is cut and the rest is counted, unless it is one line', () => {
  const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at}`);
  const shown = (count: number) =>
    shownLines({ stdout: lines(count).join('\n'), stderr: '' }, { lines: 3 }, '/h');
  expect(shown(3)).toEqual(lines(3));
  expect(shown(4)).toEqual(lines(4));
  expect(shown(5)).toEqual([...lines(3), '… 2 more lines']);
});

test('a line that is too wide is cut', () => {
  const [line = ''] = shownLines({ stdout: 'x'.repeat(500), stderr: '' }, {}, '/h');
  expect(line).toMatch(/^x+…$/);
  expect(line.length).toBeLessThan(120);
});
