/*
 * What happened in one thread of one episode, in order: the input of the rules for fixes. Facts about the session that
 * only the gate needs, such as the text of the skill, are kept apart.
 */

import type { Attempt } from '../attempts/attempt.js';

export type TimelineStep = AttemptStep | EditStep | MessageStep;

interface AttemptStep {
  readonly kind: 'attempt';
  readonly attempt: Attempt;
}

/** A file that the agent wrote or changed with a tool. */
interface EditStep {
  readonly kind: 'edit';
  readonly at: number;
  readonly event: string;
  readonly path: string;
}

/** A message of the user. */
interface MessageStep {
  readonly kind: 'message';
  readonly at: number;
  readonly event: string;
  /** The words, redacted. They decide whether the user named what a fix installs or contacts. */
  readonly text?: string | undefined;
}

export interface SessionFacts {
  /** The text of the skill, if it is known. */
  readonly skillText?: string | undefined;
  /** The words of the user before the timeline begins. */
  readonly userWords?: readonly string[] | undefined;
  /** The working folder of the session, as the transcript writes it. */
  readonly folder?: string | undefined;
}
