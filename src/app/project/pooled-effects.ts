/*
 * Judges notes and versions of skills together with the machines of a team that have the same ones, if that was switched
 * on: sends the counts of this machine to the registry, and gets those of the others. A registry that cannot be reached
 * costs only this part.
 */

import { sharesEffect } from '../../client/rules/telemetry-consent.js';
import type { EffectEvidence } from '../../evolve/rules/effect/note-effect.js';
import {
  addMachineDays,
  countsOfChanges,
  type MachineDay,
  noteDigest,
  type PooledEffect,
  pooledEffect,
} from '../../evolve/rules/effect/pool.js';
import type { NoteLife } from '../../evolve/rules/note-life.js';
import type { VersionLife } from '../../evolve/rules/version-life.js';
import { loadConfig } from '../../library/config/config.js';
import type { RecordedEntry } from '../../library/rules/ledger-lines.js';
import {
  type EffectAnswer,
  type EffectDay,
  type EffectReport,
  effectLimits,
} from '../../registry/api/effect.js';
import { homePaths } from '../../system/home.js';
import { CoppiceError } from '../../text/errors.js';
import { sha256Hex } from '../../text/hash.js';
import { type Context, libraryOptions } from '../context.js';
import { openRemote, registryOf } from './project.js';

export function isEffectShared(context: Context, isFlagOff: boolean): boolean {
  const { home, configPath = homePaths(home).config } = libraryOptions(context);
  const config = loadConfig(context.files, configPath);
  return sharesEffect({ isFlagOff, environment: context.environment, config });
}

export type SharedChange = NoteLife | VersionLife;

export interface LocalCounts {
  /** Those with this digest: a version may have come into several projects. */
  readonly changes: readonly SharedChange[];
  readonly digest: string;
  readonly days: readonly MachineDay[];
}

export interface SharedChanges {
  readonly notes: readonly NoteLife[];
  readonly versions: readonly VersionLife[];
}

/** What this machine knows about its notes and versions: all that would be sent. */
export function localCounts(
  evidence: EffectEvidence,
  { notes, versions }: SharedChanges,
  entries: readonly RecordedEntry[],
  now: number,
): readonly LocalCounts[] {
  const ledger = new Map(entries.map((entry) => [entry.id, entry]));
  const counts = countsOfChanges(evidence, notes, now);
  const found = notes.flatMap((note, index) => {
    const digest = noteDigest(note, ledger, sha256Hex);
    return digest === undefined ? [] : [{ changes: [note], digest, days: counts[index] ?? [] }];
  });
  // A note that was written again after it had been removed is the same change: the latest counts.
  const ofNotes = [...new Map(found.map((one) => [one.digest, one])).values()];
  return [...ofNotes, ...countsOfVersions(evidence, versions, now)];
}

function countsOfVersions(
  evidence: EffectEvidence,
  versions: readonly VersionLife[],
  now: number,
): readonly LocalCounts[] {
  const counts = countsOfChanges(evidence, versions, now);
  const digests = new Map<
    string,
    { readonly changes: VersionLife[]; readonly days: (readonly MachineDay[])[] }
  >();
  for (const [index, version] of versions.entries()) {
    const one = digests.get(version.digest) ?? { changes: [], days: [] };
    digests.set(version.digest, one);
    one.changes.push(version);
    one.days.push(counts[index] ?? []);
  }
  return [...digests].flatMap(([digest, { changes, days }]) => {
    const sum = addMachineDays(days);
    // A machine that knows one side only would be compared with the other side of other machines.
    const hasBoth = sum.some(({ day }) => day < 0) && sum.some(({ day }) => day > 0);
    return hasBoth ? [{ changes, digest, days: sum }] : [];
  });
}

/** As it is sent: this is all there is to it. */
export function effectReports(
  local: readonly LocalCounts[],
  entries: readonly RecordedEntry[],
): readonly EffectReport[] {
  // The id of the first entry is random, and known to nobody else.
  const machine = sha256Hex(`machine ${entries[0]?.id ?? ''}`).slice(0, 16);
  const effects = local.map(({ digest, days }) => ({ digest, days: days.map(sentDay) }));
  const reports: EffectReport[] = [];
  for (let at = 0; at < effects.length; at += effectLimits.effects)
    reports.push({ machine, effects: effects.slice(at, at + effectLimits.effects) });
  return reports;
}

export interface PooledChanges {
  /** Only those that others have too. */
  readonly pooled: ReadonlyMap<SharedChange, PooledEffect>;
  /** Why nothing was judged together. */
  readonly remark: string | undefined;
}

const limitMs = 10_000;

/** Never throws because of the registry. */
export async function poolChanges(
  context: Context,
  local: readonly LocalCounts[],
  entries: readonly RecordedEntry[],
): Promise<PooledChanges> {
  const pooled = new Map<SharedChange, PooledEffect>();
  if (local.length === 0) return { pooled, remark: undefined };
  try {
    const limits = { answerMs: limitMs, idleMs: limitMs, wholeMs: limitMs, attempts: 1 };
    const remote = await openRemote(context, registryOf(context), { limits });
    for (const report of effectReports(local, entries)) {
      const { effects } = await remote.poolEffects(report);
      for (const { digest, machines } of effects) {
        const one = local.find((each) => each.digest === digest);
        if (one === undefined) continue;
        const effect = pooledEffect(one.days, machines.map(machineOf));
        if (effect !== undefined) for (const change of one.changes) pooled.set(change, effect);
      }
    }
    return { pooled, remark: undefined };
  } catch (error) {
    if (!(error instanceof CoppiceError)) throw error;
    return { pooled, remark: `not judged together with the team: ${error.message}` };
  }
}

function sentDay({ day, loads, bad, otherLoads, otherBad }: MachineDay): EffectDay {
  return { day, loads, bad, other_loads: otherLoads, other_bad: otherBad };
}

function machineOf({ member, days }: EffectAnswer['effects'][number]['machines'][number]) {
  return {
    member,
    days: days.map(({ day, loads, bad, other_loads, other_bad }) => ({
      ...{ day, loads, bad, otherLoads: other_loads, otherBad: other_bad },
    })),
  };
}
