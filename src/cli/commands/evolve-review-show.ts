/*
 * `coppice evolve review show`: one proposal, with the evidence for it and what accepting it would change.
 */

import { type ShownProposal, showProposal } from '../../evolve/proposals/queue.js';
import { proposalPage } from '../../evolve/rules/proposal/page.js';
import { openLibrary } from '../../library/open-library.js';
import { printable } from '../../text/printable.js';
import { type Context, libraryPlace } from '../context.js';
import type { Input } from '../input.js';
import type { Report } from '../verb.js';

export function runEvolveReviewShow(context: Context, input: Input): Report {
  const library = openLibrary({ ...libraryPlace(context, input), onlyRoots: [] });
  const shown = showProposal(library, input.argument('id') ?? '');
  const { proposal, state, diff, refused } = shown;
  return {
    document: { ...proposal, state, diff, ...(refused !== undefined && { refused }) },
    text: () => printable(proposalPage(proposal, state, diff), { multiline: true }),
    talk: proposalNotes(shown),
  };
}

function proposalNotes({ proposal, state, refused }: ShownProposal): string {
  const { id, skill } = proposal;
  if (refused !== undefined) return printable(`it cannot be accepted: ${refused}`).concat('\n');
  if (state === 'pending')
    return `hint: coppice evolve review accept ${id}, or coppice evolve review reject ${id}\n`;
  if (state !== 'stale') return '';
  const told = `${skill} was changed since; coppice evolve propose ${skill} makes it anew`;
  return `${printable(told)}\n`;
}
