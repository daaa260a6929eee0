/*
 * `coppice evolve review accept` for several proposals: shows what each would change, asks once, and writes them one after
 * the other. One that cannot be applied does not stop the others.
 */

import { type Context, wholeLibraryOf } from '../../../app/context.js';
import type { Acceptance } from '../../../evolve/proposals/decide.js';
import { reviewQueue, type ShownProposal, showProposal } from '../../../evolve/proposals/queue.js';
import { promptLine } from '../../../system/terminal/prompt.js';
import { CoppiceError, sentenceOf } from '../../../text/errors.js';
import { counted } from '../../../text/plural.js';
import { printable } from '../../../text/printable.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

/** The chosen ones that can be accepted, and what they would change. */
export interface ChosenProposals {
  readonly ids: readonly string[];
  /** For a person who decides. */
  readonly text: string;
}

export function chosenProposals(context: Context, input: Input<'evolve review accept'>): ChosenProposals {
  const library = wholeLibraryOf(context);
  const named = input.argumentList('id');
  if (input.isOn('all') === named.length > 0)
    throw new CoppiceError('usage', 'name the proposals, or accept all of them with --all', {
      hint: 'list them with: coppice evolve review',
    });
  const pending = reviewQueue(library, 'pending').proposals.map(({ id }) => id);
  const shown = (named.length > 0 ? named : pending).map((id) => showProposal(library, id));
  return { ids: shown.map(({ proposal }) => proposal.id), text: shown.map(changeText).join('\n') };
}

function changeText({ proposal: { id, skill, title }, diff, refused }: ShownProposal): string {
  const detail = refused === undefined ? diff : `it cannot be accepted: ${refused}\n`;
  return `${printable(`${id} ${skill}: ${title}`)}\n${printable(detail, { multiline: true })}`;
}

/** Undefined when nobody can be asked. */
export async function mayAccept(
  { terminal }: Context,
  input: Input<'evolve review accept'>,
  { ids, text }: ChosenProposals,
): Promise<boolean | undefined> {
  if (input.isOn('yes') || !input.isOn('all')) return true;
  if (!terminal.stderr.isTerminal) return undefined;
  terminal.stderr.write(text);
  const answer = await promptLine(`Accept ${counted(ids.length, 'proposal')}? [y/N] `);
  return answer === undefined ? undefined : /^y(es)?$/i.test(answer.trim());
}

export function plannedReport({ ids, text }: ChosenProposals): Report {
  const pending = counted(ids.length, 'proposal');
  return {
    document: { accepted: [], failed: [], pending: ids },
    text: ids.length === 0 ? '' : text,
    notes:
      ids.length === 0
        ? 'no proposal is pending\n'
        : `Nothing was changed. Accept ${pending} with: coppice evolve review accept --all --yes\n`,
  };
}

export async function acceptEach(
  ids: readonly string[],
  accept: (id: string) => Promise<Acceptance>,
): Promise<Report> {
  const accepted: { readonly id: string; readonly skill: string; readonly entry: string }[] = [];
  const failed: { readonly id: string; readonly code: string; readonly message: string }[] = [];
  for (const id of ids) {
    try {
      const { kind, proposal, entry, ...rest } = await accept(id);
      if (kind === 'accepted') accepted.push({ id, skill: proposal.skill, entry });
      else failed.push({ id, code: 'verify-failed', message: 'detail' in rest ? rest.detail : '' });
    } catch (error) {
      if (!(error instanceof CoppiceError)) throw error;
      failed.push({ id, code: error.code, message: sentenceOf(error) });
    }
  }
  const lines = [
    ...failed.map(({ id, code, message }) => `error: ${id}: ${message} (${code})`),
    ...(failed.length > 0 ? ['hint: what was accepted stays; coppice evolve review lists the others'] : []),
  ];
  return {
    document: { accepted, failed, pending: failed.map(({ id }) => id) },
    text: accepted
      .map(
        ({ id, skill, entry }) =>
          `${printable(`accepted ${id} for ${skill}`)}, undo with: coppice undo ${entry}\n`,
      )
      .join(''),
    notes: lines.map((line) => `${printable(line)}\n`).join(''),
    exitCode: failed.length === 0 ? 0 : failed.some(({ code }) => code === 'verify-failed') ? 3 : 1,
  };
}
