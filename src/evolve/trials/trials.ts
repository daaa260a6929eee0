/*
 * Starts, continues and stops trials. What a trial does next follows from its record and the file alone, so a run that
 * was killed anywhere leaves nothing that the next run does not find and finish. Everything happens under the lock of the
 * evolver, so that no two processes switch the same note.
 */

import type { Evidence } from '../../evidence/rules/evidence.js';
import { type Library, type LibraryOptions, openLibrary } from '../../library/open-library.js';
import type { SkillEntry } from '../../library/rules/entry.js';
import { factOf, factsOf } from '../../library/write/fact-store.js';
import { setFact } from '../../library/write/facts.js';
import { readLedger } from '../../library/write/ledger.js';
import { settleInterrupted } from '../../library/write/write.js';
import { type WriteDeps, writeDepsOf } from '../../library/write/write-target.js';
import { homePaths } from '../../system/home.js';
import { type Ids, randomIds } from '../../system/ids.js';
import { withLock } from '../../system/lock/lock.js';
import { CoppiceError } from '../../text/errors.js';
import { sha256Hex } from '../../text/hash.js';
import { dayMs } from '../../text/time.js';
import type { ApplyDeps } from '../notes/apply.js';
import { currentNotesIn } from '../notes/current-note.js';
import { writtenNote } from '../notes/plan-note.js';
import { evolvedSkills, protectionOf } from '../notes/skills.js';
import { findBlock } from '../rules/note/block.js';
import { trialReasons } from '../rules/note-life.js';
import { type Block, blocksOf, type Switch } from '../rules/trial/blocks.js';
import { endBy, resultOf, type TrialResult } from '../rules/trial/permutation.js';
import {
  drawDays,
  isWantedAt,
  parseTrial,
  ruleFor,
  type Trial,
  type TrialEnd,
  type TrialStep,
  trialDays,
  trialJson,
  trialKey,
} from '../rules/trial/trial.js';
import { switchNote, trialRun, withoutNote } from './switch-note.js';

export interface TrialDeps extends LibraryOptions, Pick<WriteDeps, 'onRecovered' | 'lockTimeoutMs'> {
  readonly ids?: Ids;
  readonly evidence: Evidence;
}

export interface TrialReport {
  readonly skill: string;
  readonly trial: Trial;
  readonly blocks: readonly Block[];
  readonly result: TrialResult;
}

const leaseMs = 30_000;

export async function startTrial(deps: TrialDeps, skill: SkillEntry, days: number): Promise<TrialReport> {
  if (!(days >= trialDays.min && days <= trialDays.max)) {
    throw new CoppiceError(
      'bad-value',
      `a trial takes ${trialDays.min} to ${trialDays.max} days, not ${days}`,
    );
  }
  return await exclusively(deps, async (library, writing) => {
    const reason = protectionOf(library, skill);
    if (reason !== undefined) {
      throw new CoppiceError('forbidden', `no run may write to ${skill.id} unattended (${reason})`, {
        hint: 'a trial puts its note in and takes it out without asking; docs/evolution.md says what protects a skill',
      });
    }
    if (activeTrial(library, skill.id) !== undefined) {
      throw new CoppiceError('already-exists', `a trial of ${skill.id} is running`, {
        hint: `coppice evolve trial status ${skill.id}`,
      });
    }
    const id = writing.ids.next();
    const trial = newTrial(library, skill, id, days);
    const value = trialJson(trial);
    const run = trialRun(trial);
    await setFact(writing, { target: skill, action: 'trial', key: trialKey, value }, { actor: 'user', run });
    await advance(deps, library, writing, skill.id);
    return reportOf(deps, library, skill.id, trialOf(library, skill.id) ?? trial);
  });
}

/** The note that is in the skill, as Coppice wrote it, and the days on which it will be there. */
function newTrial(library: Library, skill: SkillEntry, id: string, days: number): Trial {
  const note = currentNotesIn(library, readLedger(library).entries).of(skill);
  const bytes = library.files.read(skill.path)?.bytes;
  const block = bytes && findBlock(new TextDecoder().decode(bytes));
  const written = note && writtenNote(library, note, skill.name);
  if (bytes === undefined || block?.kind !== 'block' || written?.block !== block.text) {
    throw new CoppiceError('not-found', `${skill.id} has no note as Coppice wrote it`, {
      hint: 'coppice evolve run shows which skills would get one',
    });
  }
  const now = library.clock.now();
  return {
    id,
    startedAt: now,
    firstDay: Math.floor(now / dayMs),
    days: drawDays(`${skill.id} ${id}`, days, sha256Hex),
    withSha256: sha256Hex(bytes),
    withoutSha256: sha256Hex(withoutNote(bytes)),
    items: note?.notes ?? [],
    rule: ruleFor(days),
  };
}

/** Puts the note in and takes it out as the trials say, and ends those that are over. The caller has the lock. */
export async function advanceTrials(
  deps: TrialDeps,
  library: Library,
  writing: ApplyDeps,
): Promise<readonly TrialStep[]> {
  const steps: TrialStep[] = [];
  for (const [skill, value] of factsOf(library, trialKey)) {
    const trial = parseTrial(value);
    if (trial === undefined || trial.end !== undefined) continue;
    try {
      steps.push(await advance(deps, library, writing, skill));
    } catch (error) {
      if (!(error instanceof CoppiceError)) throw error;
      steps.push({ skill, trial: trial.id, did: 'failed', reason: error.message });
    }
  }
  return steps;
}

/** As `advanceTrials`, for a run that writes nothing else. */
export async function advanceTrialsAlone(deps: TrialDeps): Promise<readonly TrialStep[]> {
  if (activeTrials(openLibrary(deps)).size === 0) return [];
  return await exclusively(deps, async (library, writing) => await advanceTrials(deps, library, writing));
}

export async function stopTrial(deps: TrialDeps, skill: SkillEntry): Promise<TrialReport> {
  return await exclusively(deps, async (library, writing) => {
    const trial = activeTrial(library, skill.id);
    if (trial === undefined) throw noTrial(skill.id);
    await finish(library, writing, skill.id, trial, { why: 'stopped', verdict: 'cannot-tell' });
    return reportOf(deps, library, skill.id, trialOf(library, skill.id) ?? trial);
  });
}

function noTrial(skill: string): CoppiceError {
  return new CoppiceError('not-found', `no trial of ${skill} is running`, {
    hint: 'coppice evolve trial status',
  });
}

/** Every trial, or that of one skill; those that ended too. */
export function trialReports(deps: TrialDeps, skill?: string): readonly TrialReport[] {
  const library = openLibrary(deps);
  return [...factsOf(library, trialKey)].flatMap(([id, value]) => {
    const trial = parseTrial(value);
    return trial === undefined || (skill !== undefined && id !== skill)
      ? []
      : [reportOf(deps, library, id, trial)];
  });
}

/** The skills whose note belongs to a trial, so that nobody else changes it. */
export function activeTrials(library: Library): ReadonlySet<string> {
  const skills = [...factsOf(library, trialKey)].flatMap(([skill, value]) => {
    const trial = parseTrial(value);
    return trial === undefined || trial.end !== undefined ? [] : [skill];
  });
  return new Set(skills);
}

async function exclusively<Value>(
  deps: TrialDeps,
  act: (library: Library, writing: ApplyDeps) => Promise<Value>,
): Promise<Value> {
  const lock = homePaths(deps.home).lock('evolver');
  return await withLock(deps.files, lock, { timeoutMs: deps.lockTimeoutMs ?? leaseMs }, async () => {
    const library = openLibrary(deps);
    const writing = writeDepsOf({ ...deps, ids: deps.ids ?? randomIds }, library.usage);
    await settleInterrupted(writing);
    return await act(library, writing);
  });
}

function trialOf(library: Library, skill: string): Trial | undefined {
  return parseTrial(factOf(library, skill, trialKey));
}

function activeTrial(library: Library, skill: string): Trial | undefined {
  const trial = trialOf(library, skill);
  return trial?.end === undefined ? trial : undefined;
}

async function advance(
  deps: TrialDeps,
  library: Library,
  writing: ApplyDeps,
  skill: string,
): Promise<TrialStep> {
  const trial = activeTrial(library, skill);
  if (trial === undefined) throw noTrial(skill);
  const now = library.clock.now();
  const step = { skill, trial: trial.id };
  const target = targetOf(library, skill);
  // What cannot be read now, or may not be written, may be again later: then the days in between do not count.
  const reason = protectionOf(library, target);
  if (reason !== undefined) return { ...step, did: 'failed', reason };
  const isIn = isNoteIn(library, target, trial);
  if (isIn === undefined) {
    const end = await finish(library, writing, skill, trial, {
      why: 'skill-changed',
      verdict: 'cannot-tell',
    });
    return { ...step, did: 'ended', end };
  }
  const { result } = reportOf(deps, library, skill, trial);
  const over = endBy(trial, result, Math.floor(now / dayMs));
  if (over !== undefined) {
    return { ...step, did: 'ended', end: await finish(library, writing, skill, trial, over) };
  }
  const wanted = isWantedAt(trial, now) ?? true;
  if (wanted === isIn) return { ...step, did: 'nothing' };
  await switchNote(writing, target, trial, wanted);
  return { ...step, did: wanted ? 'note-in' : 'note-out' };
}

/** Undefined if the file is neither of the two that the trial has; throws if it cannot be read. */
function isNoteIn(library: Library, { id, path }: SkillEntry, trial: Trial): boolean | undefined {
  const bytes = library.files.read(path)?.bytes;
  if (bytes === undefined) throw new CoppiceError('not-found', `the SKILL.md of ${id} is missing`);
  const sha256 = sha256Hex(bytes);
  return sha256 === trial.withSha256 ? true : sha256 === trial.withoutSha256 ? false : undefined;
}

function targetOf(library: Library, skill: string): SkillEntry {
  const entry = evolvedSkills(library).find(skill)?.entry;
  if (entry === undefined) throw new CoppiceError('skill-not-found', `${skill} is not installed here`);
  return entry;
}

/**
 * The note is left in the skill unless it harmed; a skill that somebody else changed is left as it is. The note is
 * settled before the end is recorded: a crash in between leaves a running trial, which the next run ends in the same way.
 */
async function finish(
  library: Library,
  writing: ApplyDeps,
  skill: string,
  trial: Trial,
  { why, verdict }: Pick<TrialEnd, 'why' | 'verdict'>,
): Promise<TrialEnd> {
  const target = targetOf(library, skill);
  const isIn = why === 'skill-changed' ? undefined : isNoteIn(library, target, trial);
  const staysIn = verdict !== 'harmed';
  if (isIn !== undefined && isIn !== staysIn) await switchNote(writing, target, trial, staysIn);
  const end = { at: library.clock.now(), why, verdict };
  const value = trialJson({ ...trial, end });
  const actor = why === 'stopped' ? 'user' : 'evolver';
  await setFact(writing, { target, action: 'trial', key: trialKey, value }, { actor, run: trialRun(trial) });
  return end;
}

function reportOf(deps: TrialDeps, library: Library, skill: string, trial: Trial): TrialReport {
  const now = library.clock.now();
  const window = { from: trial.startedAt, to: Math.min(now, trial.end?.at ?? now) + 1 };
  const episodes = deps.evidence.episodes(window, { skill });
  const blocks = blocksOf(trial, switchesOf(library, trial), episodes, now);
  return { skill, trial, blocks, result: resultOf(blocks) };
}

/** As the ledger has them, also those of an interrupted run that was finished later. */
function switchesOf(library: Library, trial: Trial): readonly Switch[] {
  const run = trialRun(trial);
  return readLedger(library)
    .entries.filter((entry) => entry.run === run && entry.state === 'committed' && entry.action === 'note')
    .map(({ at, outcome, reason }) => ({ at: outcome?.at ?? at, isIn: reason === trialReasons.in }));
}
