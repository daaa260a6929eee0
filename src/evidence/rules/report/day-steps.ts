/*
 * Days grouped into steps of equal length, so that a chart of any window fits. The newest step is complete.
 */

import type { DayEvidence } from '../evidence.js';

export interface DaySteps {
  readonly daysPerStep: number;
  /** Oldest first, each named by its first day. */
  readonly steps: readonly DayEvidence[];
}

export function daySteps(days: readonly DayEvidence[], maxSteps: number): DaySteps {
  const daysPerStep = Math.max(1, Math.ceil(days.length / maxSteps));
  const steps: DayEvidence[] = [];
  for (let end = days.length; end > 0; end -= daysPerStep) {
    steps.unshift(sum(days.slice(Math.max(0, end - daysPerStep), end)));
  }
  return { daysPerStep, steps };
}

function sum(days: readonly DayEvidence[]): DayEvidence {
  return days.reduce((total, { loads, tools, errors }) => ({
    day: total.day,
    loads: total.loads + loads,
    tools: total.tools + tools,
    errors: total.errors + errors,
  }));
}
