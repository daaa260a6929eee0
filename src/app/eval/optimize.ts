/*
 * Improves a skill by its cases: the user's model proposes bounded edits, the user's agent runs the cases with each, and the
 * best one that is kept becomes a proposal. Every run is recorded and not done again, and every edit that was rejected is
 * remembered, so that an interruption costs nothing twice.
 */

import { type ComparedCase, faultOf, judgeEdit, splitCases } from '../../eval/rules/optimize.js';
import type { CaseResult, EvalResult, PartialReason } from '../../eval/rules/result/eval-result.js';
import { reasons } from '../../eval/rules/result/page-text.js';
import { differenceEstimate, scoreEstimate } from '../../eval/rules/result/statistics.js';
import { runsOf } from '../../eval/rules/suite.js';
import { runSuite } from '../../eval/run-suite.js';
import { recordingStore } from '../../eval/store/recordings.js';
import { changeFinding } from '../../evolve/notes/scan-change.js';
import type { DraftModel } from '../../evolve/proposals/parts.js';
import type { ProposeResult } from '../../evolve/proposals/propose.js';
import { decidedBefore, proposeEdit } from '../../evolve/proposals/propose-edit.js';
import { readSkillFiles } from '../../evolve/proposals/subject.js';
import { readTried, rememberTried } from '../../evolve/proposals/tried-edits.js';
import { findingText } from '../../evolve/rules/note/scan.js';
import { editPrompt, type PractisedCase } from '../../evolve/rules/proposal/edit-request.js';
import { editsIn, type SkillEdit, withEdits } from '../../evolve/rules/proposal/edits.js';
import type { EditEvaluation } from '../../evolve/rules/proposal/proposal.js';
import type { Library } from '../../library/open-library.js';
import { findSkillToChange } from '../../library/read/resolve.js';
import type { SkillEntry } from '../../library/rules/entry.js';
import { CoppiceError } from '../../text/errors.js';
import { sha256Hex } from '../../text/hash.js';
import type { Context } from '../context.js';
import { agentToRun, type EvalRequest, type PlannedEval, planEval } from './run.js';
import { contentOf, requireTrusted } from './target.js';

export interface OptimizeRequest extends EvalRequest {
  /** How many edits the model may propose. */
  readonly rounds: number;
}

export interface OptimizePlan {
  readonly entry: SkillEntry;
  /** The SKILL.md as it is. */
  readonly text: string;
  readonly planned: PlannedEval;
  readonly practice: readonly string[];
  readonly heldOut: readonly string[];
  /** Whether trigger cases are among them, which the description decides. */
  readonly mayDescribe: boolean;
}

export interface OptimizeRound {
  readonly round: number;
  /** `refused` was not run; `no-answer` ends the rounds. */
  readonly outcome: 'kept' | 'rejected' | 'refused' | 'no-answer';
  readonly why: string;
  /** The cases that were run. */
  readonly cases: readonly ComparedCase[];
}

export interface OptimizeResult {
  readonly rounds: readonly OptimizeRound[];
  /** Undefined where no edit was kept. */
  readonly proposed: ProposeResult | undefined;
  /** Why nothing was tried; undefined where something was. */
  readonly nothing: string | undefined;
  readonly partial: PartialReason | null;
  /** Of the runs of the agent that were done now; null where it does not state it. */
  readonly costUsd: number | null;
}

export function planOptimize(context: Context, library: Library, request: OptimizeRequest): OptimizePlan {
  const entry = findSkillToChange(library, request.skill);
  const planned = planEval(context, library, { ...request, skill: entry.id, isAlone: true, old: undefined });
  const { cases: all } = planned.suite;
  const twice = all.find(({ name }, at) => all.findIndex((other) => other.name === name) < at);
  if (twice !== undefined)
    throw new CoppiceError('usage', `two cases have the name ${twice.name}`, {
      hint: `give the one in ${twice.path} another name`,
    });
  const split = splitCases(all);
  if (split === undefined)
    throw new CoppiceError('usage', `${entry.id} has one case, and at least two are needed`, {
      hint: 'half of the cases are kept from the model and decide; coppice eval init proposes first ones',
    });
  const present = readSkillFiles(library.files, entry);
  if (present === undefined) throw new CoppiceError('not-found', `${entry.path} is missing, or is not text`);
  const names = (cases: readonly { readonly name: string }[]) => cases.map(({ name }) => name);
  return {
    ...{ entry, planned, text: present.skill.text },
    practice: names(split.practice),
    heldOut: names(split.heldOut),
    mayDescribe: planned.suite.cases.some(({ source }) => source === 'triggers'),
  };
}

export interface OptimizeRun {
  readonly model: DraftModel;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: OptimizeProgress) => void) | undefined;
}

export interface OptimizeProgress {
  /** 0 for the text as it is. */
  readonly round: number;
  readonly done: number;
  readonly total: number;
  readonly costUsd: number | null;
}

export async function optimize(
  context: Context,
  plan: OptimizePlan,
  request: OptimizeRequest,
  run: OptimizeRun,
): Promise<OptimizeResult> {
  requireTrusted(plan.planned.library, plan.planned.target, request.trustsCases);
  return await new Optimization(context, plan, request, run).result();
}

/** A text of the skill with how agents did with it, by case. */
interface Measured {
  readonly text: string;
  readonly cases: ReadonlyMap<string, CaseResult>;
}

class Optimization {
  readonly #context: Context;
  readonly #plan: OptimizePlan;
  readonly #request: OptimizeRequest;
  readonly #run: OptimizeRun;
  readonly #rounds: OptimizeRound[] = [];
  /** What the model proposed in this run and must not propose again, the latest first. */
  readonly #refused: { readonly edits: readonly SkillEdit[]; readonly why: string }[] = [];
  #spent: number | null = 0;
  #partial: PartialReason | null = null;
  #agentModel: string | null = null;

  constructor(context: Context, plan: OptimizePlan, request: OptimizeRequest, run: OptimizeRun) {
    this.#context = context;
    this.#plan = plan;
    this.#request = request;
    this.#run = run;
  }

  async result(): Promise<OptimizeResult> {
    const { practice, heldOut, text: original } = this.#plan;
    const base = await this.#measure(0, original, [...practice, ...heldOut]);
    if (base === undefined) return this.#ended(undefined, undefined);
    const nothing = this.#nothingToGain(base);
    if (nothing !== undefined) return this.#ended(undefined, nothing);
    let best = base;
    for (let round = 1; round <= this.#request.rounds; round += 1) {
      if (this.#partial !== null || this.#isPerfect(best)) break;
      const kept = await this.#try(round, original, best);
      if (kept === 'stop') break;
      best = kept ?? best;
    }
    if (best === base) return this.#ended(undefined, undefined);
    return this.#ended(await this.#propose(base, best), undefined);
  }

  #ended(proposed: ProposeResult | undefined, nothing: string | undefined): OptimizeResult {
    return { rounds: this.#rounds, proposed, nothing, partial: this.#partial, costUsd: this.#spent };
  }

  #nothingToGain(base: Measured): string | undefined {
    const lost = [...base.cases.values()].find((one) => wholeScore(one) === null);
    if (lost !== undefined) return `${lost.name} gave no result with the text as it is`;
    return this.#isPerfect(base) ? 'the cases that decide all pass with the text as it is' : undefined;
  }

  #isPerfect({ cases }: Measured): boolean {
    return this.#plan.heldOut.every((name) => (cases.get(name)?.scores.with ?? 0) >= 1);
  }

  /** One edit of the model. Undefined where it is not kept. */
  async #try(round: number, original: string, best: Measured): Promise<Measured | 'stop' | undefined> {
    const { planned, entry, practice, heldOut } = this.#plan;
    const end = (outcome: OptimizeRound['outcome'], why: string, cases: readonly ComparedCase[] = []) => {
      this.#rounds.push({ round, outcome, why, cases });
      return undefined;
    };
    const tried = readTried(planned.library, entry.id);
    const answer = await this.#run.model.ask(this.#prompt(best, [...this.#refused, ...tried]));
    if (this.#run.signal?.aborted) {
      this.#partial = 'interrupted';
      return 'stop';
    }
    if (answer.kind === 'failed') {
      end('no-answer', answer.error);
      return 'stop';
    }
    const read = editsIn(answer.text);
    if (read.kind === 'refused') return end('refused', read.why);
    const refuse = (why: string) => {
      this.#refused.unshift({ edits: read.edits, why });
      return end('refused', why);
    };
    const { mayDescribe } = this.#plan;
    const edited = withEdits(best.text, read.edits, { original, mayDescribe });
    if (edited.kind === 'refused') return refuse(edited.why);
    const { text } = edited;
    const known = this.#knownBefore(text) ?? this.#scanned(text);
    if (known !== undefined) return refuse(known);

    const seen = await this.#measure(round, text, practice);
    if (seen === undefined) return undefined;
    const first = compared(best, seen, practice, false);
    let verdict = faultOf(first);
    let all = first;
    let measured = seen;
    if (verdict === undefined) {
      const decisive = await this.#measure(round, text, heldOut);
      if (decisive === undefined) return undefined;
      all = [...first, ...compared(best, decisive, heldOut, true)];
      measured = { text, cases: new Map([...seen.cases, ...decisive.cases]) };
      const judged = judgeEdit(all);
      if (judged.kind === 'kept') {
        end('kept', 'better at the cases that the model did not see, and worse at none', all);
        return measured;
      }
      verdict = judged;
    }
    if (verdict.isFinal) this.#remember(read.edits, text, verdict.why);
    return end('rejected', verdict.why, all);
  }

  #prompt({ text, cases }: Measured, tried: Parameters<typeof editPrompt>[0]['tried']) {
    const { planned, mayDescribe, practice } = this.#plan;
    const seen = practice.flatMap((name) => cases.get(name) ?? []).map(practised);
    return editPrompt({ name: planned.target.name, text, mayDescribe, cases: seen, tried }, sha256Hex);
  }

  #knownBefore(text: string): string | undefined {
    const { planned, entry } = this.#plan;
    const earlier = readTried(planned.library, entry.id).find(({ sha256 }) => sha256 === sha256Hex(text));
    if (earlier !== undefined) return `it was tried before: ${earlier.why}`;
    const decided = decidedBefore(planned.library, entry.id, text);
    return decided && `it was proposed before as ${decided.id}, and ${decided.state}`;
  }

  /** Nothing that the scanner objects to is handed to an agent. */
  #scanned(text: string): string | undefined {
    const { target, library } = this.#plan.planned;
    const path = this.#skillFile();
    const finding = changeFinding(library.files, target.folder, [{ path, text }]);
    return finding && findingText(finding);
  }

  #remember(edits: readonly SkillEdit[], text: string, why: string): void {
    const { planned, entry } = this.#plan;
    const at = this.#context.clock.now();
    rememberTried(planned.library, entry.id, { sha256: sha256Hex(text), edits, why, at });
  }

  #skillFile(): string {
    const { entry } = this.#plan;
    return entry.path.slice(entry.folder.length + 1);
  }

  /** Runs the cases with a text. Undefined where not every run was done. */
  async #measure(round: number, text: string, names: readonly string[]): Promise<Measured | undefined> {
    const { planned } = this.#plan;
    const { suite, target, recordings } = planned;
    const path = this.#skillFile();
    const bytes = new TextEncoder().encode(text);
    const files = target.files.map((file) => (file.path === path ? { ...file, bytes } : file));
    const content = contentOf(files, target.folder, target.id);
    const before = this.#spent;
    const total = (costUsd: number | null) => (before === null || costUsd === null ? null : before + costUsd);
    const { maxCostUsd } = this.#request;
    const left = maxCostUsd === undefined ? undefined : maxCostUsd - (before ?? 0);
    if (left !== undefined && left <= 0) {
      this.#partial = 'cost_ceiling';
      return undefined;
    }
    const agent = agentToRun(
      this.#context,
      { ...planned, target: { ...target, ...content } },
      { ...this.#request, maxCostUsd: left },
      this.#run.signal,
    );
    const result: EvalResult = await runSuite({
      agent,
      reuses: true,
      recordings: recordingStore(this.#context.files, recordings),
      suite: {
        ...suite,
        cases: suite.cases.filter(({ name }) => names.includes(name)),
        skill: { ...suite.skill, digest: content.digest, description: content.description },
        texts: { with: text },
        digests: { with: content.digest },
      },
      onProgress: ({ done, total: steps, costUsd }) => {
        this.#spent = total(costUsd);
        this.#run.onProgress?.({ round, done, total: steps, costUsd: this.#spent });
      },
    });
    this.#agentModel = result.agent.model;
    this.#partial = result.partial;
    if (result.partial !== null) return undefined;
    return { text, cases: new Map(result.cases.map((one) => [one.name, one])) };
  }

  async #propose(base: Measured, best: Measured): Promise<ProposeResult> {
    const { planned, entry } = this.#plan;
    return await proposeEdit(planned.library, entry, {
      before: base.text,
      after: best.text,
      evaluation: this.#evaluation(base, best),
      model: { name: this.#run.model.name, executed: true },
    });
  }

  #evaluation(base: Measured, best: Measured): EditEvaluation {
    const { planned, practice, heldOut } = this.#plan;
    const { suite } = planned;
    const scores = ({ cases }: Measured) =>
      scoreEstimate(
        heldOut.map((name) => (cases.get(name)?.arms.with ?? []).flatMap(({ score }) => score ?? [])),
      );
    const [one, other] = [scores(best), scores(base)];
    const rows = [...compared(base, best, heldOut, true), ...compared(base, best, practice, false)];
    return {
      agent: suite.agent,
      model: this.#agentModel,
      runs: Math.max(...suite.cases.map((given) => runsOf(suite, given))),
      cases: rows.map(({ before, after, ...row }) => ({ ...row, before: before ?? 0, after: after ?? 0 })),
      difference:
        one === null || other === null ? { value: 0, low: -1, high: 1 } : differenceEstimate(one, other),
    };
  }
}

function compared(
  before: Measured,
  after: Measured,
  names: readonly string[],
  heldOut: boolean,
): readonly ComparedCase[] {
  const scoreIn = ({ cases }: Measured, name: string) => wholeScore(cases.get(name));
  return names.map((name) => ({ name, heldOut, before: scoreIn(before, name), after: scoreIn(after, name) }));
}

/** Null where a run gave no result: what is left of the others could be better or worse by chance alone. */
function wholeScore(one: CaseResult | undefined): number | null {
  const isWhole = one?.arms.with?.every(({ score }) => score !== null) ?? false;
  return isWhole ? (one?.scores.with ?? null) : null;
}

function practised(one: CaseResult): PractisedCase {
  const [worst] = (one.arms.with ?? []).toSorted((a, b) => (a.score ?? 0) - (b.score ?? 0));
  return {
    name: one.name,
    prompt: one.prompt,
    score: one.scores.with ?? null,
    reasons: reasons(one),
    answer: worst?.answer ?? '',
  };
}
