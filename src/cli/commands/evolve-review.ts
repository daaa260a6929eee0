/*
 * `coppice evolve review`: the proposals, those that wait for a decision first. With `--share` one of them goes to the team.
 */

import { type ReviewQueue, reviewQueue } from '../../evolve/proposals/queue.js';
import { shownStates } from '../../evolve/rules/proposal/shown-state.js';
import { openLibrary } from '../../library/open-library.js';
import { printable } from '../../text/printable.js';
import { type Context, libraryPlace } from '../context.js';
import type { Input } from '../input.js';
import { rowsText } from '../rows.js';
import { timeText } from '../time-text.js';
import type { Report } from '../verb.js';

export async function runEvolveReview(context: Context, input: Input): Promise<Report> {
  const shared = input.text('share');
  if (shared !== undefined) {
    const { shareProposal } = await import('./evolve-review-share.js');
    return await shareProposal(context, input, shared);
  }
  const wanted = shownStates.find((state) => state === input.text('state'));
  const library = openLibrary({ ...libraryPlace(context, input), onlyRoots: [] });
  const queue = reviewQueue(library, wanted);
  const rows = queue.proposals.map(({ id, state, kind, risk, createdAt, skill, title }) => [
    id,
    state,
    kind,
    risk,
    timeText(createdAt),
    skill,
    title,
  ]);
  const headers = ['PROPOSAL', 'STATE', 'KIND', 'RISK', 'PROPOSED', 'SKILL', 'CHANGE'];
  return {
    document: queue,
    text: rowsText(context.terminal, headers, rows),
    talk: queueNotes(queue, library.home),
  };
}

function queueNotes({ proposals, unreadable }: ReviewQueue, home: string): string {
  const [waiting] = proposals.filter(({ state }) => state === 'pending');
  const lines = [
    ...unreadable.map(({ file, reason }) => `${home}/proposals/${file} cannot be read (${reason})`),
    ...(proposals.length === 0 ? ['there is no such proposal; coppice evolve propose SKILL makes one'] : []),
    ...(waiting === undefined ? [] : [`hint: coppice evolve review show ${waiting.id}`]),
  ];
  return lines.map((line) => `${printable(line)}\n`).join('');
}
