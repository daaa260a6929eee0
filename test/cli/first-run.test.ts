import { expect, test } from 'vitest';
import { emptyHome } from './coppice.js';

test('the first list says where skills are looked for, and how to begin', () => {
  const { code, stdout, stderr } = emptyHome().coppice(['list']);
  expect([code, stdout]).toEqual([0, '']);
  expect(stderr).toMatch(
    /^There are no skills yet\. Coppice looks for them in: .*\nhint: coppice create NAME --description TEXT creates one, coppice doctor shows what each agent sees\n$/,
  );
});

test('a listing that is empty by its filter is no beginning', () => {
  expect(emptyHome().coppice(['list', '--query', 'pdf']).stderr).not.toContain('hint: coppice create');
});

test('the first curation says that there is nothing yet, and that it only looks', () => {
  const { code, stderr } = emptyHome().coppice(['curate']);
  expect(code).toBe(0);
  expect(stderr.split('\n').slice(0, 3)).toEqual([
    'moved 0 skills; 0 skipped',
    'there are no skills yet',
    'The first run is a preview. Apply it now with: coppice curate --now',
  ]);
});

test.each([['outdated'], ['ensure'], ['tree']])('%s outside of a project says how to make one', (verb) => {
  const { code, stderr } = emptyHome().coppice([verb]);
  expect(code).toBe(1);
  expect(stderr).toContain('hint: create one with: coppice init\n');
});
