/*
 * The lines of a SKILL.md in which text means what it says: those after the frontmatter and outside code fences. What
 * an author shows in a fence is an example, and must never be taken for the real thing.
 */

import { findLayout } from '../../skill/layout.js';
import { decodeUtf8 } from '../../text/utf8.js';

export interface ProseLine {
  readonly start: number;
  /** Before the line break. */
  readonly end: number;
}

export interface Prose {
  readonly lines: readonly ProseLine[];
  /** Whatever is appended to the document becomes part of a fence that nobody closed. */
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

/** A list item may begin with its fence. A fence of backticks has none in the words after it: that is a code span. */
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
