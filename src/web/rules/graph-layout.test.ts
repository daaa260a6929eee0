import { expect, test } from 'vitest';
import { layoutGraph } from './graph-layout.js';

function layers(...edges: readonly string[]) {
  const pairs = edges.map((edge) => edge.split('>'));
  const ids = [...new Set(pairs.flat())];
  const graph = layoutGraph(
    ids.map((id) => ({ id, width: 50 })),
    pairs.map(([from = '', to = '']) => ({ from, to })),
  );
  return {
    layers: Object.fromEntries(graph.nodes.map(({ id, layer }) => [id, layer])),
    cut: graph.edges.filter(({ isCut }) => isCut).map(({ from, to }) => `${from}>${to}`),
    graph,
  };
}

test('what is required stands below all that require it', () => {
  expect(layers('a>b', 'b>c', 'a>c')).toMatchObject({ layers: { a: 0, b: 1, c: 2 }, cut: [] });
});

test('a cycle is cut where it closes', () => {
  expect(layers('a>b', 'b>c', 'c>a')).toMatchObject({ layers: { a: 0, b: 1, c: 2 }, cut: ['c>a'] });
});

test('a line that passes a layer goes around what stands there', () => {
  const { graph } = layers('a>b', 'b>c', 'a>c');
  const [direct] = graph.edges.filter(({ from, to }) => from === 'a' && to === 'c');
  const passing = Number(/ ([\d.]+) [\d.]+V/.exec(direct?.path ?? '')?.[1]);
  const middle = graph.nodes.find(({ id }) => id === 'b');
  expect(Math.abs(passing - (middle?.x ?? 0))).toBeGreaterThan(25);
});

test('lines that would cross are laid beside each other', () => {
  const { graph } = layers('a>d', 'b>c', 'a>c1', 'b>c2');
  const left = (id: string) => graph.nodes.find((node) => node.id === id)?.x ?? Number.NaN;
  expect(Math.sign(left('a') - left('b'))).toBe(Math.sign(left('d') - left('c')));
});

test('a graph of nothing takes no room to speak of', () => {
  expect(layoutGraph([], [])).toMatchObject({ nodes: [], edges: [] });
  expect(Number.isFinite(layoutGraph([], []).width)).toBe(true);
});
