import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { GraphEdge, GraphNode } from './graph-layout.js';
import { layoutGraph } from './graph-layout.js';

const ids = Array.from({ length: 14 }, (_, index) => `n${index}`);
const nodes: fc.Arbitrary<readonly GraphNode[]> = fc
  .subarray(ids, { minLength: 1 })
  .chain((some) =>
    fc.tuple(
      ...some.map((id) => fc.record({ id: fc.constant(id), width: fc.integer({ min: 40, max: 240 }) })),
    ),
  );
const edges: fc.Arbitrary<readonly GraphEdge[]> = fc.array(
  fc.record({ from: fc.constantFrom(...ids, 'nobody'), to: fc.constantFrom(...ids) }),
  { maxLength: 30 },
);
/** Only from earlier to later: no cycles. */
const acyclic = edges.map((all) => all.filter(({ from, to }) => ids.indexOf(from) < ids.indexOf(to)));

test('nothing overlaps, and all is inside the picture', () => {
  fc.assert(
    fc.property(nodes, edges, (someNodes, someEdges) => {
      const graph = layoutGraph(someNodes, someEdges);
      expect(graph.nodes.map(({ id }) => id).sort()).toEqual(someNodes.map(({ id }) => id).sort());
      for (const { id, x, y, width } of graph.nodes) {
        expect(x - width / 2).toBeGreaterThanOrEqual(0);
        expect(x + width / 2).toBeLessThanOrEqual(graph.width);
        expect(y).toBeLessThan(graph.height);
        for (const other of graph.nodes)
          if (other.id !== id && other.y === y)
            expect(Math.abs(other.x - x)).toBeGreaterThanOrEqual((other.width + width) / 2);
      }
    }),
  );
});

test('every edge goes down, but for those that close a cycle', () => {
  fc.assert(
    fc.property(nodes, edges, (someNodes, someEdges) => {
      const graph = layoutGraph(someNodes, someEdges);
      const layers = new Map(graph.nodes.map(({ id, layer }) => [id, layer]));
      for (const { from, to, isCut } of graph.edges)
        if (!isCut) expect(layers.get(to)).toBeGreaterThan(layers.get(from) ?? Number.NaN);
    }),
  );
});

test('without a cycle nothing is cut, and every edge between two nodes is drawn', () => {
  fc.assert(
    fc.property(nodes, acyclic, (someNodes, someEdges) => {
      const known = new Set(someNodes.map(({ id }) => id));
      const expected = someEdges.filter(({ from, to }) => known.has(from) && known.has(to));
      const graph = layoutGraph(someNodes, someEdges);
      expect(graph.edges.every(({ isCut }) => !isCut)).toBe(true);
      const names = (all: readonly GraphEdge[]) => new Set(all.map(({ from, to }) => `${from} ${to}`));
      expect(names(graph.edges)).toEqual(names(expected));
    }),
  );
});

test('the same graph is drawn the same way', () => {
  fc.assert(
    fc.property(nodes, edges, (someNodes, someEdges) => {
      expect(layoutGraph(someNodes, someEdges)).toEqual(layoutGraph(someNodes, someEdges));
    }),
  );
});
