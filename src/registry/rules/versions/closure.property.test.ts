import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ClosureNode, closure, type Requiring } from './closure.js';
import { requirement } from './offer.fixture.js';

type Graph = Readonly<Record<string, readonly string[]>>;

const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l', 'm', 'n'];

/** Few edges for each, so that depths differ; cycles are as likely as not. Some names were never published. */
const graph: fc.Arbitrary<Graph> = fc
  .array(fc.tuple(fc.constantFrom(...names), fc.uniqueArray(fc.constantFrom(...names), { maxLength: 2 })))
  .map((edges) => Object.fromEntries(edges.map(([from, to]) => [from, to.filter((name) => name !== from)])));

test('each name appears once, at the length of the shortest path to it, and no deeper than ten', () => {
  fc.assert(
    fc.property(graph, (edges) => {
      expect(depthsOf(walk(edges, 'a'))).toEqual(shortestPaths(edges, 'a'));
    }),
    { numRuns: 300 },
  );
});

test('the order is by depth, then slug, in whatever order the requirements are written', () => {
  fc.assert(
    fc.property(graph, (edges) => {
      const reversed = Object.fromEntries(
        Object.entries(edges).map(([from, to]) => [from, [...to].reverse()]),
      );
      const keys = keysOf(walk(edges, 'a'));
      expect(keys).toEqual([...keys].sort());
      expect(keysOf(walk(reversed, 'a'))).toEqual(keys);
    }),
    { numRuns: 200 },
  );
});

function walk(edges: Graph, root: string): readonly ClosureNode<Requiring>[] {
  const requiringOf = (slug: string): Requiring | undefined =>
    edges[slug] && { requires: edges[slug].map(requirement) };
  return closure({ kind: 'skill', slug: root, requires: requiringOf(root)?.requires ?? [] }, ({ slug }) =>
    requiringOf(slug),
  );
}

function keysOf(nodes: readonly ClosureNode<Requiring>[]): readonly string[] {
  return nodes.map(({ depth, requirement: { slug } }) => `${String(depth).padStart(2, '0')} ${slug}`);
}

function depthsOf(nodes: readonly ClosureNode<Requiring>[]): Readonly<Record<string, number>> {
  return Object.fromEntries(nodes.map(({ requirement: { slug }, depth }) => [slug, depth]));
}

/** Follows every path, however often it passes the same name. */
function shortestPaths(edges: Graph, root: string): Readonly<Record<string, number>> {
  const shortest: Record<string, number> = {};
  const follow = (from: string, depth: number): void => {
    if (depth > 10) return;
    for (const to of edges[from] ?? []) {
      if (to !== root) shortest[to] = Math.min(shortest[to] ?? depth, depth);
      follow(to, depth + 1);
    }
  };
  follow(root, 1);
  return shortest;
}
