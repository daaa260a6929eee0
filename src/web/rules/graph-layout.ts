/*
 * Where to draw the things of a graph: in layers, so that what requires stands above what is required. Lines that pass
 * layers get a place of their own in each, so that they go around what stands there; layers are ordered so that few lines
 * cross. A cycle is cut where it closes.
 */

export interface PlacedNode extends GraphNode {
  readonly layer: number;
  /** The middle. */
  readonly x: number;
  /** The upper edge. */
  readonly y: number;
}

interface PlacedEdge extends GraphEdge {
  /** As the `d` of an SVG path. */
  readonly path: string;
  /** It closes a cycle: the only edge that goes up. */
  readonly isCut: boolean;
}

interface PlacedGraph {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
}

export const nodeHeight = 40;
const [gap, layerGap, margin, bendWidth] = [20, 44, 8, 12];
const passes = 6;
/** Beyond so many, lines go straight. */
const maxBends = 2_000;

/** Edges to what is no node, to itself, and repeated ones are left out. */
export function layoutGraph(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): PlacedGraph {
  const { layerOf, down, cut } = layersOf(nodes, edges);
  const { rows, chains } = rowsOf(nodes, down, layerOf);
  orderRows(rows);
  placeRows(rows);
  return drawn(rows, [
    ...chains.map((chain) => ({ ...chain, isCut: false })),
    ...cut.map((edge) => ({ edge, slots: slotsOf(rows, edge), isCut: true })),
  ]);
}

/** A place in a layer: a node's, or a bend's of a line that passes. */
interface Slot {
  readonly node: GraphNode | undefined;
  readonly layer: number;
  readonly width: number;
  readonly above: Slot[];
  readonly below: Slot[];
  /** In its layer, from the left. */
  index: number;
  x: number;
}

interface Chain {
  readonly edge: GraphEdge;
  readonly slots: readonly Slot[];
}

interface Rows {
  readonly rows: readonly Slot[][];
  readonly chains: readonly Chain[];
}

function rowsOf(
  nodes: readonly GraphNode[],
  edges: readonly GraphEdge[],
  layerOf: ReadonlyMap<string, number>,
): Rows {
  const rows: Slot[][] = Array.from({ length: Math.max(0, ...layerOf.values()) + 1 }, () => []);
  const add = (node: GraphNode | undefined, layer: number): Slot => {
    const row = rows[layer] ?? [];
    const width = node?.width ?? bendWidth;
    const slot = { node, layer, width, above: [], below: [], index: row.length, x: 0 };
    row.push(slot);
    return slot;
  };
  const slots = new Map(nodes.map((node) => [node.id, add(node, layerOf.get(node.id) ?? 0)]));
  const bends = edges.reduce(
    (sum, { from, to }) => sum + (layerOf.get(to) ?? 0) - (layerOf.get(from) ?? 0) - 1,
    0,
  );
  const chains = edges.flatMap((edge) => {
    const [first, last] = [slots.get(edge.from), slots.get(edge.to)];
    if (!first || !last) return [];
    const between = bends > maxBends ? 0 : last.layer - first.layer - 1;
    const bent = Array.from({ length: between }, (_, step) => add(undefined, first.layer + step + 1));
    const chain = [first, ...bent, last];
    for (const [index, slot] of chain.entries()) {
      const next = chain[index + 1];
      if (!next) break;
      slot.below.push(next);
      next.above.push(slot);
    }
    return [{ edge, slots: chain }];
  });
  return { rows, chains };
}

/** Each layer by the middle of what it is tied to, downwards and upwards in turn. */
function orderRows(rows: readonly Slot[][]): void {
  for (let pass = 0; pass < passes; pass += 1) {
    const isDown = pass % 2 === 0;
    for (const row of isDown ? rows : [...rows].reverse()) {
      const wanted = new Map(
        row.map((slot) => [slot, mean(isDown ? slot.above : slot.below, ({ index }) => index) ?? slot.index]),
      );
      row.sort((a, b) => (wanted.get(a) ?? 0) - (wanted.get(b) ?? 0) || a.index - b.index);
      for (const [index, slot] of row.entries()) slot.index = index;
    }
  }
}

/** Near what they are tied to, as far as those beside them leave room. */
function placeRows(rows: readonly Slot[][]): void {
  for (const row of rows) spread(row, () => 0);
  for (let pass = 0; pass < passes; pass += 1) {
    const isDown = pass % 2 === 0;
    for (const row of isDown ? rows : [...rows].reverse())
      spread(row, (slot) => mean(isDown ? slot.above : slot.below, ({ x }) => x) ?? slot.x);
  }
  const left = Math.min(...rows.flat().map(({ x, width }) => x - width / 2));
  for (const slot of rows.flat()) slot.x += margin - left;
}

/**
 * The places nearest to the wishes, by least squares, that keep order and distance: neighbours whose wishes collide stand
 * packed together around the mean of what they wish.
 */
function spread(row: readonly Slot[], wish: (slot: Slot) => number): void {
  const packs: { readonly slots: Slot[]; readonly offsets: number[]; sum: number }[] = [];
  let offset = 0;
  for (const slot of row) {
    offset += slot.width / 2;
    packs.push({ slots: [slot], offsets: [offset], sum: wish(slot) - offset });
    offset += slot.width / 2 + gap;
    for (let [before, last] = packs.slice(-2); before && last && startOf(before) > startOf(last); ) {
      before.slots.push(...last.slots);
      before.offsets.push(...last.offsets);
      before.sum += last.sum;
      packs.pop();
      [before, last] = packs.slice(-2);
    }
  }
  for (const pack of packs)
    for (const [index, slot] of pack.slots.entries()) slot.x = startOf(pack) + (pack.offsets[index] ?? 0);
}

function startOf({ sum, slots }: { readonly sum: number; readonly slots: readonly Slot[] }): number {
  return sum / slots.length;
}

function drawn(
  rows: readonly Slot[][],
  lines: readonly (Chain & { readonly isCut: boolean })[],
): PlacedGraph {
  const slots = rows.flat();
  return {
    width: Math.max(0, ...slots.map(({ x, width }) => x + width / 2)) + margin,
    height: rows.length * (nodeHeight + layerGap) - layerGap + 2 * margin,
    nodes: slots.flatMap(({ node, layer, x }) => (node ? [{ ...node, layer, x, y: topOf(layer) }] : [])),
    edges: lines.map(({ edge, slots: chain, isCut }) => ({ ...edge, path: pathOf(chain), isCut })),
  };
}

function slotsOf(rows: readonly Slot[][], { from, to }: GraphEdge): readonly Slot[] {
  const slots = rows.flat();
  return [from, to].flatMap((id) => slots.find(({ node }) => node?.id === id) ?? []);
}

/** Leaves below, comes in above, and passes a bend straight down. */
function pathOf([first, ...rest]: readonly Slot[]): string {
  if (!first) return '';
  let [x, y] = [first.x, topOf(first.layer) + nodeHeight];
  const parts = [`M${round(x)} ${round(y)}`];
  for (const slot of rest) {
    const top = topOf(slot.layer);
    const middle = (y + top) / 2;
    parts.push(
      `C${round(x)} ${round(middle)} ${round(slot.x)} ${round(middle)} ${round(slot.x)} ${round(top)}`,
    );
    [x, y] = [slot.x, slot.node ? top : top + nodeHeight];
    if (!slot.node) parts.push(`V${round(y)}`);
  }
  return parts.join('');
}

function topOf(layer: number): number {
  return margin + layer * (nodeHeight + layerGap);
}

function mean<T>(all: readonly T[], value: (one: T) => number): number | undefined {
  return all.length === 0 ? undefined : all.reduce((sum, one) => sum + value(one), 0) / all.length;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/**
 * The layers of a graph: everything stands below all that lead to it. A cycle is cut where it closes, so that there always is
 * such an order.
 */
export interface GraphNode {
  readonly id: string;
  readonly width: number;
}

export interface GraphEdge {
  readonly from: string;
  readonly to: string;
}

interface Layers {
  /** By id, from 0 at the top. */
  readonly layerOf: ReadonlyMap<string, number>;
  readonly down: readonly GraphEdge[];
  /** Those that close a cycle. */
  readonly cut: readonly GraphEdge[];
}

/** Edges to what is no node, to itself, and repeated ones are left out. */
function layersOf(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): Layers {
  const known = usableEdges(nodes, edges);
  const closing = closingEdges(nodes, known);
  const down = known.filter((edge) => !closing.has(edge));
  return { layerOf: longestPaths(nodes, down), down, cut: [...closing] };
}

function usableEdges(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): readonly GraphEdge[] {
  const ids = new Set(nodes.map(({ id }) => id));
  const seen = new Set<string>();
  return edges.filter(({ from, to }) => {
    const key = JSON.stringify([from, to]);
    const isUsable = from !== to && ids.has(from) && ids.has(to) && !seen.has(key);
    seen.add(key);
    return isUsable;
  });
}

/** Found by walking down from each node: an edge to what is on the way already closes a cycle. */
function closingEdges(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): ReadonlySet<GraphEdge> {
  const outgoing = outgoingEdges(edges);
  const closing = new Set<GraphEdge>();
  const states = new Map<string, 'on the way' | 'done'>();
  for (const { id: start } of nodes) {
    if (states.has(start)) continue;
    const way = [{ id: start, next: 0 }];
    states.set(start, 'on the way');
    for (let here = way.at(-1); here; here = way.at(-1)) {
      const edge = outgoing.get(here.id)?.[here.next];
      here.next += 1;
      if (!edge) {
        states.set(here.id, 'done');
        way.pop();
      } else if (states.get(edge.to) === 'on the way') closing.add(edge);
      else if (!states.has(edge.to)) {
        states.set(edge.to, 'on the way');
        way.push({ id: edge.to, next: 0 });
      }
    }
  }
  return closing;
}

function longestPaths(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): ReadonlyMap<string, number> {
  const outgoing = outgoingEdges(edges);
  const waiting = new Map(nodes.map(({ id }) => [id, 0]));
  for (const { to } of edges) waiting.set(to, (waiting.get(to) ?? 0) + 1);
  const layers = new Map(nodes.map(({ id }) => [id, 0]));
  const ready = nodes.filter(({ id }) => waiting.get(id) === 0).map(({ id }) => id);
  for (const id of ready) {
    for (const { to } of outgoing.get(id) ?? []) {
      layers.set(to, Math.max(layers.get(to) ?? 0, (layers.get(id) ?? 0) + 1));
      const left = (waiting.get(to) ?? 0) - 1;
      waiting.set(to, left);
      if (left === 0) ready.push(to);
    }
  }
  return layers;
}

function outgoingEdges(edges: readonly GraphEdge[]): ReadonlyMap<string, readonly GraphEdge[]> {
  const outgoing = new Map<string, GraphEdge[]>();
  for (const edge of edges) {
    const others = outgoing.get(edge.from);
    if (others) others.push(edge);
    else outgoing.set(edge.from, [edge]);
  }
  return outgoing;
}
