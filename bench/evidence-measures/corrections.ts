/*
 * Corrections: messages of users in several languages, each in a session after the agent did or asked what the row says,
 * and whether the episode has it as a correction. The rows go through the transcripts of all agents in turn.
 */

import { type Half, inHalf, type LabelledMessage, readCorrections } from '../evidence-sets.js';
import { beforeOf } from '../learn-messages.js';
import { type Step, writtenAgents } from '../session-files.js';
import { type Figure, type Goal, groupBy, share } from './figure.js';
import { type StoredRow, withStoredSessions } from './stored-sessions.js';

export async function measureCorrections(half: Half): Promise<readonly Figure[]> {
  const messages = inHalf(readCorrections(), half);
  const judged = await withStoredSessions(messages.map(sessionOf), ({ store, windowOf }) =>
    messages.map((message, index) => ({
      message,
      isFound: store.episodes(windowOf(index)).some(({ corrections }) => corrections.length > 0),
    })),
  );
  const ordinary = judged.filter(({ message }) => !message.trap);
  const traps = judged.filter(({ message }) => message.trap);
  return [
    precision('corrections, ordinary: precision', ordinary, { atLeast: 0.9 }),
    recall('corrections, ordinary: recall', ordinary, { atLeast: 0.85 }),
    precision('corrections, traps: precision', traps, { atLeast: 0.8 }),
    recall('corrections, traps: recall', traps),
    ...[...groupBy(judged, ({ message }) => message.lang)].flatMap(([lang, ofLang]) => [
      { ...precision(`  ${lang}, all: precision`, ofLang), misses: [] },
      { ...recall(`  ${lang}, all: recall`, ofLang), misses: [] },
    ]),
  ];
}

interface Judged {
  readonly message: LabelledMessage;
  readonly isFound: boolean;
}

function sessionOf({ id, text, before }: LabelledMessage, index: number): StoredRow {
  const agent = writtenAgents[index % writtenAgents.length] ?? 'claude';
  return { id, skill: 'work', sessions: [{ agent, steps: [...stepsBefore(before), { user: text }] }] };
}

/** What the row says that came before, as a transcript shows it: nothing, a question of the agent, or its report. */
function stepsBefore(before: string): readonly Step[] {
  const follows = beforeOf(before);
  if (follows === 'nothing') return [];
  return [
    { user: 'Please do the next part of the work.' },
    { run: 'make part', out: 'done', exit: 0 },
    { says: follows === 'question' ? `I have a question: ${before}?` : `I ${before}.` },
  ];
}

function precision(name: string, judged: readonly Judged[], goal?: Goal): Figure {
  const found = judged.filter(({ isFound }) => isFound);
  const wrong = found.filter(({ message }) => !message.correction);
  return share(name, [found.length - wrong.length, found.length], goal, linesOf('no correction', wrong));
}

function recall(name: string, judged: readonly Judged[], goal?: Goal): Figure {
  const due = judged.filter(({ message }) => message.correction);
  const missing = due.filter(({ isFound }) => !isFound);
  return share(name, [due.length - missing.length, due.length], goal, linesOf('not found', missing));
}

function linesOf(label: string, judged: readonly Judged[]): readonly string[] {
  return judged.map(
    ({ message: { id, lang, text, before } }) => `${id} ${lang} ${label}: ${text} [${before}]`,
  );
}
