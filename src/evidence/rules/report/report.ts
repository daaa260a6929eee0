/*
 * The report as a document: what happened in the last days, compared with the same number of days before. What a person
 * can act on comes first. The output formats (text, Markdown, HTML) use only this document.
 */

import { dayMs } from '../../../text/time.js';
import { shortened } from '../../../text/utf8.js';
import { commandsIn } from '../attempts/commands-in.js';
import type { EpisodeResult } from '../episodes/episode.js';
import {
  type CorrectionEvidence,
  type DayEvidence,
  type ErrorCluster,
  type Evidence,
  type EvidenceRow,
  type EvidenceSummary,
  type ItemEvidence,
  type ModelEvidence,
  noEpisodes,
  type SkillEvidence,
  type ToolEvidence,
  type Window,
} from '../evidence.js';
import type { RecurringFailure, ShownFix } from '../fixes/failure.js';

export interface EvidenceReport {
  /** Includes both ends. */
  readonly window: Window & { readonly days: number };
  /** The only skill of the report; null for all. */
  readonly skill: string | null;
  /** How the work with skills ended. */
  readonly episodes: EpisodeCounts;
  /** What failed in these episodes, by cause. What a fix could save most comes first. */
  readonly failures: readonly FailureReport[];
  /** What users corrected, newest first. */
  readonly corrections: readonly CorrectionReport[];
  /** Most evidence first. */
  readonly skills: readonly SkillReport[];
  /** Names that agents used, but that are not installed here. */
  readonly unresolved: readonly string[];
  /** The subagents and commands that were used, most used first; none in the report of one skill. */
  readonly items: readonly ItemEvidence[];
  /** The episodes by model, most episodes first. */
  readonly models: readonly ModelEvidence[];
  /** Whether the report was asked for by model, so that they are shown even if there is only one. */
  readonly by: 'model' | null;
  readonly summary: EvidenceSummary;
  /** The summary and the episodes of as many days before the window. */
  readonly previous: EvidenceSummary & { readonly episodes: EpisodeCounts };
  readonly tools: readonly ToolEvidence[];
  /** UTC days; the first and the last are only partly in the window. */
  readonly days: readonly DayEvidence[];
  readonly clusters: readonly ErrorCluster[];
  /** Newest first. */
  readonly recent: readonly RecentRow[];
  /** A report changes no skill. */
  readonly readOnly: true;
}

export type EpisodeCounts = Readonly<Record<EpisodeResult, number>>;

export interface FailureReport
  extends Pick<
    RecurringFailure,
    | 'cause'
    | 'family'
    | 'command'
    | 'error'
    | 'exitCode'
    | 'skills'
    | 'sessions'
    | 'failures'
    | 'lastAt'
    | 'held'
  > {
  readonly program: string;
  readonly fix: Pick<ShownFix, 'kind' | 'commands' | 'worked' | 'of'> | null;
}

export type CorrectionReport = Omit<CorrectionEvidence, 'event'>;

export interface SkillReport extends SkillCounts {
  readonly id: string;
  /** The counts of as many days before the window. */
  readonly previous: SkillCounts;
  readonly lastUsedAt: number;
  readonly agents: readonly string[];
}

export interface SkillCounts {
  readonly loads: number;
  readonly episodes: EpisodeCounts;
  /** Attempts in the episodes that failed. */
  readonly errors: number;
  /** Episodes that failed or were corrected; the name is that of version 0.1.0. */
  readonly failedLoads: number;
  /** The share of these episodes, from 0 to 1; null without an episode. */
  readonly errorRate: number | null;
  readonly corrections: number;
}

export interface RecentRow
  extends Pick<
    EvidenceRow,
    'at' | 'agent' | 'session' | 'kind' | 'tool' | 'skill' | 'isError' | 'isCorrection'
  > {
  /** One line: the error, or else the request. */
  readonly preview: string;
}

interface ReportRequest {
  readonly now: number;
  readonly days: number;
  readonly skill?: string | undefined;
  readonly by?: 'model' | undefined;
}

const limits = { failures: 100, corrections: 50, clusters: 20, recent: 20 };

export function evidenceReport(evidence: Evidence, { now, days, skill, by }: ReportRequest): EvidenceReport {
  const from = now - days * dayMs;
  const before: Window = { from: from - days * dayMs, to: from };
  // A window excludes its end, but the current millisecond belongs to it.
  const window: Window = { from, to: now + 1 };
  const filter = skill === undefined ? {} : { skill };
  const skills = evidence.skills(window, skill);
  const skillsBefore = new Map(evidence.skills(before, skill).map((each) => [each.id, each]));
  const models = evidence.models(window, skill);
  return {
    window: { days, from, to: now },
    skill: skill ?? null,
    episodes: totalOf(models),
    failures: evidence.failures(window, { ...filter, limit: limits.failures }).map(failureReport),
    corrections: evidence
      .corrections(window, { ...filter, limit: limits.corrections })
      .map(({ event: _, ...correction }) => correction),
    skills: skills.map((each) => ({
      id: each.id,
      ...counts(each),
      previous: counts(skillsBefore.get(each.id)),
      lastUsedAt: each.lastUsedAt,
      agents: each.agents,
    })),
    unresolved: skills.filter(({ isResolved }) => !isResolved).map(({ id }) => id),
    items: skill === undefined ? evidence.items(window) : [],
    models,
    by: by ?? null,
    summary: evidence.summary(window, skill),
    previous: { ...evidence.summary(before, skill), episodes: totalOf(evidence.models(before, skill)) },
    tools: evidence.tools(window, skill),
    days: evidence.days(window, skill),
    clusters: evidence.clusters(window, { ...filter, limit: limits.clusters }),
    recent: evidence.recent(window, { ...filter, limit: limits.recent }).map(recentRow),
    readOnly: true,
  };
}

function totalOf(models: readonly ModelEvidence[]): EpisodeCounts {
  const total = { ...noEpisodes };
  for (const { episodes } of models) {
    total.clean += episodes.clean;
    total.recovered += episodes.recovered;
    total.failed += episodes.failed;
    total.corrected += episodes.corrected;
    total.abandoned += episodes.abandoned;
    total.unknown += episodes.unknown;
  }
  return total;
}

function failureReport(failure: RecurringFailure): FailureReport {
  const { cause, family, command, error, exitCode, skills, sessions, failures, lastAt, fix, held } = failure;
  const program = commandsIn(command).commands.at(-1)?.command.program ?? command;
  const shown = fix && { kind: fix.kind, commands: fix.commands, worked: fix.worked, of: fix.of };
  return {
    cause,
    family,
    program,
    command,
    error,
    exitCode,
    skills,
    sessions,
    failures,
    lastAt,
    fix: shown,
    held,
  };
}

function counts(skill: SkillEvidence | undefined): SkillCounts {
  const { loads = 0, episodes = noEpisodes, errors = 0, corrections = 0 } = skill ?? {};
  const failedLoads = episodes.failed + episodes.corrected;
  const all = episodeTotal(episodes);
  return {
    loads,
    episodes,
    errors,
    failedLoads,
    errorRate: all === 0 ? null : failedLoads / all,
    corrections,
  };
}

export function episodeTotal(episodes: EpisodeCounts): number {
  return Object.values(episodes).reduce((sum, count) => sum + count, 0);
}

function recentRow(row: EvidenceRow): RecentRow {
  const { at, agent, session, kind, tool, skill, isError, isCorrection, args, result } = row;
  const preview = oneLine(isError ? result || args : args || result);
  return { at, agent, session, kind, tool, skill, isError, isCorrection, preview };
}

const previewLength = 160;

function oneLine(text: string): string {
  return shortened(text.replace(/\s+/g, ' ').trim(), previewLength);
}
