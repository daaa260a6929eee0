/*
 * The port to the evidence. Reports and the evolver know only this; store/ implements it. Times are milliseconds since the
 * epoch; a window includes its start, but not its end.
 */

import { dayMs, utcDay } from '../../text/time.js';
import { compareText } from '../../text/utf8.js';
import type { Correction, Episode, EpisodeResult } from './episodes/episode.js';
import type { CreditReason, EventKind } from './event.js';
import type { RecurringFailure } from './fixes/failure.js';

export interface Evidence {
  summary(window: Window, skill?: string): EvidenceSummary;
  /** Every skill with evidence in the window: most events first, then most errors, then by id. */
  skills(window: Window, skill?: string): readonly SkillEvidence[];
  tools(window: Window, skill?: string): readonly ToolEvidence[];
  /** The subagents and commands that were used, most used first. */
  items(window: Window): readonly ItemEvidence[];
  /** One row per UTC day of the window, oldest first, including days without events. */
  days(window: Window, skill?: string): readonly DayEvidence[];
  /** Errors of the same cause, most frequent first. */
  clusters(window: Window, options?: EvidenceFilter): readonly ErrorCluster[];
  /** All events, newest first. */
  recent(window: Window, options?: EvidenceFilter): readonly EvidenceRow[];
  /** Only events that are evidence about the skill (see `isEvidence`), newest first. */
  evidenceFor(skill: string, window: Window, limit?: number): readonly EvidenceRow[];
  /** Episodes that began in the window, newest first. The name of their skill is its id, if it is installed. */
  episodes(window: Window, options?: EvidenceFilter): readonly Episode[];
  /** What went wrong in these episodes, by cause, with what fixed it. What a note could save most comes first. */
  failures(window: Window, options?: EvidenceFilter): readonly RecurringFailure[];
  /** The corrections by users in these episodes; those of the newest episodes first. */
  corrections(window: Window, options?: EvidenceFilter): readonly CorrectionEvidence[];
  /** How the episodes that began in the window ended, by skill, agent and UTC day, in any order. */
  outcomes(window: Window): readonly DayOutcome[];
  /** These episodes by model: most episodes first, then by name. */
  models(window: Window, skill?: string): readonly ModelEvidence[];
  /** Whether the user purged one of these events. What retention deleted was not purged. */
  purgedAny(eventIds: readonly string[]): boolean;
}

export interface Window {
  readonly from: number;
  readonly to: number;
}

export interface EvidenceFilter {
  readonly skill?: string;
  readonly limit?: number;
}

export interface EvidenceSummary {
  /** Tool calls, including those that load skills. */
  readonly toolEvents: number;
  /** Loads, reads of references, runs of scripts and writes of skills. */
  readonly skillEvents: number;
  readonly errorEvents: number;
  readonly turns: number;
  readonly sessions: number;
}

export interface SkillEvidence {
  /** The id, or the name as written if the skill is not installed. */
  readonly id: string;
  readonly isResolved: boolean;
  /** Events that are evidence about the skill. */
  readonly events: number;
  readonly loads: number;
  /** How its episodes ended. There may be fewer episodes than loads, because an agent loads a skill again for the same task. */
  readonly episodes: Readonly<Record<EpisodeResult, number>>;
  /** Attempts in its episodes that failed, and that count against it. */
  readonly errors: number;
  /** Corrections by the user in its episodes. */
  readonly corrections: number;
  /** The time of the latest load, or else of the latest evidence. */
  readonly lastUsedAt: number;
  readonly agents: readonly string[];
}

export interface CorrectionEvidence extends Correction {
  /** The id of the skill, or its name if it is not installed. */
  readonly skill: string;
  readonly agent: string;
  /** The root session. */
  readonly session: string;
}

export interface DayOutcome {
  /** The id of the skill, or its name if it is not installed. */
  readonly skill: string;
  readonly agent: string;
  /** Whole days since the epoch. */
  readonly day: number;
  /** Episodes. */
  readonly loads: number;
  /** Those that failed, or in which the user corrected the agent. */
  readonly bad: number;
}

export interface ModelEvidence {
  /** Null if the transcripts do not name it. */
  readonly model: string | null;
  readonly episodes: Readonly<Record<EpisodeResult, number>>;
  readonly errors: number;
  readonly corrections: number;
  /** Output tokens; null if no transcript has them. */
  readonly tokens: number | null;
}

export interface ToolEvidence {
  readonly tool: string;
  readonly events: number;
  readonly errors: number;
}

export interface DayEvidence {
  /** `2026-01-31`. */
  readonly day: string;
  readonly loads: number;
  readonly tools: number;
  readonly errors: number;
}

export interface ErrorCluster {
  readonly message: string;
  readonly count: number;
  readonly skills: readonly string[];
  readonly tools: readonly string[];
  readonly lastAt: number;
  /** The preview of the latest error. */
  readonly example: string;
}

/** How often an agent used one of its subagents, or its user gave one of their commands. */
export interface ItemEvidence {
  readonly kind: 'agent' | 'command';
  /** As the agent knows it; it may be one that comes with the agent. */
  readonly name: string;
  readonly agent: string;
  readonly uses: number;
  readonly lastUsedAt: number;
}

/** The order is total, so that every store gives the same list. */
export function byUses(one: ItemEvidence, other: ItemEvidence): number {
  return (
    other.uses - one.uses ||
    compareText(one.kind, other.kind) ||
    compareText(one.name, other.name) ||
    compareText(one.agent, other.agent)
  );
}

export interface EvidenceRow {
  readonly id: string;
  readonly at: number;
  readonly agent: string;
  readonly session: string;
  readonly kind: EventKind;
  readonly tool: string | null;
  readonly skill: string | null;
  readonly reason: CreditReason | null;
  readonly weight: number;
  readonly isError: boolean;
  readonly isCorrection: boolean;
  readonly args: string;
  readonly result: string;
  readonly cluster: string;
}

export const noEpisodes: Readonly<Record<EpisodeResult, number>> = {
  clean: 0,
  recovered: 0,
  failed: 0,
  corrected: 0,
  abandoned: 0,
  unknown: 0,
};

/** The evidence of a machine without a store, so that a report does not create one. */
export const noEvidence: Evidence = {
  purgedAny: () => false,
  summary: () => ({ toolEvents: 0, skillEvents: 0, errorEvents: 0, turns: 0, sessions: 0 }),
  skills: () => [],
  tools: () => [],
  items: () => [],
  days: (window) => utcDays(window).map((day) => ({ day, loads: 0, tools: 0, errors: 0 })),
  clusters: () => [],
  recent: () => [],
  evidenceFor: () => [],
  episodes: () => [],
  failures: () => [],
  corrections: () => [],
  outcomes: () => [],
  models: () => [],
};

function utcDays({ from, to }: Window): readonly string[] {
  const first = Math.floor(from / dayMs);
  const count = Math.max(0, Math.ceil(to / dayMs) - first);
  return Array.from({ length: count }, (_, index) => utcDay((first + index) * dayMs));
}
