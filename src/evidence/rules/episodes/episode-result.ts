/*
 * How an episode ended, in one word. Reports, effects, proposals and the status use this definition.
 */

import type { Attempt, Outcome } from '../attempts/attempt.js';
import type { Failure } from '../fixes/failure.js';
import type { EpisodeCounts, EpisodeResult } from './episode.js';

export interface EpisodeSigns {
  readonly attempts: readonly Attempt[];
  readonly failures: readonly Failure[];
  /** Attempts that failed as a part of the work. */
  readonly expected: ReadonlySet<Attempt>;
  readonly corrections: number;
  /** Whether the user stopped the agent, and nothing came after it. */
  readonly isStopped: boolean;
}

export function episodeResult({
  attempts,
  failures,
  expected,
  corrections,
  isStopped,
}: EpisodeSigns): EpisodeResult {
  if (corrections > 0) return 'corrected';
  if (failures.some((failure) => failure.ending.kind === 'open' && !isDoneLater(failure, attempts)))
    return 'failed';
  if (isStopped) return 'abandoned';
  if (failures.length > 0) return 'recovered';
  return expected.size > 0 || showsWork(attempts) ? 'clean' : 'unknown';
}

/** Whether the same kind of work succeeded last, although it was written differently. */
function isDoneLater(failure: Failure, attempts: readonly Attempt[]): boolean {
  const { event, command } = failure;
  const at = attempts.findLastIndex((attempt) => attempt.event === event);
  const later = attempts.slice(at + 1);
  const last = later.findLast((attempt) => attempt.command.signature === command.signature);
  if (command.signature !== '' && (last?.outcome === 'ok' || last?.outcome === 'content')) return true;
  return (
    isConflict(failure) && later.some((attempt) => attempt.outcome === 'ok' && concludes(attempt.command))
  );
}

/** A merge that stopped at conflicts is not tried again, but concluded. */
function isConflict({ command, cause }: Failure): boolean {
  return command.program === 'git' && /^CONFLICT \(|could not apply|unmerged|fix conflicts/i.test(cause.line);
}

function concludes({ program, subcommand, words }: Attempt['command']): boolean {
  return program === 'git' && (subcommand[0] === 'commit' || words.includes('--continue'));
}

/** What stands beside a masked command, such as the filter behind its pipe, says nothing about the work. */
function showsWork(attempts: readonly Attempt[]): boolean {
  const masked = new Set(attempts.flatMap(({ outcome, event }) => (outcome === 'masked' ? [event] : [])));
  return attempts.some(({ outcome, event }) => showing.has(outcome) && !masked.has(event));
}

/** The outcomes that show that the work went on. Others say nothing, or that the user or the agent's tools said no. */
const showing: ReadonlySet<Outcome> = new Set(['ok', 'content', 'expected']);

export function episodeCounts({
  attempts,
  failures,
  expected,
}: Pick<EpisodeSigns, 'attempts' | 'failures' | 'expected'>): EpisodeCounts {
  const count = (outcome: Outcome) => attempts.filter((attempt) => attempt.outcome === outcome).length;
  return {
    attempts: attempts.length,
    failed: failures.length,
    expected: count('expected') + expected.size,
    harness: count('harness'),
    refused: count('refused'),
    interrupted: count('interrupted'),
  };
}
