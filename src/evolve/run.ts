/*
 * A run of the evolver: selects the skills for which a note would save something, checks which may be written, plans their
 * notes, and writes them if both write flags are given. A problem with one skill is reported and does not affect the
 * others. Without the flags nothing is written.
 */

import { type Evidence, noEpisodes, type Window } from '../evidence/rules/evidence.js';
import { type Library, type LibraryOptions, openLibrary } from '../library/open-library.js';
import { newRunId } from '../library/run-report.js';
import { drillGate } from '../library/write/drill.js';
import { readLedger } from '../library/write/ledger.js';
import { settleInterrupted } from '../library/write/write.js';
import type { WriteDeps } from '../library/write/write-target.js';
import { writeDepsOf } from '../library/write/write-target.js';
import { homePaths } from '../system/home.js';
import { type Ids, randomIds } from '../system/ids.js';
import { withLock } from '../system/lock/lock.js';
import { CoppiceError, unlessRefused } from '../text/errors.js';
import { sha256Hex } from '../text/hash.js';
import { dayMs } from '../text/time.js';
import { type AppliedNote, type ApplyDeps, applyNotes, type NoteWrite } from './notes/apply.js';
import { NotePlanner, type PlannedNote } from './notes/plan-note.js';
import { type EvolvedSkill, evolvedSkills, modelText } from './notes/skills.js';
import type { VerifyOptions } from './notes/verify.js';
import { readProposals } from './proposals/proposal-folder.js';
import { type Candidate, eligibleSkills, type Models, orderCandidates } from './rules/candidates.js';
import { type NoteItem, noteItems } from './rules/note/items.js';
import { lessonsOf, rememberedLessons } from './rules/note/lessons.js';
import type { RemovalReason } from './rules/note-life.js';
import { noteMemory, rejectedItems, restMs } from './rules/note-memory.js';
import { type NamePolicy, protection, type SkipReason } from './rules/protection.js';
import { type CandidateReport, type EvolveReport, reportOf } from './rules/report.js';
import { noSavings, savesAnything, savingsOf, savingsText } from './rules/savings.js';
import { activeTrials, advanceTrials } from './trials/trials.js';

export interface EvolveDeps extends LibraryOptions, Pick<WriteDeps, 'onRecovered' | 'lockTimeoutMs'> {
  readonly ids?: Ids;
  readonly evidence: Evidence;
  readonly models: Models;
}

export interface EvolveOptions extends VerifyOptions {
  readonly days: number;
  readonly maxSkills: number;
  readonly minEvidence: number;
  readonly variants: number;
  /** Both must be given for anything to be written. */
  readonly applyLowRisk: boolean;
  readonly approveAutoApply: boolean;
  readonly names: NamePolicy;
  readonly requireRestoreDrill: boolean;
  readonly semantic: boolean;
  readonly rerank: boolean;
}

/** How long a second run waits for the first. */
const leaseMs = 30_000;

/** Throws if it cannot start; after that, the report shows the progress. */
export async function runEvolver(deps: EvolveDeps, options: EvolveOptions): Promise<EvolveReport> {
  const library = openLibrary(deps);
  if (!(options.applyLowRisk && options.approveAutoApply)) {
    return await plan(deps, { ...library, writesCaches: false }, options);
  }
  return await withLock(
    deps.files,
    homePaths(deps.home).lock('evolver'),
    { timeoutMs: leaseMs },
    async () => {
      const writing = writeDepsOf(deps, library.usage);
      await settleInterrupted(writing);
      return await planAndApply(deps, writing, library, options);
    },
  );
}

async function plan(deps: EvolveDeps, library: Library, options: EvolveOptions): Promise<EvolveReport> {
  const inspection = await inspectSkills(deps, library, options, { writes: false });
  const isHalf = options.applyLowRisk || options.approveAutoApply;
  const reason = isHalf ? 'auto-approval-required' : undefined;
  const candidates = inspection.decisions.map((decision) =>
    decision.kind === 'write' ? planned(decision, reason ?? decision.protectedBy) : decision.report,
  );
  return reportOf(deps, options, inspection, candidates);
}

async function planAndApply(
  deps: EvolveDeps,
  writing: ApplyDeps,
  library: Library,
  options: EvolveOptions,
): Promise<EvolveReport> {
  const { newer, faults } = library.usage.health();
  if (newer) {
    throw new CoppiceError(
      'newer-format',
      `a newer version of Coppice wrote ${homePaths(library.home).usage}`,
      {
        hint: 'update Coppice',
      },
    );
  }
  // An unreadable record may be a pin.
  for (const fault of faults) throw fault;
  const trials = await advanceTrials(deps, library, writing);
  const inspection = await inspectSkills(deps, library, options, { writes: true });
  const { ids = randomIds } = deps;
  const runId = newRunId(deps.clock.now(), ids);
  const due = inspection.decisions.filter((decision) => decision.kind === 'write');
  const applied = new Map<WriteDecision, AppliedNote>();
  // If every note needs a restore drill, only one can be written: the next needs a drill of this one.
  for (const group of options.requireRestoreDrill ? due.map((one) => [one]) : [due]) {
    if (options.requireRestoreDrill && !isDrilled(deps)) break;
    const outcomes = await applyNotes(
      writing,
      group.map(({ write }) => write),
      { ...options, run: runId },
    );
    for (const [index, outcome] of outcomes.entries()) {
      const decision = group[index];
      if (decision) applied.set(decision, outcome);
    }
  }
  const candidates = inspection.decisions.map((decision) => {
    if (decision.kind !== 'write') return decision.report;
    const outcome = applied.get(decision);
    if (outcome === undefined) return skippedReport(decision.base, 'restore-drill-required');
    return outcomeReport(decision, outcome);
  });
  const report = reportOf(deps, options, inspection, candidates, runId);
  return trials.length === 0 ? report : { ...report, trials };
}

/** An unreadable ledger proves nothing; earlier writes are still reported. */
function isDrilled(deps: EvolveDeps): boolean {
  const entries = unlessRefused(() => readLedger(deps).entries);
  const gate = entries && drillGate(deps, entries, ({ action }) => action === 'note');
  return gate === 'passed' || gate === 'no-prior-apply';
}

interface Inspection {
  readonly window: Window;
  readonly selection: EvolveReport['selection'];
  readonly decisions: readonly Decision[];
}

type Decision = { readonly kind: 'reported'; readonly report: CandidateReport } | WriteDecision;

interface WriteDecision {
  readonly kind: 'write';
  readonly base: CandidateBase;
  readonly note: PlannedNote;
  readonly write: NoteWrite;
  /** Why an unattended run skips it. A skill that it may write counts against the limit. */
  readonly protectedBy: SkipReason | undefined;
}

type CandidateBase = Pick<CandidateReport, 'skill' | 'source' | 'selection' | 'saves'>;

async function inspectSkills(
  deps: EvolveDeps,
  library: Library,
  options: EvolveOptions,
  { writes }: { readonly writes: boolean },
): Promise<Inspection> {
  const { evidence, clock, models } = deps;
  const taught = rememberedLessons(evidence);
  const to = clock.now() + 1;
  const window = { from: to - options.days * dayMs, to };
  const skills = evolvedSkills(library);
  const savingsFor = (id: string) => savingsOf(noteItems(id, lessonsOf(taught, id, window), sha256Hex).items);
  const eligible = eligibleSkills(evidence.skills(window), options.minEvidence, savingsFor);
  const wantsModel = options.semantic || options.rerank;
  const texts = wantsModel
    ? eligible.map(({ evidence: { id } }) => ({ id, text: modelText(skills.find(id)) }))
    : [];
  const rows = wantsModel ? evidence.recent(window, { limit: 200 }) : [];
  const { candidates, selection } = await orderCandidates(eligible, options, models, texts, rows);
  const { entries } = readLedger(library);
  const { proposals } = readProposals(library);
  const memory = noteMemory(entries, evidence, rejectedItems(entries, proposals), clock.now());
  const { variants } = options;
  const isLeftOut = (id: string, item: NoteItem) => memory.isResting(id) || memory.isLeftOut(id, item);
  const planner = new NotePlanner({ library, evidence: taught, window, variants, ...memory, isLeftOut });
  let free = options.maxSkills;
  const tried = activeTrials(library);
  const known = new Set(candidates.map(({ evidence: { id } }) => id));
  const isOld = (id: string) => {
    const entry = skills.find(id)?.entry;
    return entry !== undefined && planner.hasOldNote(entry);
  };
  const isPurged = (id: string) => evidence.purgedAny(memory.quoted.get(id) ?? []);
  const old = new Set(memory.noted.filter((id) => isOld(id) || isPurged(id)));
  const outdated = [...memory.outlived.keys(), ...old].filter((id) => !known.has(id));
  const removed = [...new Set(outdated)].map(outlivedCandidate);
  const isHarmed = ({ evidence: { id } }: Candidate) => memory.outlived.get(id) === 'harmed';
  const all = [...candidates, ...removed];
  const ordered = [...all.filter(isHarmed), ...all.filter((candidate) => !isHarmed(candidate))];
  const decisions = ordered.map((candidate): Decision => {
    const { id } = candidate.evidence;
    const skill = skills.find(id);
    const present = skill?.entry.id ?? id;
    if (present !== id && known.has(present)) {
      return decisionOf(skippedReport(baseOf(candidate, skill), 'same-skill', `the skill is now ${present}`));
    }
    if (tried.has(present))
      return decisionOf(skippedReport(baseOf(candidate, skill), 'in-trial', trialDetail));
    const removal = memory.outlived.get(present);
    const renews = removal !== undefined || old.has(id);
    if (!renews && memory.isResting(present))
      return decisionOf(skippedReport(baseOf(candidate, skill), 'note-harmed', restDetail));
    // What harms goes at once, however much else there is to write.
    const isFull = free === 0 && removal !== 'harmed';
    const decision = decide(candidate, skill, { planner, renews, removal, isFull }, options, writes);
    if (decision.kind === 'write' && decision.protectedBy === undefined && removal !== 'harmed') free -= 1;
    return decision;
  });
  return { window, selection, decisions };
}

function decide(
  candidate: Candidate,
  skill: EvolvedSkill | undefined,
  { planner, renews, removal, isFull }: Planning,
  { names }: EvolveOptions,
  writes: boolean,
): Decision {
  const base = baseOf(candidate, skill);
  if (skill === undefined) return decisionOf(skippedReport(base, 'skill-not-found'));
  const facts = { name: skill.entry.name, provenance: skill.provenance, pinned: skill.pinned };
  const reason = protection(facts, names, { writes });
  if (reason !== undefined) return decisionOf(skippedReport(base, reason));
  const protectedBy = protection(facts, names, { writes: true });
  // Beyond the limit nothing is planned, because there may be thousands of skills.
  if (protectedBy === undefined && isFull) return decisionOf(skippedReport(base, 'max-skills-reached'));
  const { id } = candidate.evidence;
  const note = renews ? planner.renew(skill.entry, id) : planner.plan(skill.entry, id);
  if (note.kind === 'skip') return decisionOf(skippedReport(base, note.reason, note.detail));
  if (note.kind === 'unchanged') return decisionOf(plannedReport(base, 'unchanged'));
  if (note.kind === 'nothing') return decisionOf(skippedReport(base, 'nothing-to-say'));
  return { kind: 'write', base, note, write: { target: skill.entry, note, removal }, protectedBy };
}

interface Planning {
  readonly planner: NotePlanner;
  /** Whether the note is outlived, or of version 0.1.0. */
  readonly renews: boolean;
  /** Why it goes, if it does. */
  readonly removal: RemovalReason | undefined;
  /** Whether the limit is reached. */
  readonly isFull: boolean;
}

const trialDetail = 'a trial puts its note in and takes it out';
const restDetail = `a note harmed it less than ${restMs / dayMs} days ago`;

/** A skill without recent evidence, whose note is removed or made again. */
function outlivedCandidate(id: string): Candidate {
  const evidence = { ...noEvidenceOf, id };
  const selection = { source: 'note-outlived', score: 0, reasons: ['note outlived'] };
  return { evidence, savings: noSavings, selection };
}

const noEvidenceOf = {
  isResolved: true,
  events: 0,
  loads: 0,
  errors: 0,
  corrections: 0,
  lastUsedAt: 0,
  agents: [],
  episodes: noEpisodes,
};

function baseOf({ evidence, savings, selection }: Candidate, skill: EvolvedSkill | undefined): CandidateBase {
  const saves = savesAnything(savings) ? { ...savings, sentence: savingsText(savings) } : undefined;
  const source = skill?.provenance ?? 'unknown';
  return { skill: evidence.id, source, selection, ...(saves && { saves }) };
}

function decisionOf(report: CandidateReport): Decision {
  return { kind: 'reported', report };
}

function planned({ base, note }: WriteDecision, reason: SkipReason | undefined): CandidateReport {
  return { ...plannedReport(base, reason ?? null), ...noteReport(note) };
}

function noteReport({ diff, ready }: PlannedNote): Partial<CandidateReport> {
  if (ready.kind === 'removal') return { diff, items: [] };
  const { variants, selectedVariant, sizeStrategy, items, droppedInstructions } = ready;
  return { diff, variants, selectedVariant, sizeStrategy, items, droppedInstructions };
}

function plannedReport(base: CandidateBase, reason: string | null): CandidateReport {
  const apply = { applied: false, reason, entry: null };
  return { ...base, status: 'planned', reason, apply };
}

function skippedReport(base: CandidateBase, reason: SkipReason | string, detail?: string): CandidateReport {
  return { ...base, status: 'skipped', reason, ...(detail !== undefined && { detail }) };
}

function outcomeReport({ base, note }: WriteDecision, outcome: AppliedNote): CandidateReport {
  const { kind, entry, reason, detail, verify } = outcome;
  return {
    ...base,
    ...noteReport(note),
    status: kind,
    reason,
    ...(detail !== undefined && { detail }),
    apply: { applied: kind === 'applied', reason, entry, ...(verify && { verify }) },
  };
}
