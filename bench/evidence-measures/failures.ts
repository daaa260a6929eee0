/*
 * Failures credited to a skill: which failed calls of a session count against it, compared with what a careful reader
 * expects, and whether the episode ended as that reader says. A call counts once, however many of its commands failed.
 */

import type { EvidenceRow, Window } from '../../src/evidence/rules/evidence.js';
import type { EvidenceStore } from '../../src/evidence/store/evidence-store.js';
import { type Half, inHalf, type LabelledSession, readFailures } from '../evidence-sets.js';
import { type Figure, groupBy, share } from './figure.js';
import { withStoredSessions } from './stored-sessions.js';

export async function measureFailures(half: Half): Promise<readonly Figure[]> {
  const sessions = inHalf(readFailures(), half);
  const rows = sessions.map(({ id, skill, agent, steps }) => ({ id, skill, sessions: [{ agent, steps }] }));
  const judged = await withStoredSessions(rows, ({ store, windowOf }) =>
    sessions.map((session, index) => judge(session, store, windowOf(index))),
  );
  const sum = (count: (each: Judged) => number) => judged.reduce((total, each) => total + count(each), 0);
  const right = sum(({ found }) => found);
  const claimed = right + sum(({ wrong }) => wrong.length);
  const expected = right + sum(({ missing }) => missing.length);
  const linesOf = (parts: (each: Judged) => readonly string[]) =>
    judged.flatMap((each) => parts(each).map((part) => `${each.session.id} ${part}`));
  return [
    share(
      'failures credited: precision',
      [right, claimed],
      { atLeast: 0.95 },
      linesOf(({ wrong }) => wrong),
    ),
    share(
      'failures credited: recall',
      [right, expected],
      { atLeast: 0.95 },
      linesOf(({ missing }) => missing),
    ),
    share(
      'result of the episode',
      rightResults(judged),
      undefined,
      judged.filter((each) => !hasRightResult(each)).map(resultLine),
    ),
    ...[...groupBy(judged, ({ session }) => session.agent)].map(([agent, ofAgent]) =>
      share(`  of ${agent}`, rightResults(ofAgent)),
    ),
  ];
}

interface Judged {
  readonly session: LabelledSession;
  /** The number of expected failures that were credited. */
  readonly found: number;
  readonly missing: readonly string[];
  /** Calls that were credited and not expected. */
  readonly wrong: readonly string[];
  /** Of the first episode of the skill. */
  readonly result: string;
}

function judge(session: LabelledSession, store: EvidenceStore, window: Window): Judged {
  const episodes = store
    .episodes(window)
    .filter(({ skill }) => skill.name === session.skill)
    .toReversed();
  const events = new Map(store.recent(window).map((event) => [event.id, event]));
  const failed = new Set(episodes.flatMap(({ failures }) => failures.map(({ event }) => event)));
  const calls = [...failed].map((id) => callText(events.get(id)));
  const { missing, left } = matchParts(session.expect.failures, calls);
  return {
    session,
    found: session.expect.failures.length - missing.length,
    missing: missing.map((part) => `not credited: ${part}`),
    wrong: left.map((call) => `credited: ${call}`),
    result: episodes[0]?.result ?? 'no episode',
  };
}

/** The tool and its arguments, with quotes as they were written. */
function callText(event: EvidenceRow | undefined): string {
  return event === undefined ? '' : `${event.tool} ${event.args.replaceAll('\\"', '"')}`;
}

/** Every part belongs to another call; the longest is matched first, because it may contain another. */
export function matchParts(
  parts: readonly string[],
  calls: readonly string[],
): { readonly missing: readonly string[]; readonly left: readonly string[] } {
  const left = [...calls];
  const missing = parts
    .toSorted((one, other) => other.length - one.length)
    .filter((part) => {
      const at = left.findIndex((call) => call.includes(part));
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
  return { missing, left };
}

function rightResults(judged: readonly Judged[]): readonly [part: number, whole: number] {
  return [judged.filter(hasRightResult).length, judged.length];
}

function hasRightResult({ session, result }: Judged): boolean {
  return session.expect.result === result;
}

function resultLine({ session: { id, agent, expect }, result }: Judged): string {
  return `${id} ${agent}: ${result}, expected ${expect.result}`;
}
