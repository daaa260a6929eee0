/*
 * One skill: what it says to agents, who sees it, what happened with it, and how it changed.
 */

import type { EpisodeResult } from './sessions.js';
import type { Sight } from './skills.js';

export interface SkillAnswer {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly root: string;
  /** The SKILL.md, with `~` for the home of the user. */
  readonly path: string;
  readonly state: 'active' | 'stale';
  readonly pinned: boolean;
  readonly provenance: string;
  readonly quiet: readonly string[];
  readonly verdict: 'pass' | 'review' | 'warn' | 'block' | null;
  readonly accepted: boolean;
  /** Why it cannot be scanned. */
  readonly unscannable: string | null;
  /** The SKILL.md; null where the scanner blocks it. */
  readonly text: string | null;
  /** The other files of its folder. */
  readonly files: readonly string[];
  readonly findings: readonly SkillFinding[];
  /** What is wrong with the file, as sentences. */
  readonly faults: readonly { readonly severity: string; readonly line: number; readonly message: string }[];
  /** Uses by day, the last 30 days. */
  readonly uses: readonly number[];
  readonly useCount: number;
  readonly lastUsedAt: number | null;
  readonly firstSeenAt: number | null;
  readonly now: number;
}

export interface SkillFinding {
  readonly rule: string;
  readonly severity: string;
  readonly file: string;
  readonly line: number | null;
  readonly why: string;
  /** What stands there; null where the skill is blocked, so that nothing of it is shown. */
  readonly text: string | null;
}

/** How each agent on this machine lists the skill, and why it does not. */
export interface SkillSightAnswer {
  readonly agents: readonly {
    readonly agent: string;
    readonly sight: Sight;
    readonly why: string | null;
    /** The line to type that makes it see the skill; null where there is none. */
    readonly share: string | null;
  }[];
}

export interface SkillHistoryAnswer {
  /** Newest first. */
  readonly entries: readonly HistoryEntry[];
  readonly now: number;
}

export interface HistoryEntry {
  readonly id: string;
  readonly at: number;
  readonly actor: string;
  readonly action: string;
  readonly reason: string | null;
  /** The id of the run that it is a part of. */
  readonly run: string | null;
  /** What was changed, as a unified diff; empty where nothing of it is stored. */
  readonly diff: string;
  /** Whether it can be undone: it was completed, and was not undone yet. */
  readonly canUndo: boolean;
  /** Whether another entry took it back. */
  readonly isUndone: boolean;
}

export interface SkillEvidenceAnswer {
  readonly days: number;
  readonly now: number;
  /** Newest first. */
  readonly episodes: readonly EpisodeSummary[];
  /** What a note could save most comes first. */
  readonly failures: readonly FailureSummary[];
  readonly note: NoteSummary | null;
}

export interface EpisodeSummary {
  readonly id: string;
  readonly agent: string;
  readonly model: string | null;
  readonly startedAt: number;
  readonly endedAt: number;
  readonly result: EpisodeResult;
  readonly attempts: number;
  /** In their order: what failed with what became of it, and what the user corrected. All of it redacted, as stored. */
  readonly steps: readonly EpisodeStep[];
}

export interface EpisodeStep {
  readonly at: number;
  readonly kind: 'failed' | 'corrected';
  readonly text: string;
  /** What the program printed, or how the correction was recognised. */
  readonly detail: string;
  readonly ending: string | null;
}

export interface FailureSummary {
  readonly command: string;
  readonly error: string;
  readonly failures: number;
  readonly sessions: number;
  readonly lastAt: number;
  /** What fixed it, with how often it worked; null where nothing is known, or nothing may be shown. */
  readonly fix: { readonly commands: readonly string[]; readonly worked: number; readonly of: number } | null;
  /** Whether a fix was seen that is not shown, because it would be unsafe to follow. */
  readonly isHeld: boolean;
}

export interface NoteSummary {
  /** The ledger entry that wrote it; null where the skill has no note. */
  readonly entry: string | null;
  readonly writtenAt: number | null;
  readonly whyNot: string | null;
  readonly lines: readonly {
    readonly text: string;
    readonly sessions: number;
    readonly cited: number;
    /** `2026-06-15 11:00 claude: docker run x: failed, then fixed`. */
    readonly events: readonly string[];
  }[];
}
