/*
 * Values that both the record of a verb and its command need: the defaults that help shows, and closed sets of choices.
 */

import type { Bump } from '../../registry/api/next-version.js';
import type { ValidationMode } from '../../skill/validate.js';

export const defaultReportDays = 7;

/** The defaults of `evolve propose`. */
export const proposeDefaults = { days: 30, modelTimeoutSeconds: 180 } as const;

/** The defaults of `evolve optimize`. */
export const optimizeDefaults = { rounds: 3 } as const;

export const defaultBudgetTokens = 2000;

export const defaultEvery = 'daily';

export const defaultBackfillDays = 30;

export const defaultHost = '127.0.0.1';

export const defaultPort = 4600;

/** Of the pages about this machine. */
export const defaultMachinePort = 4610;

export const shells = ['bash', 'zsh', 'fish'] as const;

export type Shell = (typeof shells)[number];

/** Which part of a version is counted on. */
export const bumps: readonly Bump[] = ['patch', 'minor', 'major'];

/** Named here again, so that parsing a command line does not load the validator. */
export const validationModes: readonly ValidationMode[] = ['lenient', 'portable', 'strict'];
