/*
 * What a message of the user means for the work before it: whether it is another task, and whether it corrects the agent.
 * The interpreter and the episodes share this definition.
 */

import type { Precedent } from '../event.js';
import { messageKind } from './message-kind.js';

export interface UserMessage {
  /** Whether the user gives another task, so that the task before it is over. */
  readonly isTask: boolean;
  readonly isCorrection: boolean;
}

/** A message that the user typed while the agent was working adds to its task. */
export function userMessage(text: string, follows: Precedent | undefined): UserMessage {
  const isQueued = follows === 'queue';
  const kind = messageKind(text, { after: isQueued ? 'reply' : follows });
  return { isTask: kind === 'task' && !isQueued, isCorrection: kind === 'correction' };
}
