/*
 * `coppice status`, and `coppice` alone: one screen of how things stand, and the next useful command.
 */

import type { Context } from '../context.js';
import type { Input } from '../input.js';
import { dueSteps, nextStep } from '../status/next-step.js';
import { readStanding } from '../status/read-standing.js';
import { standingText } from '../status/standing-text.js';
import type { Report } from '../verb.js';

export async function runStatus(context: Context, input: Input): Promise<Report> {
  const standing = await readStanding(context, input);
  const next = nextStep(standing);
  return {
    document: { ...standing, due: dueSteps(standing), next },
    text: () => standingText(context, standing, next),
  };
}
