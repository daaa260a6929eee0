import { expect, test } from 'vitest';
import { similarSlugs } from './slugs.js';

function check(slug: string, other: string, isAlike: boolean): void {
  expect(similarSlugs(slug, [other]), `${slug} and ${other}`).toEqual(isAlike ? [other] : []);
  expect(similarSlugs(other, [slug]), `${other} and ${slug}`).toEqual(isAlike ? [slug] : []);
}

test('slugs one slip apart are alike', () => {
  check('terraform', 'terrafrom', true);
  check('terraform', 'teraform', true);
  check('terraform', 'terraforms', true);
  check('terraform', 'xterraform', true);
  check('terraform', 'terraforn', true);
  check('terraform', 'terraform-aws', false);
  check('terraform', 'trerafomr', false);
});

test('slugs that look the same are alike', () => {
  check('google-docs', 'g00gle-docs', true);
  check('code-review', 'codereview', true);
  check('code-review', 'co-de-review', true);
  check('sql-lint', 'sq1-lint', true);
  check('modern', 'modem', true);
});

test('short names and the members of a series are not', () => {
  check('a', 'b', false);
  check('sql', 'sq2', false);
  check('report-1', 'report-2', false);
  check('report', 'report2', false);
  check('report-1', 'report-12', false);
});

test('the slug itself is not among those it is like, and they come in order', () => {
  expect(similarSlugs('deploy', ['deploys', 'deploy', 'de-ploy', 'other'])).toEqual(['de-ploy', 'deploys']);
});
