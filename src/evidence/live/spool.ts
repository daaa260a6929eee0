/*
 * Where hooks leave what they are told, until the next command that works with evidence stores it. Leaving is one
 * append, without a lock, a database or the library: an agent waits for it. Nothing that was left is lost, because:
 *
 * 1. The spool is set aside by renaming it, and removed only after its entries were stored. Whatever was set aside
 *    and not removed, by whomever, is taken again; storing an entry twice is storing it once, as events have ids.
 * 2. Whoever appends looks before and after. If the spool is the same file both times, the entry was in it before it
 *    was set aside, so it is read with it. If not, it may have been too late, and the entry is left again.
 */

import { observationsOfHook } from '../../agents/sessions/hook-payload.js';
import type { Redactor } from '../../scan/secrets/redact.js';
import type { Files, Stat } from '../../system/files.js';
import { homePaths } from '../../system/home.js';
import { type Ids, randomIds } from '../../system/ids.js';
import { hasCode } from '../../text/errors.js';
import { parseJson } from '../../text/json.js';
import { isObject } from '../../text/shape.js';
import { parseEntry, printEntry, reduceObservation, type SpoolEntry } from '../rules/spool-entry.js';

/** Beyond it nobody has taken the spool for months. What hooks tell is in the transcripts too. */
const maxSpoolBytes = 64 * 1024 * 1024;

/** False, and nothing done, when the spool is full. */
export function appendToSpool(files: Files, home: string, entry: SpoolEntry): boolean {
  const path = homePaths(home).spool;
  const bytes = new TextEncoder().encode(printEntry(entry));
  files.makeFolder(home);
  for (let attempt = 1; ; attempt += 1) {
    const before = statOfMade(files, path);
    if (before.sizeBytes + bytes.length > maxSpoolBytes) return false;
    files.append(path, bytes);
    const after = files.stat(path);
    const isSame = after?.inode === before.inode && after.sizeBytes >= before.sizeBytes + bytes.length;
    // Where the numbers of files do not hold, as on some network disks, it is never the same.
    if (isSame || attempt === 3) return true;
  }
}

interface TakenSpool {
  /** In the order in which they were left, but for those of an earlier taking that was not done. */
  readonly entries: readonly SpoolEntry[];
  /** How many lines could not be read. */
  readonly unreadable: number;
  /** To be called when the entries are stored; without it they are taken again. */
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
    // Nothing was left, or another one has just taken it.
    if (!hasCode(error, 'not-found')) throw error;
  }
}

/** Makes the file first where there is none, as what is made by an append could not be known again. */
function statOfMade(files: Files, path: string): Stat {
  const there = files.stat(path);
  if (there !== undefined) return there;
  files.append(path, new Uint8Array());
  return statOfMade(files, path);
}

/*
 * Takes in what one hook was told. It must never get in the way of the agent that waits for it: whatever is not as it
 * should be is an answer, and the cost is that of one short append.
 */

const maxPayloadBytes = 4 * 1024 * 1024;

interface RecordingOptions {
  readonly files: Files;
  readonly home: string;
  /** When it was told, for a payload that does not say. */
  readonly now: number;
  readonly redact: Redactor;
}

export type Recording =
  | { readonly recorded: true; readonly reason: null }
  | { readonly recorded: false; readonly reason: string };

export function recordHook({ files, home, now, redact }: RecordingOptions, payload: Uint8Array): Recording {
  if (payload.length > maxPayloadBytes) return notRecorded('the payload is larger than 4 MiB');
  const told = parseJson(new TextDecoder().decode(payload));
  const report = observationsOfHook(told, now);
  if (report === undefined) return notRecorded('this is no payload of a hook that is known');
  const { agent, observations } = report;
  if (observations.length === 0) return notRecorded('it tells nothing that is kept');
  const transcript =
    isObject(told) && typeof told['transcript_path'] === 'string' ? told['transcript_path'] : null;
  const kept = observations.map((observation) => reduceObservation(observation, redact));
  const entry = { at: now, agent, transcript, observations: kept };
  if (appendToSpool(files, home, entry)) return { recorded: true, reason: null };
  return notRecorded('nobody has taken in what was recorded before; any command that shows evidence does');
}

function notRecorded(reason: string): Recording {
  return { recorded: false, reason };
}
