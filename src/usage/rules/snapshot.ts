/*
 * The snapshot as text: every record, and up to where the journal is folded into them. Keys are sorted, zeros and
 * empty values are left out, so the same records always give the same bytes.
 *
 * `version` and `folded` keep their shape in every version; whatever a version adds that an older one must not lose
 * raises the version.
 */

import { parseJson } from '../../text/json.js';
import { isCount, isName, isObject, isTime } from '../../text/shape.js';
import { type Usage, usageOf } from './apply-journal.js';
import { type Counters, countersWith, isCounters, noCounters } from './counters.js';
import { defaultFacts, formatVersion, isFacts, type StoredRecord, withFacts } from './record.js';

export interface Snapshot {
  readonly usage: Usage;
  readonly folded: JournalPosition;
}

/** The journal is a chain of generations: each is appended to, then set aside under its number, and removed later. */
export interface JournalPosition {
  /** The generation that was being appended to, and how many bytes of it are folded. */
  readonly generation: number;
  readonly offset: number;
  /** Earlier generations that may still grow, oldest first. One that is not listed is folded to its end. */
  readonly rotated: readonly RotatedJournal[];
}

export interface RotatedJournal {
  readonly generation: number;
  readonly offset: number;
  /** Real time at which it was certain that nobody opens this generation any more. */
  readonly rotatedAt: number;
}

export type ParsedSnapshot =
  | { readonly kind: 'sound'; readonly snapshot: Snapshot }
  /** Of a newer version: what this one understands of it. */
  | { readonly kind: 'newer'; readonly snapshot: Snapshot | undefined }
  /** Not as it was written. The sound records, if it is at least known how far they go. */
  | { readonly kind: 'damaged'; readonly snapshot: Snapshot | undefined };

export function printSnapshot({ usage, folded }: Snapshot): string {
  const records = Object.fromEntries([...usage.records].map(([id, record]) => [id, printable(record)]));
  return `${printSorted({ version: formatVersion, folded, records }, '')}\n`;
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
  const snapshot = { usage: usageOf(records), folded };
  if (newer) return { kind: 'newer', snapshot };
  return { kind: sound ? 'sound' : 'damaged', snapshot };
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
  const { aliases = [], sources = {} } = stored;
  if (!isFacts(stored)) return undefined;
  if (!Array.isArray(aliases) || !aliases.every(isName)) return undefined;
  if (!isObject(sources) || !Object.keys(sources).every(isName) || !everyValue(sources, isCounters))
    return undefined;
  const counters: Record<string, Counters> = {};
  for (const name of Object.keys(sources)) counters[name] = countersWith(sources[name] ?? {});
  return withFacts(defaultFacts, stored, { id, aliases, sources: counters });
}

function everyValue<Value>(
  object: Readonly<Record<string, unknown>>,
  has: (value: unknown) => value is Value,
): object is Readonly<Record<string, Value>> {
  return Object.values(object).every(has);
}

/** Only what differs from a new record. */
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

/** JSON with sorted keys. (Not by JSON.stringify: it puts keys that look like numbers first.) */
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
