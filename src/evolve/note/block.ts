/*
 * The managed block: the one region of a SKILL.md that the evolver may write. It is found by markers that stand alone
 * on lines of prose, and is put in and taken out by position, so that every byte outside stays, line endings and a
 * byte order mark included. What is not exactly one ordered pair of markers, or none, is touched by nobody.
 */

import { type ProseLine, proseOf } from './prose-lines.js';

export type BlockPlace =
  | { readonly kind: 'none' }
  | ManagedBlock
  /** There is none, and one that is appended would become part of an unclosed code fence. */
  | { readonly kind: 'open-fence' }
  | { readonly kind: 'malformed'; readonly why: string };

export interface ManagedBlock {
  readonly kind: 'block';
  readonly start: number;
  /** Before the line break after the last marker. */
  readonly end: number;
  readonly text: string;
  readonly markers: MarkerFamily;
}

/** Ours, and that of a program whose blocks are taken over. */
const families = ['coppice', 'curator-evolver'] as const;
type MarkerFamily = (typeof families)[number];
type Edge = 'start' | 'end';

export function marker(edge: Edge, family: MarkerFamily = 'coppice'): string {
  return `<!-- ${family}:auto:${edge} -->`;
}

export function findBlock(text: string): BlockPlace {
  const { lines, endsInFence } = proseOf(text);
  const found = lines.flatMap((line) => markerOn(text, line) ?? []);
  const starts = found.filter(({ edge }) => edge === 'start');
  const ends = found.filter(({ edge }) => edge === 'end');
  const [start] = starts;
  const [end] = ends;
  if (starts.length !== ends.length) {
    return malformed(`unbalanced-managed-block-markers:${starts.length}!=${ends.length}`);
  }
  if (start === undefined || end === undefined) return { kind: endsInFence ? 'open-fence' : 'none' };
  if (starts.length > 1) return malformed(`duplicate-managed-block:${starts.length}`);
  if (end.line.start < start.line.start) return malformed('managed-block-end-before-start');
  if (start.family !== end.family) return malformed('mixed-managed-block-markers');
  return {
    kind: 'block',
    start: start.line.start,
    end: end.line.end,
    text: text.slice(start.line.start, end.line.end),
    markers: start.family,
  };
}

/** The text with this block, written with the line endings of the text. A block that is new comes last. */
export function spliceBlock(
  text: string,
  place: Extract<BlockPlace, { kind: 'none' | 'block' }>,
  block: string,
): string {
  const lineBreak = lineBreakOf(text);
  const written = block.replaceAll('\n', lineBreak);
  if (place.kind === 'block') return text.slice(0, place.start) + written + text.slice(place.end);
  if (text === '') return written;
  // A text without a final line break has none afterwards either: that is how a removal knows what to take away.
  return text.endsWith('\n')
    ? text + lineBreak + written + lineBreak
    : text + lineBreak + lineBreak + written;
}

/** The text without its block; the text as it was before, if the block was appended and nothing came after it. */
export function removeBlock(text: string, { start, end }: ManagedBlock): string {
  const lineBreak = lineBreakOf(text);
  const before = text.slice(0, start);
  const after = text.slice(end);
  const separator = after === '' ? lineBreak + lineBreak : lineBreak;
  const isLast = after === '' || after === lineBreak;
  if (isLast && before.endsWith(separator)) return before.slice(0, -separator.length);
  return before + after.replace(/^(?:\r\n|\n|\r)/, '');
}

interface FoundMarker {
  readonly family: MarkerFamily;
  readonly edge: Edge;
  readonly line: ProseLine;
}

function markerOn(text: string, line: ProseLine): FoundMarker | undefined {
  for (const family of families) {
    for (const edge of ['start', 'end'] as const) {
      const wanted = marker(edge, family);
      if (!text.startsWith(wanted, line.start)) continue;
      if (/^[ \t]*$/.test(text.slice(line.start + wanted.length, line.end))) return { family, edge, line };
    }
  }
  return undefined;
}

function malformed(why: string): BlockPlace {
  return { kind: 'malformed', why };
}

function lineBreakOf(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? '\n';
}
