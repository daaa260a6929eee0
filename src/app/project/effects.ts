/*
 * What became of the changes of skills on this machine: of the notes that were written, and of the versions that came.
 * The evidence of this machine alone judges, and together with it a team's, if that was switched on.
 */

import { installedLines } from '../../client/ensure/record-installed.js';
import { type LineEffect, lineEffects } from '../../evolve/rules/effect/line-effect.js';
import {
  type ChangeEffect,
  changeEffects,
  type EffectEvidence,
  historyMs,
  isShown,
  type NoteEffect,
  noteEffects,
  shownAfterMs,
} from '../../evolve/rules/effect/note-effect.js';
import type { PooledEffect } from '../../evolve/rules/effect/pool.js';
import { noteLives } from '../../evolve/rules/note-life.js';
import { installedVersions, type VersionLife, writtenVersions } from '../../evolve/rules/version-life.js';
import { nameOf } from '../../library/rules/ledger-entry.js';
import type { RecordedEntry } from '../../library/rules/ledger-lines.js';
import { readLedger } from '../../library/write/ledger.js';
import { sha256Hex } from '../../text/hash.js';
import { type Context, libraryOptions } from '../context.js';
import { withEvidence } from '../evidence.js';
import {
  effectReports,
  type LocalCounts,
  localCounts,
  poolChanges,
  type SharedChanges,
} from './pooled-effects.js';

export interface MachineEffects {
  /** Oldest first. */
  readonly notes: readonly JudgedNote[];
  /** Oldest first; only those with use before and after, because nothing can be said about the others. */
  readonly versions: readonly JudgedVersion[];
  /** Why nothing was judged together with the team. */
  readonly remark: string | undefined;
}

/** The effect of a note, of each of its lines, and on all machines of the team that have it. */
export interface JudgedNote extends NoteEffect {
  readonly lines: readonly LineEffect[];
  readonly pooled: PooledEffect | undefined;
}

export interface JudgedVersion extends ChangeEffect {
  readonly version: VersionLife;
  readonly pooled: PooledEffect | undefined;
}

export interface EffectRequest {
  /** An id or a name; all skills where it is undefined. */
  readonly skill?: string | undefined;
  /** Whether counts are sent to the registry of the team, for those of the others. */
  readonly isShared: boolean;
}

export async function machineEffects(
  context: Context,
  { skill, isShared }: EffectRequest,
): Promise<MachineEffects> {
  const { entries } = readLedger(libraryOptions(context));
  const now = context.clock.now();
  if (!hasChanges(context, entries)) return { notes: [], versions: [], remark: undefined };
  const { notes, versions, local } = await withEvidence(context, ({ store }) => {
    const changes = shownChanges(context, store, entries, skill);
    return {
      notes: noteEffects(store, changes.notes, now).map((effect) => ({
        ...effect,
        lines: lineEffects(store, effect.note, now),
      })),
      versions: judgedVersions(store, changes.versions, now),
      local: isShared ? localCounts(store, changes, entries, now) : [],
    };
  });
  const { pooled, remark } = await poolChanges(context, local, entries);
  return {
    notes: notes.map((effect) => ({ ...effect, pooled: pooled.get(effect.note) })),
    versions: versions.map((effect) => ({ ...effect, pooled: pooled.get(effect.version) })),
    remark,
  };
}

/** As `machineEffects` sends them. */
export async function effectsToShare(context: Context): Promise<ReturnType<typeof effectReports>> {
  const { entries } = readLedger(libraryOptions(context));
  if (!hasChanges(context, entries)) return [];
  const local: readonly LocalCounts[] = await withEvidence(context, ({ store }) =>
    localCounts(store, shownChanges(context, store, entries, undefined), entries, context.clock.now()),
  );
  return effectReports(local, entries);
}

/** Without any, the evidence is not opened, which may create it. */
function hasChanges(context: Context, entries: readonly RecordedEntry[]): boolean {
  return (
    noteLives(entries).length > 0 ||
    writtenVersions(entries, sha256Hex).length > 0 ||
    installedLines(libraryOptions(context)).length > 0
  );
}

/** A registry takes so many changes of one member, and notes come first. */
const maxVersions = 200;

function shownChanges(
  context: Context,
  evidence: EffectEvidence,
  entries: readonly RecordedEntry[],
  wanted: string | undefined,
): SharedChanges {
  const now = context.clock.now();
  const isSelected = ({ skill, ids }: { readonly skill: string; readonly ids: readonly string[] }) =>
    wanted === undefined || [skill, ...ids].some((id) => id === wanted || nameOf(id) === wanted);
  const versions = [
    ...writtenVersions(entries, sha256Hex),
    ...installedVersions(installedLines(libraryOptions(context)), idsIn(evidence, now), sha256Hex),
  ];
  return {
    notes: noteLives(entries).filter((note) => isShown(note, now) && isSelected(note)),
    versions: versions
      .filter((version) => now - version.appliedAt < shownAfterMs && isSelected(version))
      .toSorted((one, other) => one.appliedAt - other.appliedAt)
      .slice(-maxVersions),
  };
}

/** The ids of an item in a project: one for each agent that was seen to use it there. */
function idsIn(evidence: EffectEvidence, now: number) {
  let used: readonly string[] | undefined;
  return ({ project, slug }: { readonly project: string; readonly slug: string }) => {
    const window = { from: now - shownAfterMs - historyMs, to: now + 1 };
    used ??= [...new Set(evidence.outcomes(window).map(({ skill }) => skill))];
    return used.filter((id) => id.endsWith(`@${project}:${slug}`));
  };
}

function judgedVersions(evidence: EffectEvidence, versions: readonly VersionLife[], now: number) {
  const effects = changeEffects(evidence, versions, now);
  return versions.flatMap((version, index) => {
    const effect = effects[index];
    const isUsed = effect !== undefined && effect.before.loads > 0 && effect.after.loads > 0;
    return isUsed ? [{ ...effect, version }] : [];
  });
}
