/*
 * What to do next. Of all that is due the most pressing comes first; where nothing is, the first thing that would make the
 * others worth while.
 */

import { counted } from '../counted.js';
import { isTrouble, type Standing } from './standing.js';

export interface Step {
  readonly command: string;
  /** A sentence that goes on after the command. */
  readonly why: string;
}

/** Everything that waits for somebody, the most pressing first. */
export function dueSteps(standing: Standing): readonly Step[] {
  const { unfinished, registry, evolver, curator } = standing;
  const project = isTrouble(registry) ? null : registry.project;
  const steps: Step[] = [];
  if (unfinished.length > 0)
    steps.push({
      command: 'coppice doctor',
      why: `${counted(unfinished.length, 'change')} did not end; it says what the next change does about that`,
    });
  if (project !== null && project.state !== 'installed')
    steps.push({ command: 'coppice ensure', why: ensureReasons[project.state] });
  if (!isTrouble(evolver) && evolver.pending > 0)
    steps.push({
      command: 'coppice evolve review',
      why: `${counted(evolver.pending, 'proposal')} wait${evolver.pending === 1 ? 's' : ''} for your decision`,
    });
  if (!isTrouble(curator) && curator.due && curator.wouldMove > 0)
    steps.push({
      command: 'coppice curate --dry-run',
      why: `shows the ${counted(curator.wouldMove, 'skill')} that a run would set aside, and moves nothing`,
    });
  return steps;
}

export function nextStep(standing: Standing): Step {
  const { counts, evidence } = standing;
  const [first] = dueSteps(standing);
  if (first !== undefined) return first;
  if (counts.skills === 0 && counts.archived > 0)
    return { command: 'coppice archived', why: 'lists the skills that can be brought back' };
  if (counts.skills === 0)
    return { command: 'coppice create NAME --description TEXT', why: 'makes the first skill' };
  if (counts.used === 0 && !isTrouble(evidence) && !evidence.present)
    return {
      command: 'coppice evidence backfill',
      why: 'reads what your agents have done with these skills',
    };
  if (counts.used === 0 && !isTrouble(evidence) && evidence.sessions === 0)
    return { command: 'coppice hooks install', why: 'lets Claude Code tell of every skill it uses' };
  return { command: 'coppice search TEXT', why: 'finds the skill that fits a need' };
}

const ensureReasons = {
  'never-installed': 'installs what the manifest of this project names',
  'lock-behind': 'the manifest of this project asks for something else than its lock',
  incomplete: 'something that the lock of this project names is not in its place',
} as const;
