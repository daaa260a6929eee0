/*
 * `coppice evolve review`: the proposals, pending ones first. With `--share`, one of them is sent to the team.
 */

import { type Context, wholeLibraryOf } from '../../../app/context.js';
import {
  type ReviewQueue,
  reviewQueue,
  type ShownProposal,
  showProposal,
} from '../../../evolve/proposals/queue.js';
import { proposalPage } from '../../../evolve/rules/proposal/page.js';
import { homePaths } from '../../../system/home.js';
import { CoppiceError } from '../../../text/errors.js';
import { printable } from '../../../text/printable.js';
import { timeText } from '../../../text/time.js';
import { rowsText } from '../../frame/rows.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

export async function runEvolveReview(context: Context, input: Input<'evolve review'>): Promise<Report> {
  const shared = input.text('share');
  if (shared !== undefined) {
    const { shareProposal } = await import('./share.js');
    return await shareProposal(context, shared);
  }
  const wanted = input.text('state');
  const library = wholeLibraryOf(context);
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
    notes: queueNotes(queue, library.home),
  };
}

function queueNotes({ proposals, unreadable }: ReviewQueue, home: string): string {
  const [waiting] = proposals.filter(({ state }) => state === 'pending');
  const lines = [
    ...unreadable.map(({ file, reason }) => `${homePaths(home).proposal(file)} cannot be read (${reason})`),
    ...(proposals.length === 0
      ? ['there are no such proposals; coppice evolve propose SKILL creates one']
      : []),
    ...(waiting === undefined ? [] : [`hint: coppice evolve review show ${waiting.id}`]),
  ];
  return lines.map((line) => `${printable(line)}\n`).join('');
}

/*
 * `coppice evolve review show`: one proposal, with the evidence for it and what accepting it would change.
 */

export function runEvolveReviewShow(context: Context, input: Input<'evolve review show'>): Report {
  const library = wholeLibraryOf(context);
  const shown = showProposal(library, input.argument('id'));
  const { proposal, state, diff, refused, editable } = shown;
  if (input.isOn('words')) return wordsReport(proposal.id, editable);
  return {
    document: { ...proposal, state, diff, ...(refused !== undefined && { refused }) },
    text: () => printable(proposalPage(proposal, state, diff), { multiline: true }),
    notes: proposalNotes(shown),
  };
}

function wordsReport(id: string, editable: string | undefined): Report {
  if (editable === undefined)
    throw new CoppiceError('bad-value', `the proposal ${id} removes a note, so there is nothing to word`);
  return { document: { id, words: editable }, text: `${printable(editable, { multiline: true })}\n` };
}

function proposalNotes({ proposal, state, refused }: ShownProposal): string {
  const { id, skill } = proposal;
  if (refused !== undefined) return printable(`it cannot be accepted: ${refused}`).concat('\n');
  if (state === 'pending')
    return `hint: coppice evolve review accept ${id}, or coppice evolve review reject ${id}\n`;
  if (state !== 'stale') return '';
  const told = `${skill} was changed since the proposal; coppice evolve propose ${skill} proposes it again`;
  return `${printable(told)}\n`;
}
