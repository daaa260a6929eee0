import { expect, test } from 'vitest';
import { checkStrict, strictPathMessages } from './strict.js';

function check(source: string, folder: string | undefined, ...expected: string[]): void {
  const found = checkStrict(new TextEncoder().encode(source), folder);
  expect([source, found.map(({ message }) => message)]).toEqual([source, expected]);
}

const block = (text: string) => `---\n${text}\n---\nbody\n`;
const named = (name: string) => block(`name: ${name}\ndescription: b`);

test('a skill of the six fields passes', () => {
  check(named('a'), 'a');
  check(named('a'), undefined);
  check(
    block(
      'name: a-1\ndescription: b\nlicense: MIT\ncompatibility: Linux\nallowed-tools: Read\nmetadata:\n  x: y',
    ),
    'a-1',
  );
  check('---\r\nname: a\r\ndescription: b\r\n---\r\n', 'a');
  check('--- # a comment\nname: a\ndescription: b\n---', 'a');
});

test('the frontmatter is the text between the first two ---, wherever they are', () => {
  check('', 'a', 'SKILL.md must start with YAML frontmatter (---)');
  check(`\n${named('a')}`, 'a', 'SKILL.md must start with YAML frontmatter (---)');
  check(`\uFEFF${named('a')}`, 'a', 'SKILL.md must start with YAML frontmatter (---)');
  check('---\nname: a\ndescription: b\n', 'a', 'SKILL.md frontmatter not properly closed with ---');
  check('---\nname: a\ndescription: b --- c\nunknown: d\n---\n', 'a');
  check('---name: a\ndescription: b---', 'a');
});

test('what is not a map of the strict subset stops the check', () => {
  const invalid = (text: string, reason: string) =>
    check(block(text), 'a', `Invalid YAML in frontmatter: ${reason}`);
  invalid('name: a: b', 'bad indentation of a mapping entry');
  invalid('name: {a: b}', 'flow style ({...}) is not allowed');
  invalid('name: a\nunknown: [b]', 'flow style ([...]) is not allowed');
  invalid('name: [a', 'flow style ([...]) is not allowed');
  invalid('name: a: b\nx: [c]', 'bad indentation of a mapping entry');
  invalid('name: &x a', 'an anchor (&...) is not allowed');
  invalid('name: !!str a', 'a tag (!...) is not allowed');
  invalid('name: a\nname: b', 'a key is given twice');
  invalid('x:\n  y: z\nv:\n    w: u', 'maps beside each other are indented differently');
  check(
    block('name: "{a}"\ndescription: |\n  [b] &c !d\nlicense: x [y] {z}'),
    '{a}',
    "Skill name '{a}' contains invalid characters. Only letters, digits, and hyphens are allowed.",
  );
  for (const text of ['', 'a', '- a', '# a'])
    check(block(text), 'a', 'SKILL.md frontmatter must be a YAML mapping');
});

test('all faults of the fields are collected in order', () => {
  check(
    block(`zeta: x\nalpha: y\ncompatibility: ${'c'.repeat(501)}`),
    'a',
    "Unexpected fields in frontmatter: alpha, zeta. Only ['allowed-tools', 'compatibility', 'description', 'license', 'metadata', 'name'] are allowed.",
    'Missing required field in frontmatter: name',
    'Missing required field in frontmatter: description',
    'Compatibility exceeds 500 character limit (501 chars)',
  );
  check(
    block(`name: -A--b_\ndescription: ${'d'.repeat(1025)}`),
    'x',
    "Skill name '-A--b_' must be lowercase",
    'Skill name cannot start or end with a hyphen',
    'Skill name cannot contain consecutive hyphens',
    "Skill name '-A--b_' contains invalid characters. Only letters, digits, and hyphens are allowed.",
    "Directory name 'x' must match skill name '-A--b_'",
    'Description exceeds 1024 character limit (1025 chars)',
  );
});

test('every scalar is text, and empty text is none', () => {
  check(named('123'), '123');
  check(block('name: a\ndescription: true'), 'a');
  check(
    block('name: ""\ndescription: "  "'),
    'a',
    "Field 'name' must be a non-empty string",
    "Field 'description' must be a non-empty string",
  );
  check(
    block('name:\ndescription:'),
    'a',
    "Field 'name' must be a non-empty string",
    "Field 'description' must be a non-empty string",
  );
  check(
    block('name:\n- a\ndescription:\n  b: c'),
    'a',
    "Field 'name' must be a non-empty string",
    "Field 'description' must be a non-empty string",
  );
  check(`${block('name: a\ndescription: b\ncompatibility:')}`, 'a');
  check(block('name: a\ndescription: b\ncompatibility:\n- c'), 'a', "Field 'compatibility' must be a string");
});

test('a name is compared after normalising, and its letters and digits may be of any script', () => {
  check(named('技能'), '技能');
  check(named('навык-1'), 'навык-1');
  check(named('cafe\u0301'), 'café');
  check(named('café'), 'cafe\u0301');
  check(named('๓'), '๓');
  check(named('ﬁle'), 'file');
  check(named('" a "'), 'a');
  check(named('a'.repeat(64)), 'a'.repeat(64));
  const long = '🌳'.repeat(65);
  check(
    named(long),
    long,
    `Skill name '${long}' exceeds 64 character limit (65 chars)`,
    `Skill name '${long}' contains invalid characters. Only letters, digits, and hyphens are allowed.`,
  );
});

test('a limit is counted on the untrimmed text, in characters', () => {
  check(block(`name: a\ndescription: "${'🌳'.repeat(1023)} "`), 'a');
  check(
    block(`name: a\ndescription: "${'x'.repeat(1024)} "`),
    'a',
    'Description exceeds 1024 character limit (1025 chars)',
  );
});

test('each fault is on its line', () => {
  const lines = (source: string) =>
    checkStrict(new TextEncoder().encode(source), 'a').map(({ line }) => line);
  expect(lines('---\ndescription: b\nname: B\nx: y\n---\n')).toEqual([4, 3, 3]);
  expect(lines('---\rdescription: b\rname: B\r---\r')).toEqual([3, 3]);
  expect(lines('---\nname: a\n---\n')).toEqual([0]);
  expect(lines('---\nname: a\nx: {y: z}\n---\n')).toEqual([3]);
  expect(lines('---\nname: a\nx: y: z\n---\n')).toEqual([3]);
  expect(lines('---\nname: a\ndescription: b\nname: a\n---\n')).toEqual([4]);
  expect(lines('---\nx:\n  y: z\nv:\n   w: u\n---\n')).toEqual([5]);
});

test('the messages about paths are those of the reference validator', () => {
  expect(strictPathMessages.noSuchPath('/x')).toBe('Path does not exist: /x');
  expect(strictPathMessages.notAFolder('/x')).toBe('Not a directory: /x');
  expect(strictPathMessages.noSkillFile).toBe('Missing required file: SKILL.md');
});
