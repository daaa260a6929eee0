/*
 * The status of this machine, as the document of `coppice status`. All of it is read from files, without the network.
 */

import type { RegistryAddress } from '../../client/rules/manifest.js';
import type { EvolverRun } from '../../evolve/last-run.js';
import type { LastRun } from '../../evolve/schedule/last-run.js';
import { counted } from '../../text/plural.js';
import type { SkillState } from '../../usage/rules/record.js';
import type { Attention, AttentionKind } from './attention.js';

export interface Status {
  readonly home: string;
  /** Those that are there, in the order of precedence. */
  readonly roots: readonly RootStatus[];
  /** Those whose skills are offered, by name. */
  readonly plugins: readonly PluginStatus[];
  /** All of these together, each skill once. */
  readonly counts: StateCounts & {
    /** On the disk: active and stale ones. */
    readonly skills: number;
    /** Of which a use or a view was counted. */
    readonly used: number;
  };
  /** Where skills are looked for, also where nothing is there yet. */
  readonly lookedIn: readonly string[];
  readonly curator: CuratorStatus | Unavailable;
  readonly evolver: EvolverStatus | Unavailable;
  readonly evidence: EvidenceStatus | Unavailable;
  readonly schedule: { readonly lastRun: LastRun | null } | Unavailable;
  readonly registry:
    | { readonly login: RegistryAddress | null; readonly project: ProjectStatus | null }
    | Unavailable;
  /** What others changed in the skills and this command recorded. */
  readonly observed: ObservedChanges;
  /** Ledger entries that were begun and did not end. */
  readonly unfinished: readonly string[];
  /** What matters now, the worst first; at most five. */
  readonly attention: readonly Attention[];
  /** How many skills the scanner has not seen yet. */
  readonly unscanned: number;
}

export interface ObservedChanges {
  /** The ledger entries, and the skills that they are about. */
  readonly changes: readonly { readonly entry: string; readonly skill: string }[];
  /** The number of skills that wait for the next time. */
  readonly left: number;
  /** Why nothing could be recorded. */
  readonly problem: string | null;
}

type StateCounts = Readonly<Record<SkillState, number>>;

export interface RootStatus extends StateCounts {
  readonly label: string;
  readonly shownAs: string;
  readonly path: string;
  readonly trusted: boolean;
  readonly skills: number;
  /** The skills that it reaches by links, and that are counted in a root before it. */
  readonly linked: number;
}

export interface PluginStatus {
  readonly name: string;
  /** The folder of its skills. */
  readonly path: string;
  readonly skills: number;
}

export interface CuratorStatus {
  readonly lastRun: { readonly id: string; readonly at: number } | null;
  readonly paused: boolean;
  readonly due: boolean;
  readonly nextRunAt: number;
  /** What a run would do now. */
  readonly wouldMove: number;
}

export interface EvolverStatus {
  readonly lastRun: EvolverRun | null;
  /** Pending proposals. */
  readonly pending: number;
}

export interface EvidenceStatus {
  /** Whether anything was ever read from a session, or recorded by a hook. */
  readonly present: boolean;
  /** Of the last days, as many as the evolver looks at. */
  readonly days: number;
  readonly sessions: number;
  readonly events: number;
  readonly errors: number;
  readonly lastActivityAt: number | null;
}

export interface ProjectStatus {
  readonly folder: string;
  /** How many the manifest names. */
  readonly items: number;
  readonly state: 'installed' | 'never-installed' | 'lock-behind' | 'incomplete';
  /** How many items have a newer version, and when that was found; null where nothing newer is known. */
  readonly updates: { readonly at: number; readonly count: number } | null;
}

/** A part that could not be read, and what to do about it; the others are still shown. */
export interface Unavailable {
  readonly code: string;
  readonly problem: string;
  readonly hint: string | null;
}

export function isUnavailable(part: object): part is Unavailable {
  return 'problem' in part;
}

/*
 * What to do next. Of all that is due the most pressing comes first; where nothing is, the first thing that would make
 * the others worth while.
 */

export interface Step {
  readonly command: string;
  /** A sentence that goes on after the command. */
  readonly why: string;
}

/** Everything that waits for somebody, the most pressing first. */
export function dueSteps(status: Status): readonly Step[] {
  const { unfinished, registry, evolver, curator } = status;
  const project = isUnavailable(registry) ? null : registry.project;
  const steps: Step[] = [];
  if (unfinished.length > 0)
    steps.push({
      command: 'coppice doctor',
      why: `${counted(unfinished.length, 'change')} did not complete; the doctor says how they are settled`,
    });
  const install = projectStep(project);
  if (install !== undefined) steps.push(install);
  if (!isUnavailable(evolver) && evolver.pending > 0)
    steps.push({
      command: 'coppice evolve review',
      why: `${counted(evolver.pending, 'proposal waits', 'proposals wait')} for your decision`,
    });
  if (!isUnavailable(curator) && curator.due && curator.wouldMove > 0)
    steps.push({
      command: 'coppice curate --dry-run',
      why: `shows the ${counted(curator.wouldMove, 'skill')} that a run would retire, and moves nothing`,
    });
  return steps;
}

/** Undefined where there is no project, or all of it is installed. */
export function projectStep(project: ProjectStatus | null): Step | undefined {
  if (project === null || project.state === 'installed') return undefined;
  return { command: 'coppice ensure', why: ensureReasons[project.state] };
}

export function nextStep(status: Status): Step {
  const { counts, evidence, attention } = status;
  const isUnread = !isUnavailable(evidence) && !evidence.present;
  const [worst] = attention;
  if (isUnread && worst !== undefined && restsOnUse.includes(worst.kind))
    return {
      command: 'coppice evidence backfill',
      why: 'reads which skills your agents have used, before any is retired or made quiet',
    };
  // A command that only informs would stay the next one.
  const settled = attention.find(({ command }) => !informing.includes(command)) ?? worst;
  if (settled !== undefined) return { command: settled.command, why: settled.message };
  const [first] = dueSteps(status);
  if (first !== undefined) return first;
  if (counts.skills === 0 && counts.archived > 0)
    return { command: 'coppice archived', why: 'lists the skills that can be restored' };
  if (counts.skills === 0)
    return { command: 'coppice create NAME --description TEXT', why: 'creates the first skill' };
  if (isUnread)
    return {
      command: 'coppice evidence backfill',
      why: 'reads what your agents have done with these skills',
    };
  if (counts.used === 0 && !isUnavailable(evidence) && evidence.sessions === 0)
    return { command: 'coppice hooks install', why: 'records every skill that Claude Code uses' };
  return { command: 'coppice search TEXT', why: 'finds the skill for a task' };
}

const informing: readonly string[] = ['coppice cost', 'coppice doctor'];

/** What to do about these is decided by what was used. */
const restsOnUse: readonly AttentionKind[] = ['over-budget', 'retire', 'unused'];

const ensureReasons = {
  'never-installed': 'installs the items of this project',
  'lock-behind': 'the manifest or a source of this project changed since it was locked',
  incomplete: 'items of this project are not installed',
} as const;
