/*
 * `coppice evolve review reject`: remembers that a change is not wanted.
 */

import { rejectProposal } from '../../evolve/proposals/decide.js';
import { printable } from '../../text/printable.js';
import { type Context, libraryPlace } from '../context.js';
import type { Input } from '../input.js';
import type { Report } from '../verb.js';

export async function runEvolveReviewReject(context: Context, input: Input): Promise<Report> {
  const { id, skill, state, reason } = await rejectProposal(
    libraryPlace(context, input),
    input.argument('id') ?? '',
    input.text('reason'),
  );
  return {
    document: { id, skill, state, reason: reason ?? null },
    text: `${printable(`rejected ${id} for ${skill}`)}\n`,
    talk: 'it is proposed again only when something new is seen\n',
  };
}
