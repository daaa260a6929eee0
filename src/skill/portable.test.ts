import { expect, test } from 'vitest';
import { parseSkill } from './parse.js';
import { checkPortable } from './portable.js';

function check(source: string, folder: string | undefined, ...expected: string[]): void {
  const found = checkPortable(parseSkill(source, { folder }), folder);
  const reported = found.map(({ code, severity, line }) => `${severity} ${code} ${line}`);
  expect([source, folder, reported]).toEqual([source, folder, expected]);
}

const block = (text: string) => `---\n${text}\n---\nbody\n`;

test('what every client accepts passes', () => {
  check(block('name: a-1\ndescription: b'), 'a-1');
  check(block('name: a-1\ndescription: b'), undefined);
  check(
    block(
      'name: a\ndescription: b\nlicense: MIT\ncompatibility: c\nallowed-tools: Read\nmetadata:\n  x: "1"\n  y:',
    ),
    'a',
  );
  check('---\r\nname: a\r\ndescription: b\r\n---\r\n', 'a');
});

test('a name is ASCII in lower case, single hyphens inside, and the folder', () => {
  for (const name of ['A', 'a_b', 'a b', 'a--b', '-a', 'a-', 'é', '技能', 'a.b']) {
    check(block(`name: "${name}"\ndescription: b`), name, 'error name-invalid 2');
  }
  check(block('description: b\nname: a'), 'x', 'error name-not-folder 3');
  check(block('name: claude-helper\ndescription: b'), 'claude-helper', 'info name-reserved 2');
});

test('what reading forgives is an error where some client does not', () => {
  check(block('name: a\ndescription: b: c'), 'a', 'error yaml-repaired 3');
  check(
    block('name: a\ndescription: b\nmetadata:\n    x: y\n  z: w'),
    'a',
    'error yaml-split 4',
    'warning field-shape 4',
  );
  check(block('name: a\nname: a\ndescription: b'), 'a', 'error duplicate-key 3');
  check(block('description: b'), 'a', 'error name-missing 1');
  check(block('name: a'), 'a', 'error description-missing 1');
  const long = 'n'.repeat(65);
  check(block(`name: ${long}\ndescription: b`), long, 'error name-too-long 2');
  check(block(`name: a\ndescription: ${'d'.repeat(1025)}`), 'a', 'error description-too-long 3');
  check(
    block(`name: a\ndescription: b\ncompatibility: ${'c'.repeat(501)}`),
    'a',
    'error compatibility-too-long 4',
  );
  check('no fence', 'a', 'error no-frontmatter 1');
});

test('fences are plain', () => {
  check('\uFEFF---\nname: a\ndescription: b\n---\n', 'a', 'error byte-order-mark 1');
  check('--- \nname: a\ndescription: b\n---\n', 'a', 'error fence-not-plain 1');
  check(block('name: a\ndescription: b\n# --- c'), 'a', 'info fence-in-frontmatter 4');
});

test('what only validators mind is a note', () => {
  check(block('name: a\ndescription: <b>'), 'a', 'info description-markup 3');
  check(block('name: a\ndescription: b\nallowed-tools: [Read]'), 'a', 'info allowed-tools-list 4');
  check(block('name: a\ndescription: b\nmetadata: {x: {y: z}}'), 'a', 'info metadata-not-text 4');
});

test('fields beyond the six are named in one note', () => {
  const skill = parseSkill(block('name: a\ndescription: b\nversion: 1\nhomepage: c'));
  expect(checkPortable(skill, undefined)).toEqual([
    {
      code: 'field-not-portable',
      severity: 'info',
      line: 4,
      message: 'Not one of the six specified fields: version, homepage.',
      fix: 'move it into metadata',
    },
  ]);
});

test('a body of more than 500 lines is worth a remark', () => {
  const body = (lines: number) => `---\nname: a\ndescription: b\n---\n${'x\n'.repeat(lines)}`;
  check(body(500), 'a');
  check(body(501), 'a', 'info body-long 0');
});
