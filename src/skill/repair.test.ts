import { expect, test } from 'vitest';
import { repairFrontmatter } from './repair.js';
import type { Frontmatter, Reading } from './skill.js';

/** The block as it is in a file, where it starts on line 2. */
function check(block: string, reading: Reading, frontmatter: Frontmatter, ...diagnostics: string[]): void {
  const rescue = repairFrontmatter(block, 2, 7);
  const reported = rescue.diagnostics.map(({ code, line, fix }) => `${code} ${line}: ${fix}`);
  expect([block, rescue.reading, rescue.frontmatter, reported]).toEqual([
    block,
    reading,
    frontmatter,
    diagnostics,
  ]);
}

const quote = 'put the value in quotes';

test('a value that is not valid YAML is read as text', () => {
  const values = [
    'Use when: the colon is not quoted',
    '*bold* words',
    '[a] and [b]',
    '@mention first',
    '`code` first',
    '%percent first',
    '& more',
    '!tag value: x',
    '- dash: first',
    '{curly} first',
    '{{placeholder}}',
    '"quoted" word first',
    "'quoted' word first",
    '? question: mark',
    ', comma: first',
    '>no space after the sign',
    '[never closed',
  ];
  for (const value of values) {
    check(
      `name: a\ndescription: ${value}\n`,
      'repaired',
      { name: 'a', description: value },
      `yaml-repaired 3: ${quote}`,
    );
  }
});

test('quotes and block indicators that made a value unreadable are not part of it', () => {
  const rows = [
    ['"never closed: x', 'never closed: x'],
    ["'never closed: x", 'never closed: x'],
    ['"an "inner" quote"', 'an "inner" quote'],
    ['"an \\"escaped\\" and "bare" quote"', 'an "escaped" and "bare" quote'],
    ["'it's here'", "it's here"],
    ["'it''s and it's'", "it's and it's"],
    ['| text beside it: x', 'text beside it: x'],
    ['> text beside it', 'text beside it'],
    ['>- text beside it', 'text beside it'],
    ['|2+ text beside it', 'text beside it'],
  ] as const;
  for (const [value, text] of rows) {
    check(`description: ${value}\n`, 'repaired', { description: text }, `yaml-repaired 2: ${quote}`);
  }
});

test('the lines that continue a repaired value are kept', () => {
  check(
    'description: Use when: one\n  two: three\n\n  four\nname: a\n',
    'repaired',
    { description: 'Use when: one two: three\nfour', name: 'a' },
    `yaml-repaired 2: ${quote}`,
  );
  check(
    'description: > one: 1\n  two\nname: a',
    'repaired',
    { description: 'one: 1 two', name: 'a' },
    `yaml-repaired 2: ${quote}`,
  );
  check(
    'description: | one\n  two\nname: a',
    'repaired',
    { description: 'one\ntwo', name: 'a' },
    `yaml-repaired 2: ${quote}`,
  );
  check(
    'description: one\ntwo words\nname: a',
    'repaired',
    { description: 'one two words', name: 'a' },
    `yaml-repaired 2: ${quote}`,
  );
  check(
    'description: |\nnot indented\nname: a',
    'repaired',
    { description: 'not indented', name: 'a' },
    `yaml-repaired 2: ${quote}`,
  );
});

test('a nested value is repaired in its place', () => {
  check(
    'metadata:\n  a: b: c\n  list:\n    - d: @e\n      f: [g]\n    - @h\n  # i: j\n  text: |\n    k: l: m\n',
    'repaired',
    { metadata: { a: 'b: c', list: [{ d: '@e', f: ['g'] }, '@h'], text: 'k: l: m\n' } },
    `yaml-repaired 3: ${quote}`,
  );
});

test('an entry that is valid by itself is not touched', () => {
  check(
    'metadata: {\n  "a": [1, 2],\n  "b": {"c": "d: e"}\n}\ndescription: x: y\ntags:\n- one\n- two\ntext: >\n  f: g: h\n',
    'repaired',
    {
      metadata: { a: ['1', '2'], b: { c: 'd: e' } },
      description: 'x: y',
      tags: ['one', 'two'],
      text: 'f: g: h\n',
    },
    `yaml-repaired 6: ${quote}`,
  );
});

test('spacing is repaired', () => {
  check(
    'metadata:\n\ta: b\n\tc:\n\t\t- d\n',
    'repaired',
    { metadata: { a: 'b', c: ['d'] } },
    'yaml-repaired 3: indent with spaces instead of tabs',
  );
  check(
    'name:a\ndescription:Use when: b\n',
    'repaired',
    { name: 'a', description: 'Use when: b' },
    'yaml-repaired 2: put a space after the colon',
  );
  check(
    '  name: a\r\n  description: b: c\r\n',
    'repaired',
    { name: 'a', description: 'b: c' },
    `yaml-repaired 3: ${quote}`,
  );
});

test('what cannot be repaired is read as plain text', () => {
  check(
    'name: a\nmetadata:\n    b: c\n  d: e\n',
    'split',
    { name: 'a', metadata: 'b: c d: e' },
    'yaml-split 3: indent the lines of this field evenly, and quote its values',
  );
});

test('later keys win, and quoted keys are keys', () => {
  check('name: a\n"name": b: c\n\'name\': d\n', 'repaired', { name: 'd' }, `yaml-repaired 3: ${quote}`);
});

test('several faults are one diagnostic for each way out', () => {
  const { diagnostics } = repairFrontmatter('a: b: c\nd: @e\nf:\n    g: h\n  i: j\n', 2, 2);
  expect(diagnostics.map(({ code, line, message }) => [code, line, message])).toEqual([
    [
      'yaml-repaired',
      2,
      '"a" is not valid YAML; it was read after its faulty lines were repaired (1 more like it).',
    ],
    ['yaml-split', 4, '"f" is not valid YAML; it was read as plain text.'],
  ]);
});

test('lines before the first key are left out', () => {
  check(
    '- stray\nname: a\n',
    'repaired',
    { name: 'a' },
    'yaml-repaired 7: remove or indent lines that belong to no field',
  );
});

test('a block without any key gives nothing', () => {
  for (const block of ['just prose\n', '- a\n- b\n', '[a', 'https://example.com/: x', '__proto__: a: b\n']) {
    check(block, 'none', {}, 'frontmatter-unreadable 7: write one "key: value" per line');
  }
});

test('a comment beside a key is not its value', () => {
  check(
    'metadata: # note\n  a: b: c\n',
    'repaired',
    { metadata: { a: 'b: c' } },
    `yaml-repaired 3: ${quote}`,
  );
});

test('aliases have no meaning in a broken block', () => {
  check('a: [&x b, *x]\nc: d: e\n', 'repaired', { a: '[&x b, *x]', c: 'd: e' }, `yaml-repaired 2: ${quote}`);
  check('a: &x b\nc: *x\nd: e: f\n', 'repaired', { a: 'b', c: '*x', d: 'e: f' }, `yaml-repaired 3: ${quote}`);
});

test('after a thousand faulty entries the rest is taken as text', () => {
  const faulty = Array.from({ length: 1000 }, (_, index) => `k${index}: a: b`).join('\n');
  const { frontmatter, reading } = repairFrontmatter(`${faulty}\nlist: [a]\n`, 2, 2);
  expect([reading, frontmatter['k999'], frontmatter['list']]).toEqual(['split', 'a: b', '[a]']);
  const items = repairFrontmatter(`items:\n${'- @a\n'.repeat(1000)}- [b]\n`, 2, 2).frontmatter['items'];
  expect(items).toEqual([...Array(1000).fill('@a'), '[b]']);
});
