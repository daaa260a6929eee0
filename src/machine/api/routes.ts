/*
 * What the pages ask the server of their machine, below `/machine/api/`. Pages import only the types.
 */

import type { z } from 'zod';
import { applyBody, type DoneAnswer, haltBody, type PlanAnswer, planBody, undoBody } from './acts.js';
import type { EffectReads } from './effect.js';
import {
  acceptBody,
  type ProposalAnswer,
  type ReviewAnswer,
  rejectBody,
  type WordingAnswer,
  wordingBody,
} from './review.js';
import type { EpisodeAnswer, SessionsAnswer } from './sessions.js';
import type { SettingsReads } from './settings.js';
import type { SkillAnswer, SkillEvidenceAnswer, SkillHistoryAnswer, SkillSightAnswer } from './skill.js';
import type { SightAnswer, SkillsAnswer } from './skills.js';
import type { TeamReads } from './team.js';
import type { TidyReads } from './tidy.js';
import type { ActivityAnswer, TodayAnswer } from './today.js';

export interface MachineReads extends EffectReads, TidyReads, SettingsReads, TeamReads {
  readonly today: TodayAnswer;
  readonly activity: ActivityAnswer;
  readonly skills: SkillsAnswer;
  readonly sight: SightAnswer;
  readonly skill: SkillAnswer;
  readonly 'skill-sight': SkillSightAnswer;
  readonly 'skill-history': SkillHistoryAnswer;
  readonly 'skill-evidence': SkillEvidenceAnswer;
  readonly sessions: SessionsAnswer;
  readonly episode: EpisodeAnswer;
  readonly review: ReviewAnswer;
  readonly proposal: ProposalAnswer;
}

export const machineBodies = {
  plan: planBody,
  apply: applyBody,
  undo: undoBody,
  halt: haltBody,
  wording: wordingBody,
  accept: acceptBody,
  reject: rejectBody,
};

type Bodies = { readonly [Name in keyof typeof machineBodies]: z.infer<(typeof machineBodies)[Name]> };

interface Answers {
  readonly plan: PlanAnswer;
  readonly apply: DoneAnswer;
  readonly undo: DoneAnswer;
  readonly halt: object;
  readonly wording: WordingAnswer;
  readonly accept: DoneAnswer;
  readonly reject: DoneAnswer;
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
