/*
 * Failures of one cause over many sessions. Causes that are rare by themselves are joined if they differ only in a quoted
 * word that the failing command names too, or in a word that was guessed to be a subcommand: both are operands, not the cause.
 */

import { withoutQuotedWords } from '../../attempts/cause.js';
import { depthOf } from '../../attempts/signature-tables.js';
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
  const joined = joinedBy(rare, generalKey, (left) => joinedBy(left, programKey, exactly));
  return [...frequent, ...joined].map(([cause, found]) => ({ cause, occurrences: found }));
}

type Groups = readonly (readonly [string, readonly Occurrence[]])[];

/** Groups that have enough sessions; what is left over is grouped in another way. */
function joinedBy(
  occurrences: readonly Occurrence[],
  keyOf: (occurrence: Occurrence) => string,
  otherwise: (left: readonly Occurrence[]) => Groups,
): Groups {
  const groups = [...groupBy(occurrences, keyOf)];
  const isEnough = ([, found]: Groups[number]) => sessionsOf(found) >= minSessions;
  const left = groups.filter((group) => !isEnough(group)).flatMap(([, found]) => found);
  return [...groups.filter(isEnough), ...otherwise(left)];
}

function exactly(occurrences: readonly Occurrence[]): Groups {
  return [...groupBy(occurrences, ({ failure }) => failure.cause.key)];
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

/** Of a program that nobody knows, the word taken for its subcommand may be an operand: the same error is the same cause. */
function programKey({ failure: { cause, command } }: Occurrence): string {
  const { program, signature, subcommand } = command;
  const isGuess = depthOf(program) === undefined && subcommand.length > 0 && cause.line !== '';
  return isGuess ? `${program}${cause.key.slice(signature.length)}` : cause.key;
}

/** The word itself, or the name before its tag: `image:latest` for `image`. */
function isOperand(text: string, word: string): boolean {
  const name = word.replace(/[:@][\w.-]{1,60}$/, '');
  return mentions(text, word) || (name.length > 2 && mentions(text, name));
}
