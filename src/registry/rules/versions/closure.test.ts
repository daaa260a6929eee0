import { expect, test } from 'vitest';
import { closure } from './closure.js';
import { offer, offersOf, requirement } from './offer.fixture.js';
import { highestFitting, type Offer } from './offer.js';

/** `slug@range version depth` of each; `-` where nothing fits. */
function check(
  what: string,
  requires: readonly string[],
  offers: readonly Offer[],
  expected: readonly string[],
): void {
  test(what, () => {
    const known = offersOf(offers);
    const root = { kind: 'skill', slug: 'root', requires: requires.map(requirement) } as const;
    const nodes = closure(root, ({ slug, range }) => {
      const found = known.get(`skill/${slug}`);
      return found && highestFitting(found, range);
    });
    expect(
      nodes.map(
        ({ requirement: { slug, range }, version, depth }) =>
          `${slug}@${range} ${version?.version ?? '-'} ${depth}`,
      ),
    ).toEqual(expected);
  });
}

const leaf = offer('leaf', { '1.0.0': [], '1.2.0': [], '2.0.0': [] });

check('nothing is required', [], [], []);
check('a direct requirement', ['leaf'], [leaf], ['leaf@* 2.0.0 1']);
check('the highest version within the range', ['leaf@^1'], [leaf], ['leaf@^1 1.2.0 1']);
check(
  'a chain',
  ['mid'],
  [offer('mid', { '1.0.0': ['leaf@1.0.0'] }), leaf],
  ['mid@* 1.0.0 1', 'leaf@1.0.0 1.0.0 2'],
);
check(
  'an item that two require appears once',
  ['b', 'a'],
  [offer('a', { '1.0.0': ['leaf'] }), offer('b', { '1.0.0': ['leaf'] }), leaf],
  ['a@* 1.0.0 1', 'b@* 1.0.0 1', 'leaf@* 2.0.0 2'],
);
check(
  'the nearest range counts, and of equally near ones the first by slug',
  ['a', 'b', 'leaf@^1'],
  [
    offer('a', { '1.0.0': ['leaf@2.0.0', 'far@^1'] }),
    offer('b', { '1.0.0': ['far@^2'] }),
    leaf,
    offer('far', { '1.0.0': [] }),
  ],
  ['a@* 1.0.0 1', 'b@* 1.0.0 1', 'leaf@^1 1.2.0 1', 'far@^1 1.0.0 2'],
);
check(
  'a cycle ends, and does not lead back to the root',
  ['a'],
  [offer('a', { '1.0.0': ['root', 'b'] }), offer('b', { '1.0.0': ['a'] })],
  ['a@* 1.0.0 1', 'b@* 1.0.0 2'],
);
check('an item that was never published', ['not-yet@^3'], [], ['not-yet@^3 - 1']);
check('an item without a version that fits', ['leaf@^9'], [leaf], ['leaf@^9 - 1']);
check(
  'the requirements of the version that is chosen, not of others',
  ['mid@^1'],
  [offer('mid', { '1.0.0': [], '2.0.0': ['leaf'] }), leaf],
  ['mid@^1 1.0.0 1'],
);
check(
  'yanked versions are skipped',
  ['mid'],
  [offer('mid', { '1.0.0': [], '2.0.0!': [] })],
  ['mid@* 1.0.0 1'],
);
check(
  'archived items appear without a version',
  ['mid'],
  [offer('mid', { '1.0.0': ['leaf'] }, { state: 'archived' })],
  ['mid@* - 1'],
);
check(
  'flagged items appear with a version',
  ['mid'],
  [offer('mid', { '1.0.0': [] }, { state: 'flagged' })],
  ['mid@* 1.0.0 1'],
);
check(
  'a prerelease fits a range that names one',
  ['mid', 'pre@^1.0.0-0'],
  [offer('mid', { '1.0.0-beta': [] }), offer('pre', { '1.0.0-beta': [] })],
  ['mid@* - 1', 'pre@^1.0.0-0 1.0.0-beta 1'],
);

test('requirements deeper than ten are left out', () => {
  const chain = (slug: string) => ({ requires: [requirement(`n${Number(slug.slice(1)) + 1}`)] });
  const nodes = closure({ kind: 'skill', slug: 'n0', ...chain('n0') }, ({ slug }) => chain(slug));
  expect(nodes.map(({ requirement: { slug } }) => slug)).toEqual([
    'n1',
    'n2',
    'n3',
    'n4',
    'n5',
    'n6',
    'n7',
    'n8',
    'n9',
    'n10',
  ]);
});

test('an item of another kind with the same name is another item', () => {
  const nodes = closure({ kind: 'agent', slug: 'root', requires: [requirement('root')] }, () => undefined);
  expect(nodes.map(({ requirement: { slug, kind } }) => `${kind} ${slug}`)).toEqual(['skill root']);
});
