/*
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

export interface Layers {
  /** By id, from 0 at the top. */
  readonly layerOf: ReadonlyMap<string, number>;
  readonly down: readonly GraphEdge[];
  /** Those that close a cycle. */
  readonly cut: readonly GraphEdge[];
}

/** Edges to what is no node, to itself, and repeated ones are left out. */
export function layersOf(nodes: readonly GraphNode[], edges: readonly GraphEdge[]): Layers {
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
