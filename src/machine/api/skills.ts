/*
 * All skills in one table.
 */

export interface SkillsAnswer {
  /** Milliseconds; the last day of the uses. */
  readonly now: number;
  readonly skills: readonly SkillRow[];
}

export interface SkillRow {
  readonly id: string;
  readonly name: string;
  /** Empty where the scanner blocks the skill. */
  readonly description: string;
  /** The label of its root as it is shown. */
  readonly root: string;
  readonly state: 'active' | 'stale' | 'archived';
  readonly pinned: boolean;
  /** Null while it was not scanned, and where it cannot be. */
  readonly verdict: 'pass' | 'review' | 'warn' | 'block' | null;
  /** Whether a person has accepted a skill that the scanner blocks. */
  readonly accepted: boolean;
  /** Uses by day, the last 30 days; empty where there are none. */
  readonly uses: readonly number[];
  readonly useCount: number;
  /** Milliseconds; null for never. */
  readonly lastUsedAt: number | null;
  /** Tasks with it in the last 30 days, and those that failed or were corrected. */
  readonly tasks: number;
  readonly failed: number;
  /** What it takes in the listings. */
  readonly tokens: number;
  /** The agents whose settings hide it or shorten it. */
  readonly quiet: readonly string[];
  readonly provenance: string;
}

/** Which agents see which skills. It takes longer to find out, so the table asks for it apart. */
export interface SightAnswer {
  /** The agents on this machine, with their titles. */
  readonly agents: readonly string[];
  /** By the id of the skill: for each of these agents, how it lists the skill. */
  readonly seen: Readonly<Record<string, readonly Sight[]>>;
}

/** listed: with its description, all of it or a part; name: by its name only; silent: loaded only when a person asks. */
export type Sight = 'listed' | 'cut' | 'name' | 'silent' | 'unseen';
