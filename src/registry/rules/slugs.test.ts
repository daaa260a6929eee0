import { expect, test } from 'vitest';
import { similarSlugs } from './slugs.js';

function check(slug: string, other: string, isSimilar: boolean): void {
  expect(similarSlugs(slug, [other]), `${slug} and ${other}`).toEqual(isSimilar ? [other] : []);
  expect(similarSlugs(other, [slug]), `${other} and ${slug}`).toEqual(isSimilar ? [slug] : []);
}

test('slugs one typo apart are similar', () => {
  check('terraform', 'terrafrom', true);
  check('terraform', 'teraform', true);
  check('terraform', 'terraforms', true);
  check('terraform', 'xterraform', true);
  check('terraform', 'terraforn', true);
  check('terraform', 'terraform-aws', false);
  check('terraform', 'trerafomr', false);
});

test('slugs that look the same are similar', () => {
  check('google-docs', 'g00gle-docs', true);
  check('code-review', 'codereview', true);
  check('code-review', 'co-de-review', true);
  check('sql-lint', 'sq1-lint', true);
  check('modern', 'modem', true);
});

test('short names and the members of a series are not similar', () => {
  check('a', 'b', false);
  check('sql', 'sq2', false);
  check('report-1', 'report-2', false);
  check('report', 'report2', false);
  check('report-1', 'report-12', false);
});

test('the slug itself is not among the similar ones, which are sorted', () => {
  expect(similarSlugs('deploy', ['deploys', 'deploy', 'de-ploy', 'other'])).toEqual(['de-ploy', 'deploys']);
});
