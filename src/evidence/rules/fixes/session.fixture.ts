/*
 * Short sessions for tests, written as lists: `[command, exit code, output]` is a shell call, `{ edit }` an edit of a file,
 * `{ user }` a message, `{ read, output }` a file that was read.
 */

import { attemptsOf } from '../attempts/attempts-of.js';
import type { Failure } from './failure.js';
import { failuresIn } from './failures.js';
import type { SessionFacts, TimelineStep } from './timeline.js';

export type SessionStep =
  | readonly [command: string, exitCode?: number, output?: string]
  | { readonly edit: string }
  | { readonly user: string }
  | { readonly read: string; readonly output: string };

/** The timeline of one thread; each step is one second after the one before. */
export function session(steps: readonly SessionStep[], startAt = 0): readonly TimelineStep[] {
  return steps.flatMap((step, index): readonly TimelineStep[] => {
    const at = startAt + index * 1_000;
    const event = `event-${startAt}-${index}`;
    if ('edit' in step) return [{ kind: 'edit', at, event, path: step.edit }];
    if ('user' in step) return [{ kind: 'message', at, event, text: step.user }];
    if ('read' in step) {
      const args = JSON.stringify({ file_path: step.read });
      return attemptsOf({ event, at, tool: 'Read', args, result: step.output, isError: false }).map(asStep);
    }
    const [command, exitCode = 0, output = exitCode === 0 ? 'done' : ''] = step;
    const result = exitCode === 0 ? output : `Exit code ${exitCode}\n${output}`;
    const args = JSON.stringify({ command });
    return attemptsOf({ event, at, tool: 'Bash', args, result, isError: exitCode !== 0 }).map(asStep);
  });
}

function asStep(attempt: ReturnType<typeof attemptsOf>[number]): TimelineStep {
  return { kind: 'attempt', attempt };
}

export function failuresOf(steps: readonly SessionStep[], facts: SessionFacts = {}): readonly Failure[] {
  return failuresIn(session(steps), facts);
}

/** What became of each failure, in one line: `fixed steps: npm ci`, `repeated: npm ci`, `went-away`, `open`. */
export function endings(failures: readonly Failure[]): readonly string[] {
  return failures.map(({ ending }) => {
    switch (ending.kind) {
      case 'fixed': {
        const { kind, commands, held } = ending.fix;
        const texts = commands.map(({ text }) => text).join('; ');
        return held === undefined ? `fixed ${kind}: ${texts}` : `held ${held}: ${texts}`;
      }
      case 'repeated':
        return ending.tried === undefined
          ? 'repeated'
          : `repeated: ${ending.tried.commands.map(({ text }) => text).join('; ')}`;
      default:
        return ending.kind;
    }
  });
}
