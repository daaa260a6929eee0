import { expect, test } from 'vitest';
import { type ConflictRule, conflictSentence, type Demand, findConflict } from './conflict.js';

function demand(by: string, target: string): Demand {
  const [kind, name = ''] = by.split('/');
  const [slug = '', range = '*'] = target.split('@');
  return {
    by: { kind: kind === 'agent' ? 'agent' : 'skill', slug: name },
    requirement: { kind: 'skill', slug, range },
  };
}

function check(
  wanted: string,
  existing: string,
  agree: boolean,
  rule: Exclude<ConflictRule, 'closure'> = 'tenant',
): void {
  const outcome = findConflict([demand('skill/b', wanted)], [demand('skill/a', existing)], rule);
  expect(outcome === undefined, `${wanted} and ${existing}, ${rule}`).toBe(agree);
}

test('ranges agree where a version can satisfy both', () => {
  check('lib@2.0.0', 'lib@1.0.0', false);
  check('lib@1.0.0', 'lib@1.0.0', true);
  check('lib', 'lib@1.0.0', true);
  check('lib@1.0.0', 'lib', true);
  check('lib@^1.2', 'lib@^1.3', true);
  check('lib@~1.2', 'lib@~1.3', false);
  check('lib@1.x || 3.x', 'lib@^2 || ^3.1', true);
  check('lib@<1.0.0', 'lib@>=1.0.0', false);
  check('lib@1 - 2', 'lib@>=2.5', true);
  check('lib@^1.0.0-beta', 'lib@1.0.0-beta.2', true);
  check('lib@2.0.0', 'other@1.0.0', true);
});

test('by the opaque rule only equal texts and `*` agree', () => {
  check('lib@^1.2', 'lib@^1.3', false, 'opaque');
  check('lib@^1.2', 'lib@^1.2', true, 'opaque');
  check('lib', 'lib@^1.2', true, 'opaque');
  check('lib@^1.2', 'lib', true, 'opaque');
});

test('a conflict names both items and both ranges', () => {
  const existing = [
    demand('skill/fine', 'lib@^2'),
    demand('agent/a', 'lib@1.0.0'),
    demand('skill/z', 'lib@1'),
  ];
  const conflict = findConflict([demand('skill/b', 'x'), demand('skill/b', 'lib@2.0.0')], existing, 'tenant');
  expect(conflict && conflictSentence(conflict)).toBe(
    'skill `b` requires `lib@2.0.0` but agent `a` already requires `lib@1.0.0`',
  );
});
