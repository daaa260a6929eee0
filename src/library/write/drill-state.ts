/*
 * What the last drill proved, in `<home>/drill.json`, for those who write only after a drill. It is read strictly: what
 * cannot be understood proves nothing.
 */

import type { FileContent, Files } from '../../system/files.js';
import { parseJson } from '../../text/json.js';
import { isObject, isTime } from '../../text/shape.js';
import { unlessRefused } from '../read/entry-refusal.js';
import type { LedgerPlace } from './ledger.js';
import type { RecordedEntry } from './ledger-lines.js';

export interface DrillState {
  readonly at: number;
  readonly ok: boolean;
  /** The only entry that was drilled; null for all that there were. */
  readonly entry: string | null;
  /** The last entry of the ledger at the time. */
  readonly upTo: string | null;
}

export function saveDrillState({ files, home }: LedgerPlace, state: DrillState): void {
  files.makeFolder(home);
  files.write(statePath(home), new TextEncoder().encode(`${JSON.stringify(state)}\n`));
}

export type DrillGate = 'no-prior-apply' | 'passed' | 'missing' | 'stale' | 'failed' | 'unreadable';

/** Whether the last of these entries was restored in a drill; `entries` is the whole ledger, oldest first. */
export function drillGate(
  { files, home }: { readonly files: Pick<Files, 'read'>; readonly home: string },
  entries: readonly RecordedEntry[],
  isApply: (entry: RecordedEntry) => boolean,
): DrillGate {
  const last = entries.findLast((entry) => entry.state === 'committed' && isApply(entry));
  if (last === undefined) return 'no-prior-apply';
  const text = unlessRefused(() => textOf(files.read(statePath(home))));
  if (text === null) return 'missing';
  const state = parseJson(text ?? '');
  if (!isState(state)) return 'unreadable';
  const position = (id: string | null) => entries.findIndex((entry) => entry.id === id);
  const covers = state.entry === null ? position(state.upTo) >= position(last.id) : state.entry === last.id;
  if (!covers) return 'stale';
  return state.ok ? 'passed' : 'failed';
}

function textOf(file: FileContent | undefined): string | null {
  return file === undefined ? null : new TextDecoder().decode(file.bytes);
}

function isState(value: unknown): value is DrillState {
  return (
    isObject(value) &&
    isTime(value['at']) &&
    typeof value['ok'] === 'boolean' &&
    isTextOrNull(value['entry']) &&
    isTextOrNull(value['upTo'])
  );
}

function isTextOrNull(value: unknown): boolean {
  return value === null || typeof value === 'string';
}

function statePath(home: string): string {
  return `${home}/drill.json`;
}
