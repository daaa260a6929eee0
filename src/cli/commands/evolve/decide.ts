/*
 * `coppice evolve review accept`: writes what was proposed, if its skill is still the one that it was made for.
 */

import { type Context, libraryOptions } from '../../../app/context.js';
import { evaluateChange, requireUnattended } from '../../../app/eval/gate.js';
import { withEvidence } from '../../../app/evidence.js';
import { skillLibraryOptions } from '../../../app/skill-library-options.js';
import { evolvedSkills } from '../../../evolve/notes/skills.js';
import { type Acceptance, acceptProposal, rejectProposal } from '../../../evolve/proposals/decide.js';
import { randomIds } from '../../../system/ids.js';
import { printable } from '../../../text/printable.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';
import { acceptEach, chosenProposals, mayAccept, plannedReport } from './accept-all.js';

export async function runEvolveReviewAccept(
  context: Context,
  input: Input<'evolve review accept'>,
): Promise<Report> {
  const chosen = chosenProposals(context, input);
  const agreed = await mayAccept(context, input, chosen);
  if (agreed !== true || chosen.ids.length === 0) return plannedReport(chosen);
  return await withEvidence(context, async ({ store, library }) => {
    const { files, clock, home, usage, config } = library;
    const { onRecovered } = skillLibraryOptions(context);
    const deps = { files, clock, home, usage, ids: randomIds, library, index: store };
    const [preVerify, verify] = [config['evolve.pre_verify_command'], config['evolve.verify_command']];
    const isEvaluated = input.isOn('require-eval');
    if (isEvaluated && !context.terminal.stderr.isTerminal) requireUnattended(library, '--require-eval');
    const accept = (id: string) =>
      acceptProposal({ ...deps, ...(onRecovered && { onRecovered }) }, id, {
        ...(isEvaluated && { evaluate: evaluateChange(context, library) }),
        ...(preVerify.length > 0 && { preVerify }),
        ...(verify.length > 0 && { verify }),
      });
    const [only, ...others] = chosen.ids;
    if (only === undefined || others.length > 0 || input.isOn('all'))
      return await acceptEach(chosen.ids, accept);
    const acceptance = await accept(only);
    const { skill } = acceptance.proposal;
    return report(acceptance, evolvedSkills(library).find(skill)?.pinned ?? false);
  });
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
  const { id, skill, state, reason } = await rejectProposal(
    libraryOptions(context),
    input.argument('id'),
    input.text('reason'),
  );
  return {
    document: { id, skill, state, reason: reason ?? null },
    text: `${printable(`rejected ${id} for ${skill}`)}\n`,
    notes: 'it is proposed again only if there is new evidence\n',
  };
}
