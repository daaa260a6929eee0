/*
 * A graph drawn in layers. Every node with an address is a link, in the order of the layers; a graph that is larger than
 * its box scrolls, and shows the main node first.
 */

import { useEffect, useMemo, useRef } from 'preact/hooks';
import { shortened } from '../../text/utf8.js';
import { Link } from '../state/navigation.js';
import './graph.css';
import { layoutGraph, nodeHeight, type PlacedNode } from '../rules/graph-layout.js';

export interface ShownNode {
  readonly id: string;
  readonly title: string;
  /** Under the title. */
  readonly note: string;
  /** Undefined if there is no page. */
  readonly href?: string;
  readonly look: 'main' | 'plain' | 'missing';
}

export interface ShownEdge {
  readonly from: string;
  readonly to: string;
  readonly isDashed: boolean;
}

interface Props {
  readonly label: string;
  readonly nodes: readonly ShownNode[];
  readonly edges: readonly ShownEdge[];
}

export function Graph({ label, nodes, edges }: Props) {
  const placed = useMemo(
    () =>
      layoutGraph(
        nodes.map((node) => ({ id: node.id, width: widthOf(node) })),
        edges,
      ),
    [nodes, edges],
  );
  const shown = new Map(nodes.map((node) => [node.id, node]));
  const dashed = new Set(edges.filter(({ isDashed }) => isDashed).map(edgeKey));
  const host = useRef<HTMLElement>(null);
  const main = placed.nodes.find(({ id }) => shown.get(id)?.look === 'main');
  useEffect(() => {
    if (host.current && main) host.current.scrollLeft = main.x - host.current.clientWidth / 2;
  }, [main?.x]);
  return (
    <section ref={host} class="graph card" aria-label={label}>
      <svg width={placed.width} height={placed.height} role="presentation">
        <g>
          {placed.edges.map((edge) => (
            <path
              key={edgeKey(edge)}
              class={edge.isCut || dashed.has(edgeKey(edge)) ? 'graph-edge dashed' : 'graph-edge'}
              d={edge.path}
            />
          ))}
        </g>
        {placed.nodes.map((position) => {
          const node = shown.get(position.id);
          return node && <Node key={position.id} node={node} position={position} />;
        })}
      </svg>
    </section>
  );
}

function Node({ node, position }: { readonly node: ShownNode; readonly position: PlacedNode }) {
  const box = (
    <g
      class={`graph-node ${node.look}`}
      transform={`translate(${position.x - position.width / 2} ${position.y})`}
    >
      {shortened(node.title, maxLetters) !== node.title && <title>{node.title}</title>}
      <rect width={position.width} height={nodeHeight} rx="6" />
      <text x={position.width / 2} y="17">
        {`${shortened(node.title, maxLetters)} `}
      </text>
      <text class="graph-note" x={position.width / 2} y="32">
        {shortened(node.note, maxLetters)}
      </text>
    </g>
  );
  if (node.href === undefined) return box;
  return (
    <Link href={node.href} class="graph-link">
      {box}
    </Link>
  );
}

const maxLetters = 34;
const letterWidth = 7.4;

function widthOf({ title, note }: ShownNode): number {
  return (
    24 + letterWidth * Math.max(8, shortened(title, maxLetters).length, shortened(note, maxLetters).length)
  );
}

function edgeKey({ from, to }: { readonly from: string; readonly to: string }): string {
  return `${from} ${to}`;
}
