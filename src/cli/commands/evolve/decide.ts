/*
 * `coppice evolve review accept`: writes what was proposed, if its skill is still the one that it was made for.
 */

import type { Context } from '../../../app/context.js';
import { evaluateChange, requireUnattended } from '../../../app/eval/gate.js';
import { reject, withAccept } from '../../../app/review.js';
import { evolvedSkills } from '../../../evolve/notes/skills.js';
import type { Acceptance } from '../../../evolve/proposals/decide.js';
import { CoppiceError } from '../../../text/errors.js';
import { printable } from '../../../text/printable.js';
import { decodeUtf8 } from '../../../text/utf8.js';
import { fileOrInput } from '../../frame/written-content.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';
import { acceptEach, type ChosenProposals, chosenProposals, mayAccept, plannedReport } from './accept-all.js';

export async function runEvolveReviewAccept(
  context: Context,
  input: Input<'evolve review accept'>,
): Promise<Report> {
  const chosen = chosenProposals(context, input);
  const agreed = await mayAccept(context, input, chosen);
  if (agreed !== true || chosen.ids.length === 0) return plannedReport(chosen);
  const edited = editedText(context, input, chosen);
  return await withAccept(context, async (acceptOne, library) => {
    const isEvaluated = input.isOn('require-eval');
    if (isEvaluated && !context.terminal.stderr.isTerminal) requireUnattended(library, '--require-eval');
    const accept = (id: string) =>
      acceptOne(id, { edited, ...(isEvaluated && { evaluate: evaluateChange(context, library) }) });
    const [only, ...others] = chosen.ids;
    if (only === undefined || others.length > 0 || input.isOn('all'))
      return await acceptEach(chosen.ids, accept);
    const acceptance = await accept(only);
    const { skill } = acceptance.proposal;
    return report(acceptance, evolvedSkills(library).find(skill)?.pinned ?? false);
  });
}

function editedText(
  context: Context,
  input: Input<'evolve review accept'>,
  { ids }: ChosenProposals,
): string | undefined {
  const path = input.text('edited');
  if (path === undefined) return undefined;
  if (ids.length !== 1 || input.isOn('all'))
    throw new CoppiceError('usage', '--edited is for one proposal', {
      hint: 'coppice evolve review accept ID --edited FILE',
    });
  return decodeUtf8(fileOrInput(context, path));
}

function report(acceptance: Acceptance, pinned: boolean): Report {
  const { proposal, entry, verify } = acceptance;
  const { id, skill, state } = proposal;
  if (acceptance.kind === 'verify-failed') {
    const { detail } = acceptance;
    return {
      document: { id, skill, state, pinned, reason: 'verify-failed', detail, entry, verify },
      text: '',
      notes: printable(`error: ${skill}: ${detail} (verify-failed)`).concat(
        '\nhint: the previous content was restored\n',
      ),
      exitCode: 3,
    };
  }
  return {
    document: { id, skill, state, pinned, entry, verify },
    text: `${printable(`accepted ${id} for ${skill}`)}\nundo with: coppice undo ${entry}\n`,
    notes: pinned
      ? printable(`${skill} is pinned; it was changed because you accepted the proposal`).concat('\n')
      : '',
  };
}

/*
 * `coppice evolve review reject`: records that a change is rejected.
 */

export async function runEvolveReviewReject(
  context: Context,
  input: Input<'evolve review reject'>,
): Promise<Report> {
  const { id, skill, state, reason, entry } = await reject(
    context,
    input.argument('id'),
    input.text('reason'),
  );
  return {
    document: { id, skill, state, reason: reason ?? null, entry },
    text: `${printable(`rejected ${id} for ${skill}`)}\nundo with: coppice undo ${entry}\n`,
    notes: 'it is proposed again only if there is new evidence\n',
  };
}
