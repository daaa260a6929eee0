/*
 * The report as a document: what happened in the last days, beside the same number of days before. It only asks the
 * evidence; the forms it is shown in (text, Markdown, a page) know nothing but this document.
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
  /** Both ends belong to it. */
  readonly window: Window & { readonly days: number };
  /** The only skill it is about; null for all. */
  readonly skill: string | null;
  readonly summary: EvidenceSummary;
  /** Of as many days before the window. */
  readonly previous: EvidenceSummary;
  /** Most evidence first. */
  readonly skills: readonly SkillReport[];
  /** Names that agents used and that no root holds. */
  readonly unresolved: readonly string[];
  readonly tools: readonly ToolEvidence[];
  /** UTC days, of which the window holds only a part of the first and of the last. */
  readonly days: readonly DayEvidence[];
  readonly clusters: readonly ErrorCluster[];
  /** Newest first. */
  readonly recent: readonly RecentRow[];
  /** A report changes no skill. */
  readonly readOnly: true;
}

export interface SkillReport extends SkillCounts {
  readonly id: string;
  /** Of as many days before the window; zeros where there was nothing. */
  readonly previous: SkillCounts;
  readonly lastUsedAt: number;
  readonly agents: readonly string[];
}

export interface SkillCounts {
  readonly loads: number;
  /** That came while it was active. */
  readonly errors: number;
  /** Loads during which at least one error came. */
  readonly failedLoads: number;
  /** Failed loads of all loads, from 0 to 1; null without a load. */
  readonly errorRate: number | null;
  readonly corrections: number;
}

export interface RecentRow
  extends Pick<
    EvidenceRow,
    'at' | 'agent' | 'session' | 'kind' | 'tool' | 'skill' | 'isError' | 'isCorrection'
  > {
  /** One line: what went wrong, else what was asked. */
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
  // A window does not hold its end, and what happened in this very millisecond has happened.
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
