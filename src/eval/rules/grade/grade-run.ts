/*
 * Grades one run: what each grader says about it, and the weighted share of those that count. Which count depends on the
 * arms: whether the skill was loaded says nothing about an agent that has none, so it is shown and not scored.
 */

import { counted, times } from '../../../text/plural.js';
import type { EvalCase, Grader, RegexGrader, Target, ToolMatch } from '../cases/eval-case.js';
import type { Arm, RecordedFile } from '../recording.js';
import type { Firing } from '../streams/firing.js';
import type { StreamFacts, ToolCall } from '../streams/stream.js';
import { matchesGlob } from './file-glob.js';
import { namesOf } from './tool-names.js';

export interface Grading {
  readonly name: string;
  /** Null where nothing can be said: the judges gave no verdict, or it is unknown whether the skill was loaded. */
  readonly passed: boolean | null;
  readonly weight: number;
  readonly explanation: string;
  readonly withOnly: boolean;
  readonly scored: boolean;
  readonly judgeVotes?: readonly boolean[];
}

export interface GradedTrace {
  readonly facts: StreamFacts;
  readonly lines: readonly string[];
  readonly files: readonly RecordedFile[];
  readonly firing: Firing;
}

export interface Graders {
  /** Counts the matches of a pattern, or says why it cannot. Patterns come with packages, so it must be bounded. */
  readonly countMatches: MatchCounter;
  /** The votes of the judges; undefined where they were not asked. */
  readonly votesOn: (grader: Grader) => readonly boolean[] | undefined;
}

export type MatchCounter = (
  pattern: string,
  flags: string,
  text: string,
) => { readonly count: number } | { readonly fault: string };

/** Two arms: with the skill and without. */
export function gradeRun(
  given: EvalCase,
  arm: Arm,
  isCompared: boolean,
  trace: GradedTrace,
  graders: Graders,
): readonly Grading[] {
  const scored = scoredGraders(given.graders, isCompared);
  return given.graders
    .filter(
      (grader) => arm !== 'without' || isCompared === false || scored.has(grader) || !isWithOnly(grader),
    )
    .map((grader) => {
      const { passed, explanation, votes } = judge(grader, trace, graders);
      return {
        name: grader.name,
        passed,
        weight: grader.weight,
        explanation,
        withOnly: isWithOnly(grader),
        scored: scored.has(grader),
        ...(votes !== undefined && { judgeVotes: votes }),
      };
    });
}

/** Null where a grader that counts has nothing to say. */
export function scoreOf(gradings: readonly Grading[]): number | null {
  const scored = gradings.filter((grading) => grading.scored);
  if (scored.length === 0 || scored.some(({ passed }) => passed === null)) return null;
  const whole = scored.reduce((sum, { weight }) => sum + weight, 0);
  return scored.reduce((sum, { weight, passed }) => sum + (passed ? weight : 0), 0) / whole;
}

function scoredGraders(graders: readonly Grader[], isCompared: boolean): ReadonlySet<Grader> {
  if (!isCompared) return new Set(graders);
  const left = graders.filter((grader) => !isWithOnly(grader));
  return new Set(left.length === 0 ? graders : left);
}

function isWithOnly({ arm, ...grader }: Grader): boolean {
  if (arm !== undefined) return arm === 'with-only';
  return grader.type === 'fired' || (grader.type === 'tool_used' && grader.tool === 'Skill');
}

interface Judgement {
  readonly passed: boolean | null;
  readonly explanation: string;
  readonly votes?: readonly boolean[];
}

function judge(grader: Grader, trace: GradedTrace, { countMatches, votesOn }: Graders): Judgement {
  switch (grader.type) {
    case 'regex':
      return matched(grader, trace, countMatches);
    case 'tool_used': {
      const calls = callsOf(grader, trace.facts.calls, countMatches);
      if (typeof calls === 'string') return { passed: false, explanation: calls };
      const { min, max = Number.POSITIVE_INFINITY } = grader;
      const passed = calls.length >= min && calls.length <= max;
      return { passed, explanation: `${grader.tool} was called ${times(calls.length)}` };
    }
    case 'tool_order':
      return ordered(grader.before, grader.after, trace.facts.calls, countMatches);
    case 'file_exists': {
      const found = trace.files.filter(({ path }) => matchesGlob(grader.path, path));
      const explanation = `${counted(found.length, 'created file')} for ${grader.path}`;
      return { passed: found.length > 0 === grader.exists, explanation };
    }
    case 'fired':
      return fired(grader.expected, trace.firing);
    case 'llm':
    case 'baseline':
      return voted(votesOn(grader));
    default:
      return grader satisfies never;
  }
}

function matched(grader: RegexGrader, trace: GradedTrace, countMatches: MatchCounter): Judgement {
  const text = targetText(grader.target, trace);
  if (text === undefined) return { passed: false, explanation: 'the file was not created, or is not text' };
  const found = countMatches(grader.pattern, grader.flags, text);
  if ('fault' in found) return { passed: false, explanation: found.fault };
  const { match } = grader;
  const explanation = `${counted(found.count, 'match', 'matches')}`;
  if (match === 'contains') return { passed: found.count > 0, explanation };
  if (match === 'not_contains') return { passed: found.count === 0, explanation };
  return { passed: found.count === match.count, explanation };
}

/** What a grader looks at; undefined where there is no such file. */
export function targetText(target: Target, { facts, lines, files }: GradedTrace): string | undefined {
  if (target === 'last_message') return facts.finalText;
  if (target === 'trace') return lines.join('\n');
  if (target === 'files') return files.map(({ path }) => path).join('\n');
  return files.find(({ path }) => path === target.file.replace(/^\.\//, ''))?.text;
}

/** Why the pattern cannot be used, where it cannot. */
function callsOf(
  { tool, inputMatch }: ToolMatch,
  calls: readonly ToolCall[],
  countMatches: MatchCounter,
): readonly ToolCall[] | string {
  const named = calls.filter((call) => namesOf(call).includes(tool));
  if (inputMatch === undefined) return named;
  const chosen: ToolCall[] = [];
  for (const call of named) {
    const found = countMatches(inputMatch, '', JSON.stringify(call.input) ?? '');
    if ('fault' in found) return found.fault;
    if (found.count > 0) chosen.push(call);
  }
  return chosen;
}

function ordered(
  before: ToolMatch,
  after: ToolMatch,
  calls: readonly ToolCall[],
  countMatches: MatchCounter,
): Judgement {
  const [first, second] = [before, after].map((one) => callsOf(one, calls, countMatches));
  if (typeof first === 'string') return { passed: false, explanation: first };
  if (typeof second === 'string') return { passed: false, explanation: second };
  const place = (of: readonly ToolCall[] | undefined) => (of?.[0] ? calls.indexOf(of[0]) : -1);
  const [at, then] = [place(first), place(second)];
  if (at === -1 || then === -1)
    return { passed: false, explanation: `${at === -1 ? before.tool : after.tool} was not called` };
  const passed = at < then;
  return { passed, explanation: `${before.tool} was called ${passed ? 'before' : 'after'} ${after.tool}` };
}

const firingWords: Readonly<Record<Firing, string>> = {
  fired: 'the skill was loaded',
  'not-fired': 'the skill was not loaded',
  denied: 'the agent wanted the skill and was not allowed to load it',
  claimed: 'the agent reports a skill that it was not given',
  unknown: 'the stream does not show whether the skill was loaded',
};

function fired(expected: boolean, firing: Firing): Judgement {
  const explanation = firingWords[firing];
  if (firing === 'unknown' || firing === 'claimed' || firing === 'denied')
    return { passed: null, explanation };
  return { passed: (firing === 'fired') === expected, explanation };
}

function voted(votes: readonly boolean[] | undefined): Judgement {
  const passes = votes?.filter(Boolean).length ?? 0;
  const fails = (votes?.length ?? 0) - passes;
  const passed = passes >= 2 ? true : fails >= 2 ? false : null;
  const explanation =
    passed === null ? 'the judges gave no verdict' : `${passes} of ${passes + fails} judges let it pass`;
  return { passed, explanation, ...(votes !== undefined && { votes }) };
}
