import { expect, test } from 'vitest';
import { offer, offersOf, requirement, resolved } from './offer.fixture.js';
import type { Offer } from './offer.js';
import type { Resolution } from './resolve.js';

interface Case {
  readonly wanted: readonly string[];
  /** `slug@version`. */
  readonly locked?: readonly string[];
  readonly offers: readonly Offer[];
}

/** `slug@version depth` for a chosen version, `?slug@range by` for an unresolved one, `!` for each side of a conflict. */
function check(what: string, { wanted, locked = [], offers }: Case, expected: readonly string[]): void {
  test(what, () => {
    const lock = locked.map((text) => {
      const { kind, slug, range } = requirement(text);
      return { kind, slug, version: range };
    });
    expect(shown(resolved(wanted.map(requirement), lock, offersOf(offers)))).toEqual(expected);
  });
}

function shown(resolution: Resolution): readonly string[] {
  if (resolution.kind === 'conflict') {
    const { slug, demands } = resolution.conflict;
    return demands.map(({ path, range }) => `!${['manifest', ...path, `${slug}@${range}`].join(' > ')}`);
  }
  return [
    ...resolution.chosen.map(
      ({ offer: { slug }, version: { version }, depth }) => `${slug}@${version} ${depth}`,
    ),
    ...resolution.unresolved.map(({ slug, range, requiredBy }) => `?${slug}@${range} ${requiredBy}`),
  ];
}

const lib = offer('lib', { '1.0.0': [], '1.2.0': [], '2.0.0': [], '3.0.0-beta.1': [] });
const needs = (slug: string, ...requires: readonly string[]) => offer(slug, { '1.0.0': requires });

check('nothing is wanted', { wanted: [], offers: [lib] }, []);
check('the highest', { wanted: ['lib'], offers: [lib] }, ['lib@2.0.0 0']);
check('the highest within the range', { wanted: ['lib@^1'], offers: [lib] }, ['lib@1.2.0 0']);
check('a prerelease where the range names one', { wanted: ['lib@^3.0.0-0'], offers: [lib] }, [
  'lib@3.0.0-beta.1 0',
]);
check(
  'a prerelease that the manifest names is open to others whose range it is within',
  { wanted: ['lib@^3.0.0-0', 'a'], offers: [lib, needs('a', 'lib@>=2')] },
  ['a@1.0.0 0', 'lib@3.0.0-beta.1 0'],
);
check(
  'a prerelease that only another requirement names is not',
  { wanted: ['a', 'b'], offers: [lib, needs('a', 'lib@^3.0.0-0'), needs('b', 'lib')] },
  ['!manifest > a@1.0.0 > lib@^3.0.0-0', '!manifest > b@1.0.0 > lib@*'],
);
check(
  'one version that suits all requirements',
  { wanted: ['a', 'b'], offers: [lib, needs('a', 'lib@>=1'), needs('b', 'lib@^1')] },
  ['a@1.0.0 0', 'b@1.0.0 0', 'lib@1.2.0 1'],
);
check(
  'a lower version where the highest conflicts with the rest',
  {
    wanted: ['a', 'b'],
    offers: [lib, needs('b', 'lib@^1'), offer('a', { '1.0.0': ['lib@^1'], '2.0.0': ['lib@^2'] })],
  },
  ['a@1.0.0 0', 'b@1.0.0 0', 'lib@1.2.0 1'],
);
check(
  'a locked version stays while it satisfies',
  { wanted: ['lib'], locked: ['lib@1.0.0'], offers: [lib] },
  ['lib@1.0.0 0'],
);
check(
  'a locked version moves when it no longer satisfies',
  { wanted: ['lib@^2'], locked: ['lib@1.0.0'], offers: [lib] },
  ['lib@2.0.0 0'],
);
check(
  'a lock of a version that was never published has no effect',
  { wanted: ['lib'], locked: ['lib@9.0.0'], offers: [lib] },
  ['lib@2.0.0 0'],
);
check(
  'a lock without build metadata means the version that has some',
  { wanted: ['lib'], locked: ['lib@1.0.0'], offers: [offer('lib', { '1.0.0+7': [], '2.0.0': [] })] },
  ['lib@1.0.0+7 0'],
);
check('a yanked version', { wanted: ['lib@2.0.0'], offers: [offer('lib', { '2.0.0!': [] })] }, [
  '?lib@2.0.0 null',
]);
check(
  'a yanked version that is locked',
  { wanted: ['lib'], locked: ['lib@2.0.0'], offers: [offer('lib', { '1.0.0': [], '2.0.0!': [] })] },
  ['lib@2.0.0 0'],
);
check(
  'an archived item is open only in the version that is locked',
  {
    wanted: ['lib', 'old'],
    locked: ['old@1.0.0'],
    offers: [
      offer('lib', { '1.0.0': [] }, { state: 'archived' }),
      offer('old', { '1.0.0': [], '2.0.0': [] }, { state: 'archived' }),
    ],
  },
  ['old@1.0.0 0', '?lib@* null'],
);
check('flagged items', { wanted: ['lib'], offers: [offer('lib', { '1.0.0': [] }, { state: 'flagged' })] }, [
  'lib@1.0.0 0',
]);
check(
  'an item that is missing or has no version that fits, and what requires it',
  { wanted: ['ghost@^1', 'a'], offers: [lib, needs('a', 'lib@^9', 'ghost')] },
  ['a@1.0.0 0', '?ghost@* a@1.0.0', '?ghost@^1 null', '?lib@^9 a@1.0.0'],
);
check(
  'a requirement that cannot be met does not block others',
  { wanted: ['a', 'lib@^1'], offers: [lib, needs('a', 'lib@^9')] },
  ['a@1.0.0 0', 'lib@1.2.0 0', '?lib@^9 a@1.0.0'],
);
check(
  'two requirements that cannot agree, with the path to each',
  { wanted: ['a', 'b'], offers: [lib, needs('a', 'lib@^1'), needs('b', 'c'), needs('c', 'lib@^2')] },
  ['!manifest > a@1.0.0 > lib@^1', '!manifest > b@1.0.0 > c@1.0.0 > lib@^2'],
);
check('a manifest that contradicts itself', { wanted: ['lib@^1', 'lib@^2'], offers: [lib] }, [
  '!manifest > lib@^1',
  '!manifest > lib@^2',
]);
check(
  'three requirements that cannot agree, though any two could',
  {
    wanted: ['a', 'b', 'c'],
    offers: [
      lib,
      needs('a', 'lib@1.0.0 || 1.2.0'),
      needs('b', 'lib@1.0.0 || 2.0.0'),
      needs('c', 'lib@1.2.0 || 2.0.0'),
    ],
  },
  ['!manifest > a@1.0.0 > lib@1.0.0 || 1.2.0', '!manifest > c@1.0.0 > lib@1.2.0 || 2.0.0'],
);
check('a cycle', { wanted: ['a'], offers: [needs('a', 'b'), needs('b', 'a')] }, ['a@1.0.0 0', 'b@1.0.0 1']);
check(
  'a cycle that requires another version of its first item',
  { wanted: ['a'], offers: [offer('a', { '1.0.0': ['b'], '2.0.0': ['b'] }), needs('b', 'a@^1')] },
  ['a@1.0.0 0', 'b@1.0.0 1'],
);
check(
  'the smallest depth of each',
  { wanted: ['a', 'lib'], offers: [lib, needs('a', 'b', 'lib'), needs('b', 'c'), needs('c')] },
  ['a@1.0.0 0', 'lib@2.0.0 0', 'b@1.0.0 1', 'c@1.0.0 2'],
);

test('an agent and a skill of the same name are two items', () => {
  const wanted = [{ kind: 'agent', slug: 'x', range: '*' } as const];
  const offers = offersOf([offer('x', { '1.0.0': ['x'] }, { kind: 'agent' }), offer('x', { '2.0.0': [] })]);
  expect(shown(resolved(wanted, [], offers))).toEqual(['x@1.0.0 0', 'x@2.0.0 1']);
});

test('the search ends in a catalog made to have no solution, and the conflict is named', () => {
  // Every pigeon has a hole, and no two the same one: pigeons forbid each other's hole through a pair of items.
  const holes = Array.from({ length: 9 }, (_, hole) => `${hole + 1}.0.0`);
  const pigeons = Array.from({ length: 10 }, (_, pigeon) => pigeon);
  const offers = pigeons.flatMap((pigeon) => [
    offer(
      `pigeon-${pigeon}`,
      Object.fromEntries(
        holes.map((hole) => [
          hole,
          pigeons
            .filter((other) => other !== pigeon)
            .map(
              (other) =>
                `pair-${Math.min(pigeon, other)}-${Math.max(pigeon, other)}-${hole[0]}@${pigeon < other ? 1 : 2}.0.0`,
            ),
        ]),
      ),
    ),
    ...pigeons
      .filter((other) => other > pigeon)
      .flatMap((other) =>
        holes.map((hole) => offer(`pair-${pigeon}-${other}-${hole[0]}`, { '1.0.0': [], '2.0.0': [] })),
      ),
  ]);
  const resolution = resolved(
    pigeons.map((pigeon) => requirement(`pigeon-${pigeon}`)),
    [],
    offersOf(offers),
  );
  expect(resolution.kind).toBe('conflict');
});
