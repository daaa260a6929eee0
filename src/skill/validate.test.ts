import { expect, test } from 'vitest';
import { parseSkill } from './parse.js';
import { isValid, validateSkill } from './validate.js';

test('each mode asks for more', () => {
  const skill = parseSkill('---\nname: Gif Search\ndescription: Finds gifs\nversion: [1]\n---\n', {
    folder: 'gif',
  });
  const codes = (mode: 'lenient' | 'portable' | 'strict', folder?: string) =>
    validateSkill(skill, { mode, folder }).map(({ code, severity }) => `${severity} ${code}`);
  expect(codes('lenient', 'gif')).toEqual(['warning field-shape']);
  expect(codes('portable')).toEqual(['warning field-shape', 'error name-invalid', 'info field-not-portable']);
  expect(codes('portable', 'gif')).toContain('error name-not-folder');
  expect(validateSkill(skill, { mode: 'strict' }).map(({ message }) => message)).toEqual([
    'Invalid YAML in frontmatter: flow style ([...]) is not allowed',
  ]);
});

test.each([
  ['name: a\ndescription: b', true, true],
  ['description: b', true, false],
  ['name: a\ndescription: b\nversion: 1', true, true],
])('%j passes in lenient mode: %s, in portable mode: %s', (block, lenient, portable) => {
  const skill = parseSkill(`---\n${block}\n---\n`, { folder: 'a' });
  const passes = (mode: 'lenient' | 'portable') => isValid(validateSkill(skill, { mode, folder: 'a' }), mode);
  expect([passes('lenient'), passes('portable')]).toEqual([lenient, portable]);
});

test('a file without frontmatter passes in no mode', () => {
  const skill = parseSkill('Only a body.', { folder: 'a' });
  expect(
    (['lenient', 'portable', 'strict'] as const).map((mode) => isValid(validateSkill(skill, { mode }), mode)),
  ).toEqual([false, false, false]);
});
