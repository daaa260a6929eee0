/*
 * What a person can do on the pages. Every act is planned first, and only what the person has seen in the plan is done;
 * the answer has the id that undoes it.
 */

import { z } from 'zod';

const maxSkills = 20_000;
/** Ten years. */
export const maxDays = 3_650;
const days = z.int().min(1).max(maxDays);
const skill = z.string().min(1).max(1_000);
const skills = z.array(skill).min(1).max(maxSkills);

/** Acts on skills that the person has chosen. */
const chosenActs = ['archive', 'restore', 'quiet', 'wake', 'adopt'] as const;
/** Acts whose skills follow from what is wrong with them. */
const settlingActs = ['archive-blocked', 'archive-unloadable', 'fix', 'dedupe', 'curate'] as const;

const actRequest = z.discriminatedUnion('act', [
  z.strictObject({ act: z.enum(chosenActs), skills }),
  z.strictObject({ act: z.enum(settlingActs) }),
  z.strictObject({ act: z.literal('tidy'), days: days.optional() }),
  z.strictObject({ act: z.literal('fit') }),
  z.strictObject({ act: z.literal('policy'), staleAfterDays: days, archiveAfterDays: days }),
  z.strictObject({ act: z.literal('note'), skill }),
  z.strictObject({ act: z.literal('distinct'), skills: skills.min(2).max(100) }),
]);
export type ActRequest = z.infer<typeof actRequest>;

/** By which the page follows an act, and stops it. */
const act = z.string().min(1).max(64);

export const planBody = z.strictObject({ request: actRequest });
export const applyBody = z.strictObject({
  request: actRequest,
  /** The keys of the lines that are to be carried out; all of them are in the plan that the person has seen. */
  lines: z.array(z.string().max(4_096)).max(maxSkills),
  act: act.optional(),
});
export const undoBody = z.strictObject({ id: z.string().min(1).max(200), act: act.optional() });
export const haltBody = z.strictObject({ act });

/** How far an act has come; sent while it is carried out. */
export interface ProgressEvent {
  readonly act: string;
  readonly done: number;
  readonly total: number;
}

export interface PlanAnswer {
  /** A question: `Archive 3 skills?`. */
  readonly title: string;
  /** What happens, in one or two sentences. */
  readonly says: string;
  /** The verb of the button. */
  readonly verb: string;
  /** Whether single lines can be left out. */
  readonly isChoice: boolean;
  readonly lines: readonly PlanLine[];
  /** What is left alone, with the reason. */
  readonly left: readonly { readonly skill: string; readonly why: string }[];
}

export interface PlanLine {
  readonly key: string;
  /** The id of the skill, or another name for what changes. */
  readonly skill: string;
  readonly does: string;
  readonly why: string | null;
}

export interface DoneAnswer {
  /** `Archived 3 skills.` */
  readonly message: string;
  /** The id of the ledger entry or run that undoes it; null when nothing changed. */
  readonly undo: string | null;
  /** What was not done, and why. */
  readonly problem: string | null;
}
