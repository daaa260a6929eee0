import { expect, test } from 'vitest';
import { simpleCommands } from './shell-words.js';

const check = (text: string, ...commands: readonly string[][]) =>
  expect(simpleCommands(text).map(({ words }) => [...words])).toEqual(commands);

test('words are what the shell would pass, without quotes', () => {
  check(`sed -n '1,200p' ~/a/SKILL.md`, ['sed', '-n', '1,200p', '~/a/SKILL.md']);
  check('cat "a b"/c\\ d', ['cat', 'a b/c d']);
  check(`echo "say \\"hi\\" for \\$5"`, ['echo', 'say "hi" for $5']);
});

test('commands end where the shell ends them', () => {
  check('cd x && cat y; ls | head\nwc', ['cd', 'x'], ['cat', 'y'], ['ls'], ['head'], ['wc']);
  check('a || b & c', ['a'], ['b'], ['c']);
});

test('comments and here-documents are not commands', () => {
  check('ls # cat SKILL.md\npwd', ['ls'], ['pwd']);
  check(`tee f <<'EOF'\ncat SKILL.md\nEOF\nls`, ['tee', 'f'], ['ls']);
  check('cat <<A <<B\n1\nA\n2\nB\nls', ['cat'], ['ls']);
});

test('written files are distinguished from words', () => {
  expect(simpleCommands('echo hi > out.md 2>&1 >> more < in')).toEqual([
    { words: ['echo', 'hi'], writesTo: ['out.md', 'more'] },
  ]);
});

test('an unfinished quote takes the rest, and nothing is endless', () => {
  check(`echo 'abc def`, ['echo', 'abc def']);
  check('echo "abc', ['echo', 'abc']);
  check('\\', ['\\']);
});
