import { expect, test } from 'vitest';
import { blockOf, bodyOf, printSkill } from './layout.js';
import { parseHead, parseSkill } from './parse.js';
import type { Reading } from './skill.js';

const encode = (text: string) => new TextEncoder().encode(text);

interface Expected {
  readonly reading: Reading;
  readonly name?: string;
  readonly description?: string;
  readonly codes?: readonly string[];
}

function check(
  source: string | Uint8Array,
  { name = 'a', description = 'b', codes = [], reading }: Expected,
): void {
  const { fields, diagnostics, ...skill } = parseSkill(source, { folder: 'folder' });
  expect([
    source,
    skill.reading,
    fields.name,
    fields.description,
    diagnostics.map(({ code, line }) => `${code} ${line}`),
  ]).toEqual([source, reading, name, description, codes]);
}

test('each way out is reported with the line of the fault', () => {
  check('---\nname: a\ndescription: b\n---\n', { reading: 'clean' });
  check('---\nname: a\ndescription: b: c\n---\n', {
    reading: 'repaired',
    description: 'b: c',
    codes: ['yaml-repaired 3'],
  });
  check('---\nname: a\ndescription: b\nx:\n    y: z\n  v: w\n---\n', {
    reading: 'split',
    codes: ['yaml-split 4'],
  });
  check('---\nname: a\ndescription: b\ndescription: c\n---\n', {
    reading: 'clean',
    description: 'c',
    codes: ['duplicate-key 4'],
  });
  check('---\nname: a\n__proto__: {b: c}\ndescription: b\n---\n', {
    reading: 'clean',
    codes: ['forbidden-key 3'],
  });
  const made = { name: 'folder', description: 'Prose.' };
  check('---\nonly prose\n---\nProse.\n', { reading: 'none', ...made, codes: ['frontmatter-unreadable 2'] });
  check('---\n- a\n- b\n---\nProse.\n', { reading: 'none', ...made, codes: ['frontmatter-unreadable 2'] });
  check('Prose.\n', { reading: 'none', ...made, codes: ['no-frontmatter 1'] });
  check('---\nProse.\n', { reading: 'none', ...made, codes: ['unclosed-frontmatter 1'] });
  check(`---\nProse.\n${'x\n'.repeat(140_000)}---\n`, {
    reading: 'none',
    ...made,
    codes: ['frontmatter-too-long 1'],
  });
  check('---\n---\nProse.\n', {
    reading: 'clean',
    ...made,
    codes: ['name-missing 1', 'description-missing 1'],
  });
  check('---\n# only a comment\n---\nProse.\n', {
    reading: 'clean',
    ...made,
    codes: ['name-missing 1', 'description-missing 1'],
  });
});

test('the first line of text in the body is used if the description is missing', () => {
  const rows = [
    ['# Title\n\n## Part\n---\n```\nThe first line.\nThe second.\n', 'The first line.'],
    [`  ${'𝔞'.repeat(90)}\n`, '𝔞'.repeat(80)],
    ['# Only a title\n\n***\n', 'Invoke the a skill'],
    ['', 'Invoke the a skill'],
    ['Windows line.\r\nnext\r\n', 'Windows line.'],
  ] as const;
  for (const [body, description] of rows) {
    check(`---\nname: a\n---\n${body}`, { reading: 'clean', description, codes: ['description-missing 1'] });
  }
  check('---\nname: a\ndescription: [x]\n---\nProse.\n', {
    reading: 'clean',
    description: 'Prose.',
    codes: ['field-shape 3', 'description-missing 3'],
  });
});

test('the line used as description ends with a whole character where the first piece of the file ends', () => {
  const head = '---\nname: a\n---\n';
  for (const cut of [1, 2]) {
    const body = `${'\n'.repeat(4096 - head.length - 4 - cut)}Oak €€€`;
    check(head + body, { reading: 'clean', description: 'Oak', codes: ['description-missing 1'] });
  }
});

test('bytes that are not UTF-8 are replaced and reported; a replacement character that was there is not', () => {
  const faulty = encode('---\nname: a\ndescription: b!\n---\n');
  faulty[faulty.indexOf('!'.charCodeAt(0))] = 0xff;
  check(faulty, { reading: 'clean', description: 'b\uFFFD', codes: ['not-utf8 3'] });
  check('---\nname: a\ndescription: b\uFFFD\n---\n', { reading: 'clean', description: 'b\uFFFD' });
});

test('byte order mark and CRLF make no difference to what is read', () => {
  check('\uFEFF---\r\nname: a\r\ndescription: b\r\n---\r\nbody\r\n', { reading: 'clean' });
});

test('a skill gives back its bytes and its parts', () => {
  const source = encode('\uFEFF---\r\nname: a\r\n---\r\nbody\uFEFF\r\n');
  const skill = parseSkill(source);
  expect(printSkill(skill)).toBe(source);
  expect([blockOf(skill), bodyOf(skill)]).toEqual(['name: a\r\n', 'body\uFEFF\r\n']);
  const plain = parseSkill('\uFEFFjust text');
  expect([blockOf(plain), bodyOf(plain)]).toEqual(['', 'just text']);
  expect(parseSkill('text').source).toEqual(encode('text'));
});

test('a key of every object is not a field', () => {
  const { fields, frontmatter } = parseSkill(
    '---\nname: a\ndescription: b\nconstructor: c\ntoString: d\n---\n',
  );
  expect(fields.name).toBe('a');
  expect(Object.keys(frontmatter)).toEqual(['name', 'description', 'constructor', 'toString']);
});

test('the head says the same as the whole file, without its body', () => {
  const files = [
    '---\nname: a\ndescription: b\n---\nbody\n',
    '---\nname: a\n---\n# Title\nProse.\n',
    'no frontmatter\n',
    `---\nname: a\n---\n${'\n'.repeat(5000)}Too far away.\n`,
    `---\nname: a\nnote: ${'x'.repeat(9000)}\n---\nProse.\n`,
    `---\nnever closed ${'x'.repeat(9000)}\n`,
  ];
  for (const text of files) {
    const bytes = encode(text.padEnd(20_000, 'x'));
    const whole = parseSkill(bytes, { folder: 'f' });
    const sizes = [4096, 8192, 12_288, 16_384];
    const heads = sizes.map((size) => parseHead(bytes.subarray(0, size), { folder: 'f', complete: false }));
    const { source: _, ...expected } = whole;
    for (const head of heads) if (head !== 'incomplete') expect([text, head]).toEqual([text, expected]);
    expect(parseHead(bytes, { folder: 'f', complete: true })).toEqual(expected);
  }
});

test('a listing that reads pieces of 4 KiB needs only those up to the closing fence', () => {
  const needs = (text: string) => {
    const bytes = encode(text.padEnd(40_000, '\n'));
    const sizes = [4096, 8192, 12_288];
    return sizes.find((size) => parseHead(bytes.subarray(0, size), { complete: false }) !== 'incomplete');
  };
  expect(needs('---\nname: a\ndescription: b\n---\n')).toBe(4096);
  expect(needs('---\nname: a\n---\n')).toBe(4096);
  expect(needs('no frontmatter')).toBe(4096);
  expect(needs(`---\nname: ${'a'.repeat(4096)}\n---\n`)).toBe(8192);
  expect(needs(`---\nname: ${'a'.repeat(8192)}\n---\n`)).toBe(12_288);
  expect(parseHead(encode('---\nname: a\n---\n'), { complete: false })).toBe('incomplete');
  expect(parseHead(encode('---\ndescription: a\n---\n'), { complete: false })).toMatchObject({
    reading: 'clean',
  });
});
