/*
 * How often the verdict about a note is right, on made-up machines where the truth is known. `npm run bench:effect` prints
 * the table of docs/evolution.md.
 */

import { wilsonInterval } from '../src/evidence/rules/wilson-interval.js';
import {
  type HistoryKind,
  historyKinds,
  type MachineOptions,
  type SimulatedSkill,
  simulateMachine,
  usualMachine,
} from '../src/evolve/rules/effect/histories.fixture.js';
import {
  type CauseKind,
  causeKinds,
  type SimulatedLine,
  simulateLine,
} from '../src/evolve/rules/effect/line-histories.fixture.js';

export interface EffectFigures {
  readonly kind: HistoryKind;
  readonly skills: number;
  readonly helped: Share;
  readonly harmed: Share;
  /** Skills that have a note at the end. */
  readonly noted: Share;
}

export interface Share {
  readonly count: number;
  readonly low: number;
  readonly high: number;
}

/** As many machines as are needed for so many skills of each kind; each has its own seed. */
export function measureEffect(perKind: number, changes: Partial<MachineOptions>): readonly EffectFigures[] {
  const options = { ...usualMachine, ...changes };
  const machines = Math.ceil(perKind / options.perKind);
  const skills = Array.from({ length: machines }, (_, index) =>
    simulateMachine({ ...options, seed: options.seed + index * 7_919 }),
  ).flat();
  return historyKinds.map((kind) =>
    figuresOf(
      kind,
      skills.filter((skill) => skill.kind === kind),
    ),
  );
}

function figuresOf(kind: HistoryKind, skills: readonly SimulatedSkill[]): EffectFigures {
  const share = (isCounted: (skill: SimulatedSkill) => boolean): Share => {
    const count = skills.filter(isCounted).length;
    return { count, ...wilsonInterval(count, skills.length) };
  };
  return {
    kind,
    skills: skills.length,
    helped: share(({ verdicts }) => verdicts.has('helped')),
    harmed: share(({ verdicts }) => verdicts.has('harmed')),
    noted: share(({ hasNote }) => hasNote),
  };
}

export interface LineFigures {
  readonly kind: CauseKind;
  readonly lines: number;
  /** Ever said to have stopped or to occur less often. */
  readonly fell: Share;
  /** Said to go on when the window was over. */
  readonly goesOn: Share;
}

/** So many lines of each kind that were written. */
export function measureLines(perKind: number, seed: number, loadsADay: number): readonly LineFigures[] {
  return causeKinds.map((kind) => {
    const lines = Array.from({ length: perKind }, (_, index) =>
      simulateLine(kind, seed + index * 7_919, loadsADay),
    ).filter(({ last }) => last !== undefined);
    const share = (isCounted: (line: SimulatedLine) => boolean): Share => {
      const count = lines.filter(isCounted).length;
      return { count, ...wilsonInterval(count, lines.length) };
    };
    const fell = share(({ ever }) => ever.has('stopped') || ever.has('less-often'));
    return { kind, lines: lines.length, fell, goesOn: share(({ last }) => last === 'goes-on') };
  });
}
