import { expect, test } from 'vitest';
import { type NamedSkill, referenceLookup, requiredIds } from './referrers.js';

const skills: readonly NamedSkill[] = [
  { id: 'home:PDF Forms', name: 'PDF Forms', folder: '/skills/docs/forms', requires: ['fonts'] },
  { id: 'home:fonts', name: 'fonts', folder: '/skills/fonts', requires: [] },
  { id: 'claude:fonts', name: 'fonts', folder: '/claude/fonts', requires: ['nothing-of-that-name'] },
];
const lookup = referenceLookup(skills);

function check(reference: string, ids: readonly string[]): void {
  expect([...lookup([reference])], reference).toEqual(ids);
}

test('a reference is an id, a name, a folder or a slug, and means all that it may mean', () => {
  check('home:fonts', ['home:fonts']);
  check('fonts', ['home:fonts', 'claude:fonts']);
  check('forms', ['home:PDF Forms']);
  check('pdf-forms', ['home:PDF Forms']);
  check('pdf_forms', ['home:PDF Forms']);
  check('font', []);
  check('', []);
});

test('active skills and bundles need others, retired ones do not', () => {
  const required = (bundles: readonly string[], active: readonly string[]) => [
    ...requiredIds(skills, [{ skills: bundles }], (id) => active.includes(id), lookup),
  ];
  expect(required([], ['home:PDF Forms'])).toEqual(['home:fonts', 'claude:fonts']);
  expect(required([], ['home:fonts', 'claude:fonts'])).toEqual([]);
  expect(required(['forms'], [])).toEqual(['home:PDF Forms']);
});
