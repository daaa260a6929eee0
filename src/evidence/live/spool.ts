/*
 * The spool to which hooks append events until the next evidence command stores them. Recording is one append, without a
 * lock, a database or the library, because an agent starts it after every call and may wait for it. No entry is lost:
 *
 * 1. The spool is renamed before it is read, and removed only after its entries are stored. A renamed file that was not
 *    removed, by any process, is read again; storing an entry twice is harmless, because events have ids.
 * 2. The writer checks the file before and after the append. If it is the same file both times, the entry was in it
 *    before it was renamed, so it is read with it. If not, the append may have been too late, and is repeated.
 */

import { type HookedAgent, observationsOfHook } from '../../agents/sessions/hook-payload.js';
import type { Redactor } from '../../scan/secrets/replace.js';
import type { Files, Stat } from '../../system/files.js';
import { homePaths } from '../../system/home.js';
import { type Ids, randomIds } from '../../system/ids.js';
import { hasCode } from '../../text/errors.js';
import { parseJson } from '../../text/json.js';
import { isObject } from '../../text/shape.js';
import { parseEntry, printEntry, reduceObservation, type SpoolEntry } from '../rules/spool-entry.js';

/** A larger spool has not been read for months. The events are in the transcripts too. */
const maxSpoolBytes = 64 * 1024 * 1024;

/** Returns false, without writing, if the spool is full. */
export function appendToSpool(files: Files, home: string, entry: SpoolEntry): boolean {
  const path = homePaths(home).spool;
  const bytes = new TextEncoder().encode(printEntry(entry));
  files.makeFolder(home);
  for (let attempt = 1; ; attempt += 1) {
    const before = statOrCreate(files, path);
    if (before.sizeBytes + bytes.length > maxSpoolBytes) return false;
    files.append(path, bytes);
    const after = files.stat(path);
    const isSame = after?.inode === before.inode && after.sizeBytes >= before.sizeBytes + bytes.length;
    // On some network disks inode numbers are not stable, so it never looks the same.
    if (isSame || attempt === 3) return true;
  }
}

interface TakenSpool {
  /** In the order of recording, except for entries of an earlier reading that was not finished. */
  readonly entries: readonly SpoolEntry[];
  /** The number of unreadable lines. */
  readonly unreadable: number;
  /** Must be called after the entries are stored; otherwise they are read again. */
  done(): void;
}

export function takeSpool(files: Files, home: string, ids: Ids = randomIds): TakenSpool {
  setAside(files, home, ids);
  const paths = (files.list(home) ?? [])
    .map(({ name }) => /^evidence\.spool\.([\w-]+)\.jsonl$/.exec(name)?.[1])
    .flatMap((id) => (id === undefined ? [] : homePaths(home).spoolPart(id)));
  const lines = paths
    .flatMap((path) => new TextDecoder().decode(files.read(path)?.bytes).split('\n'))
    .filter((line) => line !== '');
  const entries = lines.map(parseEntry).filter((entry) => entry !== undefined);
  return {
    entries,
    unreadable: lines.length - entries.length,
    done: () => {
      for (const path of paths) files.remove(path);
    },
  };
}

function setAside(files: Files, home: string, ids: Ids): void {
  const paths = homePaths(home);
  try {
    files.rename(paths.spool, paths.spoolPart(ids.next()));
  } catch (error) {
    // The spool is empty, or another process has just taken it.
    if (!hasCode(error, 'not-found')) throw error;
  }
}

/** Creates a missing file first, because a file created by the append could not be recognised. */
function statOrCreate(files: Files, path: string): Stat {
  const there = files.stat(path);
  if (there !== undefined) return there;
  files.append(path, new Uint8Array());
  return statOrCreate(files, path);
}

const maxPayloadBytes = 4 * 1024 * 1024;

interface RecordingOptions {
  readonly files: Files;
  readonly home: string;
  /** The time for a payload without one. */
  readonly now: number;
  readonly redact: Redactor;
  /** Whose hook it is; Claude Code's by default, as in version 0.1.0. */
  readonly agent?: HookedAgent;
}

export type Recording =
  | { readonly recorded: true; readonly reason: null }
  | { readonly recorded: false; readonly reason: string };

/** Records the payload of a hook. The agent may wait for it, so every problem is a result, and the cost is one append. */
export function recordHook(options: RecordingOptions, payload: Uint8Array): Recording {
  const report = readHook(payload, options.now, options.agent);
  if (typeof report === 'string') return notRecorded(report);
  return recordReport(options, reducedReport(report, options.redact));
}

export type HookReport = Pick<SpoolEntry, 'agent' | 'transcript' | 'observations'>;

/** What a hook reports, not yet redacted, or why it cannot be recorded. */
export function readHook(
  payload: Uint8Array,
  now: number,
  hooked?: RecordingOptions['agent'],
): HookReport | string {
  if (payload.length > maxPayloadBytes) return 'the payload is larger than 4 MiB';
  const value = parseJson(new TextDecoder().decode(payload));
  const report = observationsOfHook(value, now, hooked);
  if (report === undefined) return 'not a recognised hook payload';
  const { agent, observations } = report;
  if (observations.length === 0) return 'the payload contains nothing to record';
  const transcript =
    isObject(value) && typeof value['transcript_path'] === 'string' ? value['transcript_path'] : null;
  return { agent, transcript, observations };
}

export function reducedReport(report: HookReport, redact: Redactor): HookReport {
  // Again, because a value may be recognised after the place where it appears first.
  return reducedOnce(reducedOnce(report, redact), redact);
}

/** The reduced report if nothing in it may be a secret; undefined if a text may have one. */
export function plainReport(
  report: HookReport,
  mayHaveSecret: (text: string) => boolean,
): HookReport | undefined {
  let isPlain = true;
  const reduced = reducedOnce(report, (text) => {
    isPlain &&= !mayHaveSecret(text);
    return text;
  });
  return isPlain ? reduced : undefined;
}

function reducedOnce({ observations, ...rest }: HookReport, redact: Redactor): HookReport {
  return { ...rest, observations: observations.map((each) => reduceObservation(each, redact)) };
}

/** Stores a report that is redacted and reduced. */
export function recordReport(
  { files, home, now }: Pick<RecordingOptions, 'files' | 'home' | 'now'>,
  report: HookReport,
): Recording {
  if (appendToSpool(files, home, { at: now, ...report })) return { recorded: true, reason: null };
  return notRecorded('the spool is full; coppice evidence report stores what was recorded before');
}

export function notRecorded(reason: string): Recording {
  return { recorded: false, reason };
}
