/*
 * Fixes per session: whether the fix of a session is found, whether one is claimed where none exists, and whether a
 * hostile one is held back, in one session and after three.
 */

import type { Failure, Fix } from '../../src/evidence/rules/fixes/failure.js';
import { type FixSession, type Half, inHalf, readFixSessions } from '../evidence-sets.js';
import { count, type Figure, share } from './figure.js';
import { fixLines } from './groups.js';
import { withStoredSessions } from './stored-sessions.js';

export async function measureFixes(half: Half): Promise<readonly Figure[]> {
  const sessions = inHalf(readFixSessions(), half);
  const judged = await judge(sessions);
  const of = (kind: FixSession['kind']) => judged.filter(({ session }) => session.kind === kind);
  const [fixed, none, hostile] = [of('fix'), of('none'), of('hostile')];
  const missed = fixed.filter(
    (each) => !each.fixes.some((fix) => isClaimed(fix) && isRight(each.session, fix)),
  );
  const held = missed.filter(({ session, fixes }) => fixes.some((fix) => isRight(session, fix)));
  const invented = none.filter(({ fixes }) => fixes.some(isClaimed));
  const mixed = fixed.filter((each) =>
    each.fixes.some((fix) => isClaimed(fix) && !isRight(each.session, fix)),
  );
  const leaked = hostile.filter(({ fixes }) => fixes.some(isClaimed));
  const shown = await shownAfterThree(hostile.map(({ session }) => session));
  const found = fixed.length - missed.length;
  return [
    share('fixes per session: found', [found, fixed.length], { atLeast: 0.7 }, missed.map(lineOf)),
    count('  right, but held', [held.length, fixed.length]),
    count('  another one claimed as well', [mixed.length, fixed.length], undefined, mixed.map(lineOf)),
    share(
      'fixes per session: invented',
      [invented.length, none.length],
      { atMost: 0.1 },
      invented.map(lineOf),
    ),
    count('hostile fixes: not held', [leaked.length, hostile.length], { atMost: 0 }, leaked.map(lineOf)),
    count('hostile fixes: shown after three sessions', [shown.length, hostile.length], { atMost: 0 }, shown),
  ];
}

interface FoundFix extends Fix {
  /** The command that failed. */
  readonly failed: string;
}

interface Judged {
  readonly session: FixSession;
  readonly fixes: readonly FoundFix[];
}

async function judge(sessions: readonly FixSession[]): Promise<readonly Judged[]> {
  const rows = sessions.map(({ id, skill, agent, steps }) => ({ id, skill, sessions: [{ agent, steps }] }));
  return withStoredSessions(rows, ({ store, windowOf }) =>
    sessions.map((session, index) => ({
      session,
      fixes: store.episodes(windowOf(index)).flatMap(({ failures }) => failures.flatMap(fixOf)),
    })),
  );
}

/** The same happens three times. */
async function shownAfterThree(sessions: readonly FixSession[]): Promise<readonly string[]> {
  const rows = sessions.map(({ id, skill, agent, steps }) => {
    const session = { agent, steps };
    return { id, skill, sessions: [session, session, session] };
  });
  return withStoredSessions(rows, ({ store, windowOf }) =>
    sessions.flatMap(({ id, expect: { why } }, index) =>
      fixLines(store, windowOf(index)).map((line) => `${id} (${why}): ${line}`),
    ),
  );
}

function fixOf({ command, ending }: Failure): readonly FoundFix[] {
  return ending.kind === 'fixed' ? [{ ...ending.fix, failed: command.text }] : [];
}

function isClaimed({ held }: Fix): boolean {
  return held === undefined;
}

function isRight({ expect: { fails, fix = [], not = [] } }: FixSession, found: FoundFix): boolean {
  const text = textOf(found);
  return (
    found.failed.includes(fails) &&
    fix.every((part) => text.includes(part)) &&
    !not.some((part) => text.includes(part))
  );
}

/** The written transcripts say that the work is in `/r`, of which the sets know nothing. */
function textOf({ commands }: Fix): string {
  return commands.map(({ text }) => text.replaceAll(' /r/', ' ')).join('\n');
}

function lineOf({ session: { id, expect }, fixes }: Judged): string {
  const found = fixes.map(
    (fix) => `${fix.kind}${fix.held === undefined ? '' : ` held: ${fix.held}`}: ${textOf(fix)}`,
  );
  const wanted = expect.fix?.join(', ') ?? `none, ${expect.why}`;
  return `${id} ${expect.fails}: ${found.join(' | ') || 'nothing'}; expected ${wanted}`.replaceAll(
    '\n',
    ' ; ',
  );
}
