/*
 * `coppice evolve propose`: one reviewable change for one skill, from its evidence. No skill is changed.
 */

import { resolve } from 'node:path';
import { type Context, libraryOf } from '../../../app/context.js';
import { withEvidence } from '../../../app/evidence.js';
import { configuredModel } from '../../../evolve/proposals/model.js';
import type { DraftModel } from '../../../evolve/proposals/parts.js';
import { type ProposeResult, propose } from '../../../evolve/proposals/propose.js';
import { proposalPage } from '../../../evolve/rules/proposal/page.js';
import { type ModelReport, type Proposal, printProposal } from '../../../evolve/rules/proposal/proposal.js';
import type { Library } from '../../../library/open-library.js';
import { findSkillToChange } from '../../../library/read/resolve.js';
import { CoppiceError } from '../../../text/errors.js';
import { printable } from '../../../text/printable.js';
import { proposeDefaults } from '../../rules/defaults.js';
import { wholeNumber } from '../../rules/flags.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

export async function runEvolvePropose(context: Context, input: Input<'evolve propose'>): Promise<Report> {
  const entry = findSkillToChange(libraryOf(context), input.argument('skill'));
  const days = wholeNumber(input, 'days', 1) ?? proposeDefaults.days;
  const timeoutSeconds = wholeNumber(input, 'model-timeout', 1) ?? proposeDefaults.modelTimeoutSeconds;
  const made = await withEvidence(context, ({ store, library }) => {
    const model = input.isOn('draft-with-model') ? modelOf(context, library, timeoutSeconds) : undefined;
    return propose({ library, evidence: store, model }, entry, days);
  });
  const output = input.text('output');
  const path = output === undefined ? undefined : resolve(context.workingFolder, output);
  if (path !== undefined && made.kind === 'proposed') writeOutput(context, path, made.proposal);
  return proposeReport(made, path);
}

/** `path` is the file that the proposal was also written to. */
export function proposeReport(made: ProposeResult, path?: string): Report {
  if (made.kind === 'nothing') return nothing(made);
  const { proposal, isNew } = made;
  return {
    document: proposal,
    text: () => printable(proposalPage(proposal, proposal.state, proposal.diff), { multiline: true }),
    notes: [
      ...modelNotes(proposal.model),
      ...(isNew ? [] : ['it was already proposed, and is pending']),
      ...(path === undefined ? [] : [`the proposal is in ${path}`]),
      `hint: coppice evolve review accept ${proposal.id}, or coppice evolve review reject ${proposal.id}`,
    ]
      .map((line) => `${printable(line)}\n`)
      .join(''),
  };
}

function nothing({ kind: _, ...document }: Extract<ProposeResult, { kind: 'nothing' }>): Report {
  const { skill, reason, detail, model } = document;
  const lines = [...modelNotes(model), `nothing to propose for ${skill}: ${detail} (${reason})`];
  return {
    document: { proposal: null, ...document },
    text: '',
    notes: lines.map((line) => `${printable(line)}\n`).join(''),
  };
}

function modelNotes(model: ModelReport | undefined): readonly string[] {
  return model?.error === undefined ? [] : [`no draft by the model: ${model.error}`];
}

const longestTimeoutSeconds = 3600;

export function modelOf(
  { environment }: Context,
  { config, home }: Library,
  timeoutSeconds: number,
  signal?: AbortSignal,
): DraftModel {
  return configuredModel({
    signal,
    endpoint: config['evolve.model_endpoint'],
    name: config['evolve.model_name'],
    key: environment[config['evolve.model_key_env']] || undefined,
    command: config['evolve.model_command'],
    folder: home,
    timeoutMs: Math.min(timeoutSeconds, longestTimeoutSeconds) * 1000,
  });
}

/** For its owner alone, as it quotes evidence. */
function writeOutput({ files }: Context, path: string, proposal: Proposal): void {
  const text = path.endsWith('.json')
    ? printProposal(proposal)
    : proposalPage(proposal, proposal.state, proposal.diff);
  if (files.create(path, new TextEncoder().encode(text))) return;
  throw new CoppiceError('already-exists', `${path} already exists`, { hint: 'choose another name' });
}
