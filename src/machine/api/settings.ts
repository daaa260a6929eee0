/*
 * How Coppice is set up on this machine. Only the days of the policy can be changed here; everything else shows the line to type.
 */

export interface SettingsReads {
  readonly settings: SettingsAnswer;
  readonly schedule: ScheduleAnswer;
  readonly telemetry: TelemetryAnswer;
}

export interface SettingsAnswer {
  readonly now: number;
  /** The configuration, with `~` for the home of the user. */
  readonly configPath: string;
  readonly policy: {
    readonly staleAfterDays: number;
    readonly archiveAfterDays: number;
    /** How a skill that was never used ages. */
    readonly neverUsed: string;
    /** Whose skills the curator may archive. */
    readonly provenance: readonly string[];
    readonly isPaused: boolean;
    /** Null before the first run. */
    readonly lastRunAt: number | null;
  };
  /** Every key of the configuration. */
  readonly values: readonly {
    readonly name: string;
    readonly value: string;
    readonly isUsual: boolean;
    readonly says: string;
  }[];
  readonly agents: readonly {
    readonly title: string;
    readonly isFound: boolean;
    /** The folders that it reads skills from. */
    readonly folders: readonly string[];
  }[];
  readonly hooks: readonly {
    readonly title: string;
    readonly state: string;
    readonly path: string;
    /** What installs or completes them. */
    readonly command: string | null;
    readonly problem: string | null;
  }[];
  /** The agents that have hooks which Coppice does not install. */
  readonly withoutHooks: readonly string[];
}

export interface ScheduleAnswer {
  readonly now: number;
  readonly isInstalled: boolean;
  readonly schedules: readonly {
    readonly scheduler: string;
    readonly every: string | null;
    readonly isEnabled: boolean;
    /** apply: each run writes without asking; propose: each run makes proposals. */
    readonly mode: 'apply' | 'propose' | null;
    readonly nextRun: string | null;
    readonly files: readonly string[];
  }[];
  readonly lastRun: {
    readonly at: number;
    readonly ok: boolean;
    readonly steps: readonly { readonly name: string; readonly ok: boolean }[];
  } | null;
}

export interface TelemetryAnswer {
  readonly offBy: string | null;
  readonly installs: boolean;
  readonly use: boolean;
  readonly effect: boolean;
  /** What would be sent now, by its receiver. */
  readonly sent: readonly {
    /** The folder of a project, or null for counts about notes and versions. */
    readonly project: string | null;
    readonly registry: string | null;
    /** The day on which use was sent last. */
    readonly sharedOn: string | null;
    /** Each as it would be sent. */
    readonly events: readonly string[];
  }[];
}
