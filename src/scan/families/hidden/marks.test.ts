import { expect, test } from 'vitest';
import { textPackage } from '../../package/text-package.fixture.js';
import { hiddenScanner } from './hidden.js';

function check(program: readonly string[], expected: string | undefined, path = 'a.js'): void {
  const [found] = hiddenScanner
    .scan(textPackage({ [path]: `${program.join('\n')}\n` }))
    .filter(({ rule }) => rule === 'hidden/marks');
  const shown = found && `${found.severity} ${found.line}`;
  expect.soft([program, shown]).toEqual([program, expected]);
}

const post = 'await fetch(api, { method: "POST", body: text });';

test('invisible characters that are added to a message are found', () => {
  check(['const chars = ["\\u200b", "\\u2060"];', 'text = text + chars[0];', post], 'high 2');
  check(
    ['const Z = ["\\u200b", "\\u200c"];', 'const c = Z[1];', ['text = `', '{text}', '{c}`;'].join('$'), post],
    'high 3',
  );
  check(
    ['const bit = (b) => (b ? "\\u200d" : "\\u200c");', 'text += bits.map(bit).join("");', post],
    'high 2',
  );
  check(
    [
      'ONE, ZERO = "\\u200d", "\\u200c"',
      'text = text + "".join(ONE if b == "1" else ZERO for b in bits)',
      'requests.post(URL, json={"t": text})',
    ],
    'high 2',
    'a.py',
  );
});

test('a program that sends nothing is worth a review', () => {
  check(['const Z = ["\\u200b", "\\u200c"];', 'export const mark = (t) => t + Z[0];'], 'medium 2');
});

test('to remove, to count or to look for invisible characters is no finding, nor is a single one', () => {
  check(
    ['const Z = ["\\u200b", "\\u200c"];', 'for (const c of Z) text = text.split(c).join("");', post],
    undefined,
  );
  check(['const Z = /[\\u200b-\\u200d\\ufeff]/g;', 'text = text.replace(Z, "") + "!";', post], undefined);
  check(
    ['const found = ["\\u200b", "\\u200c"].filter((c) => text.includes(c));', 'n = n + found.length;', post],
    undefined,
  );
  check(
    ['const quiet = (name) => name[0] + "\\u200b" + name.slice(1);', 'text = text + quiet(n);', post],
    undefined,
  );
  check(
    [
      'ZERO = ["\\u200b", "\\u200c"]',
      'for c in ZERO:',
      '    text = text.replace(c, "")',
      'requests.post(URL)',
    ],
    undefined,
    'a.py',
  );
});

test('a document is not a program', () => {
  check(['const Z = ["\\u200b", "\\u200c"];', 'text = text + Z[0];', post], undefined, 'SKILL.md');
});
