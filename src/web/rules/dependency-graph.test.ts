import { expect, test } from 'vitest';
import { type DependencyBranch, dependencyGraph, requiredBranches } from './dependency-graph.js';

const digest = `sha256:${'0'.repeat(64)}`;

function resolved(slug: string, ...requires: readonly string[]) {
  return {
    kind: 'skill' as const,
    slug,
    version: '1.0.0',
    digest,
    content_digest: digest,
    size_bytes: 1,
    requires: [...requires],
    depth: 0,
  };
}

const missing = { kind: 'skill' as const, slug: 'later', range: '^2', required_by: 'b@1.0.0' };
const user = { kind: 'agent' as const, slug: 'reviewer', version: '0.1.0' };

const graph = dependencyGraph(
  { kind: 'skill', slug: 'a' },
  {
    nodes: [resolved('a', 'b@^1', 'c'), resolved('b', 'c', 'later@^2'), resolved('c', 'a')],
    unresolved: [missing],
  },
  [user, { kind: 'skill', slug: 'c', version: '1.0.0' }],
);

test('everything is in the graph once, by the part it plays', () => {
  expect(graph.nodes.map(({ id, part, version }) => `${part} ${id} ${version}`)).toEqual([
    'itself skill/a 1.0.0',
    'required skill/b 1.0.0',
    'required skill/c 1.0.0',
    'missing skill/later null',
    'user agent/reviewer 0.1.0',
  ]);
  expect(graph.edges.map(({ from, to }) => `${from} > ${to}`)).toEqual([
    'skill/a > skill/b',
    'skill/a > skill/c',
    'skill/b > skill/c',
    'skill/b > skill/later',
    'skill/c > skill/a',
    'agent/reviewer > skill/a',
    'skill/c > skill/a',
  ]);
});

test('as a list, each is opened once, and a cycle ends', () => {
  const shown = (branches: readonly DependencyBranch[]): string =>
    branches
      .map(({ node, isRepeated, branches: inner }) => `${node.slug}${isRepeated ? '*' : `(${shown(inner)})`}`)
      .join(' ');
  expect(shown(requiredBranches(graph))).toBe('b(c(a* a*) later()) c*');
});
