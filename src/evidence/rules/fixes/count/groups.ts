/*
 * Failures of one cause over many sessions. Causes that differ only in a quoted word are joined if they are rare by
 * themselves and the failing command names the same word: the word is then an operand, not the cause.
 */

import { withoutQuotedWords } from '../../attempts/cause.js';
import type { EpisodeFailures, Failure } from '../failure.js';
import { mentions } from '../work/operands.js';

export interface Occurrence {
  /** The root session. */
  readonly session: string;
  readonly skill: string;
  readonly failure: Failure;
}

export interface CauseGroup {
  readonly cause: string;
  /** In the order of time. */
  readonly occurrences: readonly Occurrence[];
}

/** Fewer sessions than this show nothing about a fix. */
export const minSessions = 2;

export function groupsByCause(episodes: readonly EpisodeFailures[]): readonly CauseGroup[] {
  const occurrences = episodes
    .flatMap(({ session, skill, failures }) => failures.map((failure) => ({ session, skill, failure })))
    .sort((a, b) => a.failure.at - b.failure.at);
  const exact = groupBy(occurrences, ({ failure }) => failure.cause.key);
  const frequent = [...exact].filter(([, found]) => sessionsOf(found) >= minSessions);
  const rare = [...exact]
    .filter(([, found]) => sessionsOf(found) < minSessions)
    .flatMap(([, found]) => found);
  const joined = [...groupBy(rare, generalKey)].flatMap(([key, found]) =>
    sessionsOf(found) >= minSessions
      ? [[key, found] as const]
      : [...groupBy(found, ({ failure }) => failure.cause.key)],
  );
  return [...frequent, ...joined].map(([cause, found]) => ({ cause, occurrences: found }));
}

export function sessionsOf(occurrences: readonly Occurrence[]): number {
  return new Set(occurrences.map(({ session }) => session)).size;
}

function groupBy(
  occurrences: readonly Occurrence[],
  keyOf: (occurrence: Occurrence) => string,
): ReadonlyMap<string, readonly Occurrence[]> {
  const groups = new Map<string, Occurrence[]>();
  for (const occurrence of occurrences) {
    const key = keyOf(occurrence);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [occurrence]);
    else group.push(occurrence);
  }
  return groups;
}

/** The key without its quoted words, if the failing command has every one of them. */
function generalKey({ failure: { cause, command } }: Occurrence): string {
  const general = withoutQuotedWords(cause.key);
  if (general === cause.key) return cause.key;
  const quoted = [...cause.key.matchAll(/["'`‘“]([^"'`’”]{1,200})["'`’”]/g)].map(([, word = '']) => word);
  return quoted.every((word) => isOperand(command.text, word)) ? general : cause.key;
}

/** The word itself, or the name before its tag: `image:latest` for `image`. */
function isOperand(text: string, word: string): boolean {
  const name = word.replace(/[:@][\w.-]{1,60}$/, '');
  return mentions(text, word) || (name.length > 2 && mentions(text, name));
}
