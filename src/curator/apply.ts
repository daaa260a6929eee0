/*
 * Carries out a plan, one transition after the other. A change of state alone is one durable line in the usage journal.
 * A skill is archived through the write path, which records the move in the ledger before it happens and the state right
 * after it, before the next skill is moved: a crash in between leaves an entry that the next run finishes or reverts as a
 * whole, so that a skill is never both in the archive and active, nor the other way round. The first failure ends the
 * run; nothing is begun when the states cannot be recorded.
 *
 * Transitions are decided again in batches just before: a skill that was used or pinned since the plan is left alone.
 */

import type { SkillEntry } from '../library/rules/entry.js';
import { type ArchiveRequest, archiveSkills } from '../library/write/archive.js';
import type { WriteOptions, WriteOutcome } from '../library/write/write.js';
import type { WriteDeps } from '../library/write/write-target.js';
import { CoppiceError } from '../text/errors.js';
import type { UsageStore } from '../usage/store.js';
import type { Plan, Skip, Transition } from './rules/plan.js';
import { idleText } from './rules/report.js';

export interface Applied {
  /** Only durable transitions. */
  readonly done: readonly Transition[];
  /** Skills that were due when the run was planned, and are not any more. */
  readonly skipped: readonly Skip[];
  readonly error: CoppiceError | undefined;
}

export interface ApplyDeps extends WriteDeps {
  readonly usage: UsageStore;
}

export interface ApplyRequest {
  readonly transitions: readonly Transition[];
  readonly skills: ReadonlyMap<string, SkillEntry>;
  readonly run: string;
  decideAgain(transitions: readonly Transition[]): Plan;
}

const batchSize = 1000;

export async function applyTransitions(deps: ApplyDeps, request: ApplyRequest): Promise<Applied> {
  const done: Transition[] = [];
  const skipped: Skip[] = [];
  const writable = request.transitions.length === 0 ? undefined : deps.usage.checkWritable();
  if (writable?.ok === false) return { done, skipped, error: writable.error };
  for (let at = 0; at < request.transitions.length; at += batchSize) {
    const batch = request.decideAgain(request.transitions.slice(at, at + batchSize));
    skipped.push(...batch.skipped);
    const error =
      setStates(deps, batch.transitions, done) ?? (await archive(deps, batch.transitions, request, done));
    if (error !== undefined) return { done: done.sort(byId), skipped, error };
  }
  return { done: done.sort(byId), skipped, error: undefined };
}

function setStates(
  { usage }: ApplyDeps,
  transitions: readonly Transition[],
  done: Transition[],
): CoppiceError | undefined {
  for (const transition of transitions) {
    if (transition.to === 'archived') continue;
    const result = usage.put(transition.id, { state: transition.to });
    if (!result.ok) return result.error;
    done.push(transition);
  }
  return undefined;
}

async function archive(
  deps: ApplyDeps,
  transitions: readonly Transition[],
  { skills, run }: ApplyRequest,
  done: Transition[],
): Promise<CoppiceError | undefined> {
  const due = transitions.flatMap((transition) => {
    const target = transition.to === 'archived' ? skills.get(transition.id) : undefined;
    return target === undefined ? [] : [{ transition, target, reason: idleText(transition) }];
  });
  const { done: moved, error } = await archiveInTurn(deps, due, { actor: 'curator', run });
  for (const { transition } of due) if (moved.has(transition.id)) done.push(transition);
  return error;
}

export interface ArchivedInTurn {
  /** The ids of those that are in the archive and recorded so. */
  readonly done: ReadonlySet<string>;
  readonly error: CoppiceError | undefined;
}

/** One after the other, until one fails. */
export async function archiveInTurn(
  deps: ApplyDeps,
  requests: readonly ArchiveRequest[],
  options: Pick<WriteOptions, 'actor' | 'run'>,
): Promise<ArchivedInTurn> {
  const startedAt = deps.clock.now();
  const outcomes = await archiveSkills(deps, requests, { ...options, stopsAtFailure: true });
  const error = outcomes.map(errorOf).find((found) => found !== undefined);
  // The state is recorded last, so a skill that has it has been moved, whatever failed after that.
  const isNoted = (id: string) => {
    const record = deps.usage.get(id);
    return record?.state === 'archived' && record.archivedAt >= startedAt;
  };
  const ids = requests.map(({ target }) => target.id);
  return { done: new Set(error === undefined ? ids : ids.filter(isNoted)), error };
}

function errorOf(outcome: WriteOutcome): CoppiceError | undefined {
  if (outcome.kind !== 'failed') return undefined;
  if (outcome.error instanceof CoppiceError) return outcome.error;
  throw outcome.error;
}

function byId(left: Transition, right: Transition): number {
  return left.id < right.id ? -1 : 1;
}
