/*
 * Reads whether it helped, with the functions behind `coppice evolve effect`, `evolve trial status` and `eval --results`.
 * A page sends nothing, so it is this machine alone that judges.
 */

import { type Context, libraryOf, libraryOptions } from '../../app/context.js';
import { evaluatedSkills, type SkillResult } from '../../app/eval/results.js';
import { hasEvidence, withEvidence } from '../../app/evidence.js';
import { type JudgedNote, type JudgedVersion, machineEffects } from '../../app/project/effects.js';
import type { Verdict } from '../../evolve/rules/effect/judge.js';
import { type ChangeEffect, entriesToUndo } from '../../evolve/rules/effect/note-effect.js';
import {
  changeText,
  endText,
  goingOnText,
  lineText,
  verdictLabels,
  verdictText,
  wayBack,
} from '../../evolve/rules/effect/words.js';
import type { TrialVerdict } from '../../evolve/rules/trial/trial.js';
import { trialText } from '../../evolve/rules/trial/words.js';
import { type TrialReport, trialReports } from '../../evolve/trials/trials.js';
import { printable } from '../../text/printable.js';
import { dayMs, utcDay } from '../../text/time.js';
import type {
  CaseRow,
  ChangeRow,
  EffectAnswer,
  EffectReads,
  EffectTone,
  EvaluationsAnswer,
  ResultRow,
  TrialRow,
  TrialsAnswer,
} from '../api/effect.js';
import type { ReadHandlers } from '../api/routes.js';
import { shownPath } from './shown-path.js';

export function effectReads(context: Context): Pick<ReadHandlers, keyof EffectReads> {
  return {
    effect: () => readEffect(context),
    trials: () => readTrials(context),
    evaluations: () => readEvaluations(context),
  };
}

/** More than anybody reads; the command lists all. */
const shown = { changes: 100, skills: 50, results: 5, cases: 200 } as const;

async function readEffect(context: Context): Promise<EffectAnswer> {
  if (!hasEvidence(context)) return { hasEvidence: false, changes: [] };
  const { notes, versions } = await machineEffects(context, { isShared: false });
  const changes = [...notes.map(noteRow), ...versions.map(versionRow)];
  return {
    hasEvidence: true,
    changes: changes.toSorted((one, other) => other.at - one.at).slice(0, shown.changes),
  };
}

const tones: Readonly<Record<Verdict, EffectTone>> = {
  helped: 'good',
  harmed: 'bad',
  'no-change': 'open',
  'too-early': 'open',
  'cannot-tell': 'open',
};

function noteRow(effect: JudgedNote): ChangeRow {
  const { note, lines } = effect;
  const [entry] = entriesToUndo(effect);
  return {
    ...rowOf(effect),
    key: note.entries[0] ?? note.skill,
    skill: note.skill,
    what: 'note',
    at: note.appliedAt,
    says: sentence(verdictText(effect), goingOnText(lines), endText(note)),
    lines: lines.map(lineText),
    ...takeBack(entry === undefined ? undefined : `coppice undo ${entry}`),
  };
}

function versionRow(effect: JudgedVersion): ChangeRow {
  const { skill, digest, change, appliedAt } = effect.version;
  return {
    ...rowOf(effect),
    key: `${skill} ${appliedAt} ${digest}`,
    skill,
    what: printable(changeText(change)),
    at: appliedAt,
    says: sentence(verdictText(effect, 'change')),
    lines: [],
    ...takeBack(wayBack(effect.verdict, effect.version)[0]),
  };
}

/** A command, and the entry that it undoes where it does nothing else. */
function takeBack(command: string | undefined): Pick<ChangeRow, 'wayBack' | 'undo'> {
  return { wayBack: command ?? null, undo: /^coppice undo ([\w-]+)$/.exec(command ?? '')?.[1] ?? null };
}

function rowOf({ verdict, before, after, difference }: ChangeEffect) {
  const isKnown = before.rate !== null && after.rate !== null;
  return {
    before: { loads: before.loads, failed: before.failed },
    after: { loads: after.loads, failed: after.failed },
    change: isKnown ? { value: (after.rate ?? 0) - (before.rate ?? 0), ...difference } : null,
    verdict: verdictLabels[verdict],
    tone: tones[verdict],
  };
}

function sentence(...parts: readonly string[]): string {
  const text = parts.filter((part) => part !== '').join('; ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

async function readTrials(context: Context): Promise<TrialsAnswer> {
  if (!hasEvidence(context)) return { trials: [] };
  const reports = await withEvidence(context, ({ store }) =>
    trialReports({ ...libraryOptions(context), evidence: store }),
  );
  const today = Math.floor(context.clock.now() / dayMs);
  return {
    trials: reports
      .toSorted((one, other) => other.trial.startedAt - one.trial.startedAt)
      .map((report) => trialRow(report, today)),
  };
}

const trialTones: Readonly<Record<TrialVerdict, EffectTone>> = {
  helped: 'good',
  harmed: 'bad',
  'no-change': 'open',
  'cannot-tell': 'open',
};

function trialRow({ skill, trial, blocks, result }: TrialReport, today: number): TrialRow {
  const { id, end, firstDay } = trial;
  const last = end === undefined ? today : Math.floor(end.at / dayMs);
  return {
    ...{ id, skill, isRunning: end === undefined },
    tone: end === undefined ? 'open' : trialTones[end.verdict],
    says: sentence(trialText(trial, result)),
    days: [...trial.days].map((drawn, index) => {
      const day = firstDay + index;
      const block = blocks.find((one) => one.day === day);
      return {
        day: utcDay(day * dayMs),
        hasNote: day > last ? null : drawn === '1',
        counts: block !== undefined,
        // Whoever sees how it goes may stop it when it suits them.
        figures: block === undefined || end === undefined ? null : { loads: block.loads, failed: block.bad },
      };
    }),
  };
}

function readEvaluations(context: Context): EvaluationsAnswer {
  const skills = evaluatedSkills(libraryOf(context));
  return {
    skills: skills.slice(0, shown.skills).map(({ skill, folder, results }) => ({
      skill: printable(skill.startsWith('/') ? shownPath(context, skill) : skill),
      isInstalled: folder !== undefined && !skill.startsWith('/'),
      results: results.slice(0, shown.results).map(resultRow),
    })),
  };
}

const evalTones: Readonly<Record<SkillResult['verdict'], EffectTone>> = {
  helps: 'good',
  harms: 'bad',
  'no-verdict': 'open',
};

function resultRow(result: SkillResult): ResultRow {
  const { at, agent, model, verdict, score, difference, interval, runs, isCurrent, byCase = [] } = result;
  return {
    at,
    agent: printable(model === null ? agent : `${agent}, ${model}`),
    verdict: verdict.replaceAll('-', ' '),
    tone: evalTones[verdict],
    score,
    difference:
      difference === null || interval === null
        ? null
        : { value: difference, low: interval.low, high: interval.high },
    against: interval === null ? null : interval.against === 'old' ? 'the old text' : 'no skill',
    runs,
    costUsd: result.costUsd ?? null,
    isCurrent,
    cases: byCase.slice(0, shown.cases).map(caseRow),
  };
}

function caseRow({ name, arms, difference }: NonNullable<SkillResult['byCase']>[number]): CaseRow {
  const { with: own } = arms;
  const costs = Object.values(arms).map(({ costUsd }) => costUsd);
  return {
    name: printable(name),
    score: own?.score ?? null,
    other: (arms.old ?? arms.without)?.score ?? null,
    difference,
    loaded: own?.firing.fired ?? 0,
    runs: own?.runs ?? 0,
    costUsd: costs.includes(null) ? null : costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0),
  };
}
