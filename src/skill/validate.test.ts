import { expect, test } from 'vitest';
import { parseSkill } from './parse.js';
import { validateSkill } from './validate.js';

test('each mode asks for more', () => {
  const skill = parseSkill('---\nname: Gif Search\ndescription: Finds gifs\nversion: [1]\n---\n', {
    folder: 'gif',
  });
  const codes = (mode: 'lenient' | 'portable' | 'strict', folder?: string) =>
    validateSkill(skill, { mode, folder }).map(({ code, severity }) => `${severity} ${code}`);
  expect(codes('lenient', 'gif')).toEqual(['warning field-shape']);
  expect(codes('portable')).toEqual([
    'warning field-shape',
    'error name-invalid',
    'warning field-not-portable',
  ]);
  expect(codes('portable', 'gif')).toContain('error name-not-folder');
  expect(validateSkill(skill, { mode: 'strict' }).map(({ message }) => message)).toEqual([
    'Invalid YAML in frontmatter: flow style ([...]) is not allowed',
  ]);
});
