/*
 * The managed block: the only region of a SKILL.md that the evolver may write. It is found by markers on lines of their
 * own, after the frontmatter and outside code fences, and is inserted and removed by position, so that every byte outside
 * stays, including line endings and a byte order mark. A file with anything but one pair of markers, or none, is not
 * changed.
 */

import { findLayout } from '../../../skill/layout.js';
import { decodeUtf8, lineBreakOf } from '../../../text/utf8.js';

export type BlockLocation =
  | { readonly kind: 'none' }
  | ManagedBlock
  /** There is no block, and an appended one would be inside an unclosed code fence. */
  | { readonly kind: 'open-fence' }
  | { readonly kind: 'malformed'; readonly why: string };

interface ManagedBlock {
  readonly kind: 'block';
  readonly start: number;
  /** Before the line break after the last marker. */
  readonly end: number;
  readonly text: string;
  readonly markers: MarkerFamily;
}

/** The markers of Coppice, and of a program whose blocks it replaces. */
const families = ['coppice', 'curator-evolver'] as const;
type MarkerFamily = (typeof families)[number];
type Edge = 'start' | 'end';

export function marker(edge: Edge, family: MarkerFamily = 'coppice'): string {
  return `<!-- ${family}:auto:${edge} -->`;
}

export function findBlock(text: string): BlockLocation {
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

/** Inserts the block with the line endings of the text. A new block is appended. */
export function spliceBlock(
  text: string,
  location: Extract<BlockLocation, { kind: 'none' | 'block' }>,
  block: string,
): string {
  const lineBreak = lineBreakOf(text);
  const written = block.replaceAll('\n', lineBreak);
  if (location.kind === 'block') return text.slice(0, location.start) + written + text.slice(location.end);
  if (text === '') return written;
  // A text without a final line break stays without one, so that a removal can restore it.
  return text.endsWith('\n')
    ? text + lineBreak + written + lineBreak
    : text + lineBreak + lineBreak + written;
}

/** Removes the block; restores the original text if the block was appended and nothing follows it. */
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

function malformed(why: string): BlockLocation {
  return { kind: 'malformed', why };
}

export interface ProseLine {
  readonly start: number;
  /** Before the line break. */
  readonly end: number;
}

export interface Prose {
  /** The lines after the frontmatter and outside code fences. */
  readonly lines: readonly ProseLine[];
  /** Whether appended text would be inside an unclosed fence. */
  readonly endsInFence: boolean;
}

export function proseOf(text: string): Prose {
  const lines: ProseLine[] = [];
  let fence: Fence | undefined;
  for (const line of linesFrom(text, bodyStart(text))) {
    const content = text.slice(line.start, line.end);
    if (fence !== undefined) {
      if (closes(content, fence)) fence = undefined;
      continue;
    }
    fence = openedBy(content);
    if (fence === undefined) lines.push(line);
  }
  return { lines, endsInFence: fence !== undefined };
}

interface Fence {
  readonly column: number;
  readonly mark: string;
}

/** A list item may start with a fence. Backticks after a fence of backticks make it a code span. */
const opening = /^( {0,3}(?:(?:[-*+]|\d{1,9}[.)]) {1,4})*)(?:(`{3,})(?!.*`)|(~{3,}))/s;
const closing = /^( *)(`{3,}|~{3,})[ \t]*$/;

function openedBy(line: string): Fence | undefined {
  const [, indent = '', backticks, tildes] = opening.exec(line) ?? [];
  const mark = backticks ?? tildes;
  return mark === undefined ? undefined : { column: indent.length, mark };
}

function closes(line: string, { column, mark }: Fence): boolean {
  const [, indent = '', found = ''] = closing.exec(line) ?? [];
  return found.startsWith(mark) && indent.length <= column + 3;
}

function* linesFrom(text: string, from: number): Generator<ProseLine> {
  const lineBreak = /\r\n|\n|\r/g;
  lineBreak.lastIndex = from;
  let start = from;
  for (let found = lineBreak.exec(text); found !== null; found = lineBreak.exec(text)) {
    yield { start, end: found.index };
    start = lineBreak.lastIndex;
  }
  yield { start, end: text.length };
}

function bodyStart(text: string): number {
  const bytes = new TextEncoder().encode(text);
  return decodeUtf8(bytes.subarray(0, findLayout(bytes, true).bodyStart)).length;
}
