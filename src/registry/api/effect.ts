/*
 * The effect of a change that several machines have, as counts: episodes by day before and after it, and those that went
 * badly. There is no text, no name and no date in it.
 */

import { z } from 'zod';
import { digestSchema } from './names.js';

/** What one member may report of one day; more than anybody uses a skill. */
export const effectLimits = {
  firstDay: -35,
  lastDay: 28,
  loads: 200,
  otherLoads: 10_000,
  /** Changes in one request. */
  effects: 50,
  /** Machines of one member that count for a change. */
  machinesOfMember: 3,
  /** Changes of which one member may have reports. */
  digestsOfMember: 1_000,
  /** Machines in the answer about a change: those that reported last. */
  machines: 200,
} as const;

const count = (max: number) => z.number().int().min(0).max(max);

export const effectDay = z
  .object({
    /** Whole days since the change; negative before it. The day of the change itself is left out. */
    day: z.number().int().min(effectLimits.firstDay).max(effectLimits.lastDay),
    /** Episodes, and those that failed or in which the user corrected the agent. */
    loads: count(effectLimits.loads).min(1),
    bad: count(effectLimits.loads),
    /** The same of the other skills that the same agents used on that day. */
    other_loads: count(effectLimits.otherLoads),
    other_bad: count(effectLimits.otherLoads),
  })
  .refine(({ day }) => day !== 0, 'the day of the change counts for neither side')
  .refine(({ loads, bad }) => bad <= loads, 'bad is at most loads')
  .refine(({ other_loads, other_bad }) => other_bad <= other_loads, 'other_bad is at most other_loads');
export type EffectDay = z.infer<typeof effectDay>;

const allDays = effectLimits.lastDay - effectLimits.firstDay;

export const effectReport = z.object({
  machine: z
    .string()
    .regex(/^[0-9a-f]{16}$/, 'machine is 16 hex digits')
    .describe('Distinguishes the machines of a member without naming them'),
  effects: z
    .array(
      z.object({
        /** Equal for the same change on several machines. */
        digest: digestSchema,
        /** Replaces what this machine reported before; empty to withdraw it. */
        days: z
          .array(effectDay)
          .max(allDays)
          .refine((days) => new Set(days.map(({ day }) => day)).size === days.length, 'each day occurs once'),
      }),
    )
    .min(1)
    .max(effectLimits.effects)
    .refine((all) => new Set(all.map(({ digest }) => digest)).size === all.length, 'each digest occurs once')
    .describe(
      '`{digest, days}` of each change; `days` replaces what this machine reported before, and an empty list withdraws it',
    ),
});
export type EffectReport = z.infer<typeof effectReport>;

export const effectAnswer = z.object({
  effects: z.array(
    z.object({
      digest: digestSchema,
      /** The reports of all other machines, the latest first. */
      machines: z.array(
        z.object({
          /** Equal for machines of the same member; it has no meaning beyond this answer. */
          member: z.number().int().min(0),
          days: z.array(effectDay),
        }),
      ),
    }),
  ),
});
export type EffectAnswer = z.infer<typeof effectAnswer>;
