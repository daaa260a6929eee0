/*
 * The snapshot as text: every record, the skills that were only seen by the time of that, and the position up to which
 * they include the journal (`folded`). Keys are sorted, zeros and empty values are left out, so the same records always
 * give the same bytes.
 *
 * `version`, `folded` and the checksum that the file has keep their shape in every version; an addition that an older version must not lose raises the
 * version. (A version without `seen` loses when skills were first seen, as it has no use for it.)
 */

import { parseJson } from '../../text/json.js';
import { isCount, isListOf, isName, isObject, isTime } from '../../text/shape.js';
import { type Usage, usageOf } from './apply-journal.js';
import { type Counters, countersWith, isCounters, noCounters } from './counters.js';
import { defaultFacts, formatVersion, isFacts, type StoredRecord, withFacts } from './record.js';

export interface Snapshot {
  readonly usage: Usage;
  readonly folded: JournalPosition;
}

/** The journal is a chain of generations: each is appended to, then renamed to its number, and removed later. */
export interface JournalPosition {
  /** The current generation, and how many bytes of it the records include. */
  readonly generation: number;
  readonly offset: number;
  /** Earlier generations that may still grow, oldest first. The records include all of those that are not listed. */
  readonly rotated: readonly RotatedJournal[];
}

export interface RotatedJournal {
  readonly generation: number;
  readonly offset: number;
  /** Real time after which nobody opens this generation any more. */
  readonly rotatedAt: number;
}

export type ParsedSnapshot =
  | { readonly kind: 'sound'; readonly snapshot: Snapshot }
  /** Written by a newer version: the part that this version understands. */
  | { readonly kind: 'newer'; readonly snapshot: Snapshot | undefined }
  /** Damaged: the valid records, if at least their position is known. */
  | { readonly kind: 'damaged'; readonly snapshot: Snapshot | undefined };

export function printSnapshot({ usage, folded }: Snapshot): string {
  const records = Object.fromEntries([...usage.records].map(([id, record]) => [id, printable(record)]));
  const seen = usage.seen.size === 0 ? {} : { seen: idsByTime(usage.seen) };
  return `${printSorted({ version: formatVersion, folded, records, ...seen }, '')}\n`;
}

/** Most skills are met together, so there are few times. */
function idsByTime(seen: Usage['seen']): Readonly<Record<string, readonly string[]>> {
  const ids = new Map<number, string[]>();
  for (const [id, at] of seen) {
    const others = ids.get(at);
    if (others === undefined) ids.set(at, [id]);
    else others.push(id);
  }
  return Object.fromEntries([...ids].map(([at, members]) => [at, members.sort()]));
}

export function parseSnapshot(text: string): ParsedSnapshot {
  const value = parseJson(text);
  if (!isObject(value) || !isCount(value['version'])) return { kind: 'damaged', snapshot: undefined };
  const newer = value['version'] > formatVersion;
  const folded = parsePosition(value['folded']);
  if (folded === undefined || !isObject(value['records'])) {
    return { kind: newer ? 'newer' : 'damaged', snapshot: undefined };
  }
  const records: StoredRecord[] = [];
  let sound = true;
  for (const [id, stored] of Object.entries(value['records'])) {
    const record = parseRecord(id, stored);
    if (record === undefined) sound = false;
    else records.push(record);
  }
  const seen = parseSeen(value['seen'] ?? {});
  sound &&= seen !== undefined;
  const snapshot = { usage: usageOf(records, seen), folded };
  if (newer) return { kind: 'newer', snapshot };
  return { kind: sound ? 'sound' : 'damaged', snapshot };
}

function parseSeen(value: unknown): Usage['seen'] | undefined {
  if (!isObject(value)) return undefined;
  const seen = new Map<string, number>();
  for (const [time, ids] of Object.entries(value)) {
    const at = Number(time);
    if (!isTime(at) || !isListOf(ids, isName)) return undefined;
    for (const id of ids) seen.set(id, at);
  }
  return seen;
}

function parsePosition(value: unknown): JournalPosition | undefined {
  if (!isObject(value)) return undefined;
  const { generation, offset, rotated } = value;
  if (
    !isCount(generation) ||
    !isCount(offset) ||
    !Array.isArray(rotated) ||
    !rotated.every(isRotatedJournal)
  ) {
    return undefined;
  }
  return { generation, offset, rotated };
}

function isRotatedJournal(value: unknown): value is RotatedJournal {
  return (
    isObject(value) && isCount(value['generation']) && isCount(value['offset']) && isTime(value['rotatedAt'])
  );
}

function parseRecord(id: string, stored: unknown): StoredRecord | undefined {
  if (!isName(id) || !isObject(stored)) return undefined;
  const { aliases = [], sources = {}, aheadSince = 0 } = stored;
  if (!isFacts(stored) || !isTime(aheadSince)) return undefined;
  if (!Array.isArray(aliases) || !aliases.every(isName)) return undefined;
  if (!isObject(sources) || !Object.keys(sources).every(isName) || !everyValue(sources, isCounters))
    return undefined;
  const counters: Record<string, Counters> = {};
  for (const name of Object.keys(sources)) counters[name] = countersWith(sources[name] ?? {});
  return withFacts(defaultFacts, stored, { id, aliases, sources: counters, aheadSince });
}

function everyValue<Value>(
  object: Readonly<Record<string, unknown>>,
  has: (value: unknown) => value is Value,
): object is Readonly<Record<string, Value>> {
  return Object.values(object).every(has);
}

/** Only the values that differ from a new record. */
function printable({ id: _, ...record }: StoredRecord): object {
  const sources = Object.entries(record.sources).map(([name, counters]) => [name, withoutBlanks(counters)]);
  return withoutBlanks({ ...record, sources: Object.fromEntries(sources) });
}

function withoutBlanks(object: object): object {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => !isBlank(value)));
}

const blanks = new Set<unknown>([...Object.values(defaultFacts), ...Object.values(noCounters)]);

function isBlank(value: unknown): boolean {
  return (
    blanks.has(value) || (typeof value === 'object' && value !== null && Object.keys(value).length === 0)
  );
}

/** JSON with sorted keys. (JSON.stringify puts keys that look like numbers first.) */
function printSorted(value: unknown, indent: string): string {
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    return bracketed(
      '[',
      value.map((member) => printSorted(member, inner)),
      ']',
      indent,
    );
  }
  if (!isObject(value)) return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return bracketed(
    '{',
    keys.map((key) => `${JSON.stringify(key)}: ${printSorted(value[key], inner)}`),
    '}',
    indent,
  );
}

function bracketed(open: string, members: readonly string[], close: string, indent: string): string {
  if (members.length === 0) return open + close;
  return `${open}\n${indent}  ${members.join(`,\n${indent}  `)}\n${indent}${close}`;
}
