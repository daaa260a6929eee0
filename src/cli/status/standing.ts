/*
 * How things stand on this machine, as the document of `coppice status`. All of it is read from files; nobody is asked.
 */

import type { RegistryAddress } from '../../client/rules/manifest.js';
import type { LastRun } from '../../evolve/schedule/last-run.js';
import type { SkillState } from '../../usage/rules/record.js';

export interface Standing {
  readonly home: string;
  /** Those that are there, in the order of precedence. */
  readonly roots: readonly RootStanding[];
  readonly counts: StateCounts & {
    /** On the disk: active and stale ones. */
    readonly skills: number;
    /** Of which a use or a view was counted. */
    readonly used: number;
  };
  /** Where skills are looked for, also where nothing is there yet. */
  readonly lookedIn: readonly string[];
  readonly curator: CuratorStanding | Trouble;
  readonly evolver: EvolverStanding | Trouble;
  readonly evidence: EvidenceStanding | Trouble;
  readonly schedule: { readonly lastRun: LastRun | null } | Trouble;
  readonly registry:
    | { readonly login: RegistryAddress | null; readonly project: ProjectStanding | null }
    | Trouble;
  /** Ledger entries that were begun and did not end. */
  readonly unfinished: readonly string[];
}

export type StateCounts = Readonly<Record<SkillState, number>>;

export interface RootStanding extends StateCounts {
  readonly label: string;
  readonly shownAs: string;
  readonly path: string;
  readonly trusted: boolean;
  readonly skills: number;
}

export interface CuratorStanding {
  readonly lastRun: { readonly id: string; readonly at: number } | null;
  readonly paused: boolean;
  readonly due: boolean;
  readonly nextRunAt: number;
  /** What a run would do now. */
  readonly wouldMove: number;
}

export interface EvolverStanding {
  readonly lastRun: EvolverRun | null;
  /** Proposals that wait for a decision. */
  readonly pending: number;
}

export interface EvolverRun {
  readonly id: string;
  readonly at: number;
  readonly exitCode: number;
  readonly applied: number;
}

export interface EvidenceStanding {
  /** Whether anything was ever read from a session, or told by a hook. */
  readonly present: boolean;
  /** Of the last days, as many as the evolver looks at. */
  readonly days: number;
  readonly sessions: number;
  readonly events: number;
  readonly errors: number;
  readonly lastActivityAt: number | null;
}

export interface ProjectStanding {
  readonly folder: string;
  /** How many the manifest names. */
  readonly items: number;
  readonly state: 'installed' | 'never-installed' | 'lock-behind' | 'incomplete';
}

/** A part that could not be read, and what to do about it; the others are told all the same. */
export interface Trouble {
  readonly code: string;
  readonly problem: string;
  readonly hint: string | null;
}

export function isTrouble(part: object): part is Trouble {
  return 'problem' in part;
}
