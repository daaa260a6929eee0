/*
 * One line of the journal, and how lines are found in its bytes. Each append is one line with a newline before and after
 * it: the first separates it from an incomplete line before it, the second shows that the line is complete. Text after
 * the last newline is incomplete or still being written, and is left for the next reading.
 */

import { parseJson } from '../../text/json.js';
import { isListOf, isName, isObject, isOneOf, isTime } from '../../text/shape.js';
import { type ActivityKind, activityKinds, type Counters, isCounters } from './counters.js';
import { formatVersion, isFacts, type SettableFacts } from './record.js';

export type JournalLine =
  | { readonly kind: ActivityKind; readonly id: string; readonly at: number; readonly source?: string }
  | { readonly kind: 'put'; readonly id: string; readonly set: Partial<SettableFacts> }
  | {
      readonly kind: 'source';
      readonly id: string;
      readonly source: string;
      readonly counters: Partial<Counters>;
    }
  | { readonly kind: 'rename'; readonly id: string; readonly to: string }
  /** These skills were there at the time. */
  | { readonly kind: 'seen'; readonly ids: readonly string[]; readonly at: number };

export interface JournalPart {
  readonly lines: readonly JournalLine[];
  readonly malformed: number;
  /** Lines that only a newer version understands. */
  readonly newer: number;
  /** The number of bytes of these lines, including the last newline. */
  readonly lengthBytes: number;
}

export function printLine(line: JournalLine): string {
  return `\n${JSON.stringify(line)}\n`;
}

export function parseJournal(bytes: Uint8Array): JournalPart {
  const lengthBytes = bytes.lastIndexOf(newline) + 1;
  const lines: JournalLine[] = [];
  let malformed = 0;
  let newer = 0;
  for (const text of new TextDecoder().decode(bytes.subarray(0, lengthBytes)).split('\n')) {
    if (text === '') continue;
    const line = parseLine(text);
    if (line.kind === 'malformed') malformed += 1;
    else if (line.kind === 'newer') newer += 1;
    else lines.push(line);
  }
  return { lines, malformed, newer, lengthBytes };
}

export function parseLine(
  text: string,
): JournalLine | { readonly kind: 'malformed' } | { readonly kind: 'newer' } {
  const value = parseJson(text);
  if (!isObject(value)) return malformedLine;
  const { version, kind, id, ids, at, source, set, counters, to } = value;
  if (typeof version === 'number' && version > formatVersion) return { kind: 'newer' };
  if (kind === 'seen') return isListOf(ids, isName) && isTime(at) ? { kind, ids, at } : malformedLine;
  if (!isName(id)) return malformedLine;
  if (isOneOf(activityKinds, kind) && isTime(at)) {
    if (source === undefined) return { kind, id, at };
    if (isName(source)) return { kind, id, at, source };
  }
  if (kind === 'put' && isFacts(set)) return { kind, id, set };
  if (kind === 'source' && isName(source) && isCounters(counters)) return { kind, id, source, counters };
  if (kind === 'rename' && isName(to)) return { kind, id, to };
  return malformedLine;
}

const newline = 0x0a;
const malformedLine = { kind: 'malformed' } as const;
