/*
 * The report as a document: what happened in the last days, compared with the same number of days before. The output
 * formats (text, Markdown, HTML) use only this document.
 */

import { dayMs } from '../../../text/time.js';
import { shortened } from '../../../text/utf8.js';
import type {
  DayEvidence,
  ErrorCluster,
  Evidence,
  EvidenceRow,
  EvidenceSummary,
  SkillEvidence,
  ToolEvidence,
  Window,
} from '../evidence.js';

export interface EvidenceReport {
  /** Includes both ends. */
  readonly window: Window & { readonly days: number };
  /** The only skill of the report; null for all. */
  readonly skill: string | null;
  readonly summary: EvidenceSummary;
  /** The summary of as many days before the window. */
  readonly previous: EvidenceSummary;
  /** Most evidence first. */
  readonly skills: readonly SkillReport[];
  /** Names that agents used, but that are not installed here. */
  readonly unresolved: readonly string[];
  readonly tools: readonly ToolEvidence[];
  /** UTC days; the first and the last are only partly in the window. */
  readonly days: readonly DayEvidence[];
  readonly clusters: readonly ErrorCluster[];
  /** Newest first. */
  readonly recent: readonly RecentRow[];
  /** A report changes no skill. */
  readonly readOnly: true;
}

export interface SkillReport extends SkillCounts {
  readonly id: string;
  /** The counts of as many days before the window. */
  readonly previous: SkillCounts;
  readonly lastUsedAt: number;
  readonly agents: readonly string[];
}

export interface SkillCounts {
  readonly loads: number;
  /** Errors while the skill was active. */
  readonly errors: number;
  /** Loads during which at least one error occurred. */
  readonly failedLoads: number;
  /** The share of failed loads, from 0 to 1; null without a load. */
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
}

const clusterLimit = 20;
const recentLimit = 20;

export function evidenceReport(evidence: Evidence, { now, days, skill }: ReportRequest): EvidenceReport {
  const from = now - days * dayMs;
  const before: Window = { from: from - days * dayMs, to: from };
  // A window excludes its end, but the current millisecond belongs to it.
  const window: Window = { from, to: now + 1 };
  const filter = skill === undefined ? {} : { skill };
  const skills = evidence.skills(window, skill);
  const skillsBefore = new Map(evidence.skills(before, skill).map((each) => [each.id, each]));
  return {
    window: { days, from, to: now },
    skill: skill ?? null,
    summary: evidence.summary(window, skill),
    previous: evidence.summary(before, skill),
    skills: skills.map((each) => ({
      id: each.id,
      ...counts(each),
      previous: counts(skillsBefore.get(each.id)),
      lastUsedAt: each.lastUsedAt,
      agents: each.agents,
    })),
    unresolved: skills.filter(({ isResolved }) => !isResolved).map(({ id }) => id),
    tools: evidence.tools(window, skill),
    days: evidence.days(window, skill),
    clusters: evidence.clusters(window, { ...filter, limit: clusterLimit }),
    recent: evidence.recent(window, { ...filter, limit: recentLimit }).map(recentRow),
    readOnly: true,
  };
}

function counts(skill: SkillEvidence | undefined): SkillCounts {
  const { loads = 0, errors = 0, failedLoads = 0, corrections = 0 } = skill ?? {};
  return { loads, errors, failedLoads, errorRate: loads === 0 ? null : failedLoads / loads, corrections };
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
