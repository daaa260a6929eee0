/*
 * What the pages ask the server of their machine, below `/machine/api/`. Pages import only the types.
 */

import type { z } from 'zod';
import { applyBody, type DoneAnswer, type PlanAnswer, planBody, undoBody } from './acts.js';
import type { SkillAnswer, SkillEvidenceAnswer, SkillHistoryAnswer, SkillSightAnswer } from './skill.js';
import type { SightAnswer, SkillsAnswer } from './skills.js';
import type { ActivityAnswer, TodayAnswer } from './today.js';

export interface MachineReads {
  readonly today: TodayAnswer;
  readonly activity: ActivityAnswer;
  readonly skills: SkillsAnswer;
  readonly sight: SightAnswer;
  readonly skill: SkillAnswer;
  readonly 'skill-sight': SkillSightAnswer;
  readonly 'skill-history': SkillHistoryAnswer;
  readonly 'skill-evidence': SkillEvidenceAnswer;
}

export const machineBodies = { plan: planBody, apply: applyBody, undo: undoBody };

type Bodies = { readonly [Name in keyof typeof machineBodies]: z.infer<(typeof machineBodies)[Name]> };

interface Answers {
  readonly plan: PlanAnswer;
  readonly apply: DoneAnswer;
  readonly undo: DoneAnswer;
}

export type MachineWrites = {
  readonly [Name in keyof Bodies]: { readonly body: Bodies[Name]; readonly answer: Answers[Name] };
};

/** What answers each of them. */
export type ReadHandlers = {
  readonly [Name in keyof MachineReads]: (
    query: URLSearchParams,
  ) => Promise<MachineReads[Name]> | MachineReads[Name];
};
export type WriteHandlers = {
  readonly [Name in keyof MachineWrites]: (
    body: MachineWrites[Name]['body'],
  ) => Promise<MachineWrites[Name]['answer']>;
};
