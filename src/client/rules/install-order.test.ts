import { expect, test } from 'vitest';
import { installOrder, withoutUnused } from './install-order.js';
import type { LockNode } from './lock.js';

const digest = `sha256:${'0'.repeat(64)}`;

/** Nodes as `slug: what it requires`. */
function nodes(graph: Readonly<Record<string, string>>): readonly LockNode[] {
  return Object.entries(graph).map(([slug, requires]) => ({
    kind: 'skill',
    slug,
    contentDigest: digest,
    requires: requires === '' ? [] : requires.split(' '),
    origin: { from: 'registry', version: '1.0.0', digest },
  }));
}

function manifestOf(items: string) {
  const wanted = { from: 'registry', range: '*' } as const;
  return {
    registry: undefined,
    agents: [],
    items: items === '' ? [] : items.split(' ').map((slug) => ({ kind: 'skill' as const, slug, wanted })),
  };
}

function check(items: string, graph: Readonly<Record<string, string>>, expected: string) {
  const lock = { registry: undefined, nodes: nodes(graph), unresolved: [] };
  expect(
    installOrder(lock, manifestOf(items))
      .map(({ slug }) => slug)
      .join(' '),
  ).toBe(expected);
}

test('the deepest come first, then by name, each once', () => {
  check('', {}, '');
  check('b a', { b: '', a: '' }, 'a b');
  check('app', { leaf: '', lib: 'leaf', app: 'lib leaf' }, 'leaf lib app');
  check('top', { top: 'z a', a: 'deep', z: 'deep', deep: '' }, 'deep a z top');
});

test('what the manifest names and others require comes as deep as the deepest path to it', () => {
  check('leaf app', { leaf: '', lib: 'leaf', app: 'lib' }, 'leaf lib app');
  check('app', { app: 'x y', x: 'y', y: 'z', z: '' }, 'z y x app');
});

test('a circle is cut where it closes', () => {
  check('hen', { hen: 'egg', egg: 'hen' }, 'egg hen');
  check('a', { a: 'b', b: 'c', c: 'a d', d: '' }, 'd c b a');
  check('self', { self: 'self' }, 'self');
});

test('a way of ten thousand nodes is walked', () => {
  const names = Array.from({ length: 10_000 }, (_, index) => `n${String(index).padStart(5, '0')}`);
  const graph = Object.fromEntries(names.map((name, index) => [name, names[index + 1] ?? '']));
  check('n00000', graph, names.toReversed().join(' '));
});

test('what nothing requires is left out, also among the unresolved', () => {
  const lock = {
    registry: undefined,
    nodes: nodes({ app: 'lib ghost@^2', lib: '', old: 'older', older: '' }),
    unresolved: [
      { kind: 'skill' as const, slug: 'ghost', range: '^2' },
      { kind: 'skill' as const, slug: 'ghost', range: '^1' },
      { kind: 'skill' as const, slug: 'new', range: '*' },
      { kind: 'agent' as const, slug: 'new', range: '*' },
    ],
  };
  const kept = withoutUnused(lock, manifestOf('app new'));
  expect(kept.nodes.map(({ slug }) => slug)).toEqual(['app', 'lib']);
  expect(kept.unresolved.map(({ kind, slug, range }) => `${kind} ${slug}@${range}`)).toEqual([
    'skill ghost@^2',
    'skill new@*',
  ]);
});
