/*
 * A failure of an episode and what became of it, and failures of the same cause over many sessions with the fix that is
 * shown for them.
 */

import type { Cause, Command } from '../attempts/attempt.js';

export interface Failure {
  /** The id of the event. */
  readonly event: string;
  readonly at: number;
  readonly tool: string;
  readonly command: Command;
  readonly cause: Cause;
  readonly ending: FailureEnding;
}

export type FailureEnding =
  /** The next attempt at the same work succeeded because of the fix. */
  | { readonly kind: 'fixed'; readonly fix: Fix }
  /** The next attempt succeeded without a fix: a retry, an edit of source code, waiting. */
  | { readonly kind: 'went-away' }
  /** The next attempt failed with the same cause; what was tried in between did not help. */
  | { readonly kind: 'repeated'; readonly tried: Fix | undefined }
  /** There was no later attempt that shows it. */
  | { readonly kind: 'open' };

export const fixKinds = [
  'argument',
  'program',
  'launcher',
  'environment',
  'folder',
  'steps',
  'configuration',
] as const;
export type FixKind = (typeof fixKinds)[number];

export interface Fix {
  readonly kind: FixKind;
  /** Equal for fixes of the same kind with the same names of flags, variables or steps. */
  readonly shape: string;
  /**
   * The changed command, or the steps in order; a changed command that needs a step stands behind it. Of a configuration,
   * the text is the name of the file that was edited.
   */
  readonly commands: readonly Command[];
  /** The ids of the events that it is read from: of its steps, and of the attempt after it. */
  readonly events: readonly string[];
  /** Why it must not be shown; undefined if it may be. */
  readonly held: HoldReason | undefined;
}

/** A fix before the gate has judged it. */
export type FoundFix = Omit<Fix, 'held' | 'events'>;

/** A fix that is held back is reported as such, never as unknown. */
export const holdReasons = [
  'more-rights',
  'bypasses-a-guard',
  'names-something-from-output',
  'discards-data',
  'touches-secrets',
  'downloads-and-runs',
  'writes-outside-the-project',
  'not-on-the-list',
  'scanner-finding',
] as const;
export type HoldReason = (typeof holdReasons)[number];

/** The failures of one episode, as input for counting over sessions. */
export interface EpisodeFailures {
  /** The root session: forks and subagents count with it. */
  readonly session: string;
  readonly skill: string;
  readonly failures: readonly Failure[];
}

/** Failures of one cause over all sessions of the window. */
export interface RecurringFailure {
  /** The key of the cause. */
  readonly cause: string;
  readonly family: Cause['family'];
  readonly skills: readonly string[];
  /** The failing command in its general form: parts that differ are placeholders such as `<name>`. */
  readonly command: string;
  /** The short name of the error, safe to show; empty if nothing of it may be shown. */
  readonly error: string;
  readonly exitCode: number | null;
  /** How often it failed, and in how many root sessions. */
  readonly failures: number;
  readonly sessions: number;
  readonly firstAt: number;
  readonly lastAt: number;
  /** The ids of the failing events, latest first. */
  readonly events: readonly string[];
  readonly fix: ShownFix | null;
  /** Why the best fix is not shown; null if there is none or it is shown. */
  readonly held: HoldReason | null;
}

export interface ShownFix {
  readonly kind: FixKind;
  /** The changed command, or the steps in order, in their general form; of a configuration, the name of the file. */
  readonly commands: readonly string[];
  /** How often it worked, and how often it was tried. */
  readonly worked: number;
  readonly of: number;
  readonly sessions: number;
  readonly lastAt: number;
  /** The ids of the events that the commands are read from, latest first. */
  readonly events: readonly string[];
}
