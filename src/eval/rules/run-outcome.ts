/*
 * How the run of an agent ended. Only a run whose agent came to its own end, or used up the turns of the case, is graded:
 * what an agent did not do before it was stopped says nothing about the skill.
 */

import { isObject, isOneOf, isText } from '../../text/shape.js';
import { type FailureKind, failureKinds } from './streams/stream.js';

export type RunOutcome =
  | { readonly kind: 'completed' }
  | { readonly kind: 'turn-limit' }
  | { readonly kind: 'cost-limit' | 'timed-out' | 'idle' | 'output-limit' | 'interrupted' }
  | { readonly kind: 'failed'; readonly failure: FailureKind; readonly message: string }
  | { readonly kind: 'crashed' | 'not-started' | 'scaffold-failed'; readonly message: string };

/** Those that say all by themselves. */
const plainKinds = [
  'completed',
  'turn-limit',
  'cost-limit',
  'timed-out',
  'idle',
  'output-limit',
  'interrupted',
] as const satisfies readonly RunOutcome['kind'][];

export function isRunOutcome(value: unknown): value is RunOutcome {
  if (!isObject(value)) return false;
  const { kind, failure, message } = value;
  if (isOneOf(plainKinds, kind)) return true;
  if (kind === 'failed') return isOneOf(failureKinds, failure) && isText(message);
  return isOneOf(['crashed', 'not-started', 'scaffold-failed'], kind) && isText(message);
}

export function isGraded({ kind }: RunOutcome): boolean {
  return kind === 'completed' || kind === 'turn-limit';
}

/** One clause for people. */
export function outcomeText(outcome: RunOutcome): string {
  switch (outcome.kind) {
    case 'completed':
      return 'completed';
    case 'turn-limit':
      return 'used all its turns';
    case 'cost-limit':
      return 'stopped: it cost more than allowed';
    case 'timed-out':
      return 'stopped: it took too long';
    case 'idle':
      return 'stopped: it printed nothing for too long';
    case 'output-limit':
      return 'stopped: it printed too much';
    case 'interrupted':
      return 'interrupted';
    case 'failed':
      return `failed (${outcome.failure}): ${outcome.message}`;
    case 'crashed':
    case 'not-started':
    case 'scaffold-failed':
      return `${outcome.kind.replaceAll('-', ' ')}: ${outcome.message}`;
    default:
      return outcome satisfies never;
  }
}
