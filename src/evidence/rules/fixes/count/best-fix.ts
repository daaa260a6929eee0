/*
 * The fix that is shown for a cause: it worked in at least two sessions, in most of the sessions in which it was tried, and
 * in at least half of those in which the cause went away at all. The last condition removes steps that only happened to be
 * there.
 */

import type { Command } from '../../attempts/attempt.js';
import type { Fix, HoldReason } from '../failure.js';
import { minSessions, type Occurrence } from './groups.js';

/** A kind of fix of a cause, with the sessions that speak for and against it. */
export interface FixCount {
  readonly kind: Fix['kind'];
  /** The fixes that worked and may be shown, in the order of time, the last one of each session. */
  readonly worked: readonly WorkedFix[];
  /** In how many sessions it was tried and did not help. */
  readonly failed: number;
  /** In how many sessions the cause went away, by whatever. */
  readonly resolved: number;
}

export interface WorkedFix {
  readonly occurrence: Occurrence;
  /** Only the commands that the kind of fix consists of. */
  readonly commands: readonly Command[];
  readonly events: readonly string[];
}

export interface CountedFixes {
  /** The fixes that meet the conditions, best first. */
  readonly shown: readonly FixCount[];
  /** Why a fix that would be shown is held back. */
  readonly held: HoldReason | undefined;
}

const minShare = 0.6;

export function countFixes(occurrences: readonly Occurrence[]): CountedFixes {
  const resolved = new Set(occurrences.filter(isResolved).map(({ session }) => session)).size;
  const fixes = occurrences.flatMap(fixesOf);
  const shared = sharedSignatures(fixes);
  const reduced = fixes.map((each) => ({ ...each, parts: partsOf(each.fix, shared) }));
  const shapes = new Map(
    reduced.filter(({ hasWorked }) => hasWorked).map((each) => [each.parts.join('\n'), each]),
  );
  const counts = [...shapes.values()].map(({ parts, fix }) => count(parts, fix.kind, reduced, resolved));
  const shown = counts
    .filter(({ clean }) => meetsConditions(clean.worked.length, clean))
    .sort((a, b) => rank(b.clean) - rank(a.clean) || b.parts.length - a.parts.length);
  const held = counts
    .filter(({ all, clean }) => meetsConditions(all, clean))
    .sort((a, b) => b.all - a.all)
    .find(({ reason }) => reason !== undefined)?.reason;
  return { shown: shown.map(({ clean }) => clean), held: shown.length > 0 ? undefined : held };
}

/** Whether a fix that worked in so many sessions is shown. */
export function meetsConditions(
  worked: number,
  { failed, resolved }: Pick<FixCount, 'failed' | 'resolved'>,
): boolean {
  return worked >= minSessions && worked / (worked + failed) >= minShare && worked * 2 >= resolved;
}

/** Whether the cause went away, by whatever. */
function isResolved({ failure }: Occurrence): boolean {
  return failure.ending.kind === 'fixed' || failure.ending.kind === 'went-away';
}

interface SeenFix {
  readonly occurrence: Occurrence;
  readonly fix: Fix;
  readonly hasWorked: boolean;
}

interface ReducedFix extends SeenFix {
  /** What must be equal in two sessions. */
  readonly parts: readonly string[];
}

function fixesOf(occurrence: Occurrence): readonly SeenFix[] {
  const { ending } = occurrence.failure;
  if (ending.kind === 'fixed') return [{ occurrence, fix: ending.fix, hasWorked: true }];
  const tried = ending.kind === 'repeated' ? ending.tried : undefined;
  return tried === undefined ? [] : [{ occurrence, fix: tried, hasWorked: false }];
}

/** Signatures of steps that worked in at least two sessions; the other steps happened to be there. */
function sharedSignatures(fixes: readonly SeenFix[]): ReadonlySet<string> {
  const sessions = new Map<string, Set<string>>();
  for (const { fix, hasWorked, occurrence } of fixes) {
    if (fix.kind !== 'steps' || !hasWorked) continue;
    for (const { signature } of fix.commands) {
      const seen = sessions.get(signature) ?? new Set();
      sessions.set(signature, seen.add(occurrence.session));
    }
  }
  return new Set(
    [...sessions].filter(([, seen]) => seen.size >= minSessions).map(([signature]) => signature),
  );
}

function partsOf(fix: Fix, shared: ReadonlySet<string>): readonly string[] {
  if (fix.kind !== 'steps') return [fix.shape];
  const signatures = [...new Set(fix.commands.map(({ signature }) => signature))];
  const kept = signatures.filter((signature) => shared.has(signature));
  return kept.length > 0 ? kept : signatures;
}

interface ShapeCount {
  readonly parts: readonly string[];
  readonly clean: FixCount;
  /** The sessions in which it worked, including those in which it is held. */
  readonly all: number;
  readonly reason: HoldReason | undefined;
}

function count(
  parts: readonly string[],
  kind: Fix['kind'],
  fixes: readonly ReducedFix[],
  resolved: number,
): ShapeCount {
  const matching = fixes.filter(
    (each) => each.fix.kind === kind && parts.every((part) => each.parts.includes(part)),
  );
  const worked = matching.filter(({ hasWorked }) => hasWorked);
  const last = new Map(
    worked.filter(({ fix }) => fix.held === undefined).map((each) => [each.occurrence.session, each]),
  );
  const failed = new Set(
    matching.filter(({ hasWorked }) => !hasWorked).map(({ occurrence }) => occurrence.session),
  );
  return {
    parts,
    clean: {
      kind,
      worked: [...last.values()].map(({ occurrence, fix }) => ({
        occurrence,
        commands: kind === 'steps' ? commandsOf(fix, parts) : fix.commands,
        events: fix.events,
      })),
      failed: failed.size,
      resolved,
    },
    all: new Set(worked.map(({ occurrence }) => occurrence.session)).size,
    reason: worked.findLast(({ fix }) => fix.held !== undefined)?.fix.held,
  };
}

/** The last command of each signature. */
function commandsOf({ commands }: Fix, signatures: readonly string[]): readonly Command[] {
  return signatures.flatMap((wanted) => commands.findLast(({ signature }) => signature === wanted) ?? []);
}

function rank({ worked, failed }: FixCount): number {
  return (worked.length * worked.length) / (worked.length + failed);
}
