/*
 * `coppice quiet`: sets the agents' own switches for skills.
 */

import { agentNamed } from '../../../agents/index.js';
import type { Context } from '../../../app/context.js';
import { quietNamed, wakeNamed } from '../../../app/tidy/quiet.js';
import type { QuietChange, QuietReport, QuietSkip } from '../../../library/quiet/quiet.js';
import { CoppiceError } from '../../../text/errors.js';
import { printable } from '../../../text/printable.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

export async function runQuiet(context: Context, input: Input<'quiet'>): Promise<Report> {
  const agents = input.texts('agent');
  const dryRun = input.isOn('dry-run');
  const report = await quietNamed(context, input.argumentList('name'), {
    agents: agents.length === 0 ? undefined : agents,
    level: input.text('level'),
    dryRun,
  });
  const done = dryRun ? 'would be quiet' : 'quiet';
  return quietReport(report, dryRun, (change) => `${done}: ${placeText(change)}${levelText(change)}`);
}

/*
 * `coppice wake`: takes the switches out again.
 */

export async function runWake(context: Context, input: Input<'wake'>): Promise<Report> {
  const names = input.argumentList('name');
  if (names.length > 0 === input.isOn('all'))
    throw new CoppiceError('usage', 'name the skills to wake, or use --all', { hint: 'coppice help wake' });
  const agents = input.texts('agent');
  const dryRun = input.isOn('dry-run');
  const report = await wakeNamed(context, input.isOn('all') ? undefined : names, {
    agents: agents.length === 0 ? undefined : agents,
    dryRun,
  });
  const done = dryRun ? 'would be awake' : 'awake';
  return quietReport(report, dryRun, (change) => `${done}: ${placeText(change)}`);
}

function quietReport(report: QuietReport, dryRun: boolean, lineOf: (change: QuietChange) => string): Report {
  const { run, changes, skipped } = report;
  const lines = [...new Set(changes.map(lineOf))];
  const kept = skipped.map(({ skill, agent, message }) => {
    const forAgent = agent === null ? '' : ` for ${agentNamed(agent).title}`;
    return `not changed: ${skill}${forAgent}: ${message}`;
  });
  const notes = [
    ...kept,
    ...(run === null ? [] : [`undo with: coppice undo ${run}`]),
    ...(dryRun ? ['nothing was written'] : []),
    ...(changes.length + skipped.length === 0 ? ['no skill is quiet'] : []),
    ...(!dryRun && changes.length > 0
      ? ['open sessions keep the old settings until they are restarted']
      : []),
  ];
  return {
    document: { dryRun, ...report },
    text: lines.map((line) => `${printable(line)}\n`).join(''),
    notes: notes.map((line) => `${printable(line)}\n`).join(''),
    exitCode: skipped.some(isFailure) ? 1 : 0,
  };
}

function placeText({ skill, agent, setting, file }: QuietChange): string {
  return `${skill} for ${agentNamed(agent).title} (${setting} in ${file})`;
}

function levelText({ level }: QuietChange): string {
  if (level === 'name-only') return ', listed by its name';
  return level === 'user-only' ? ', only you can invoke it' : ', turned off';
}

/** Somebody else's choice, and what was so before, is no failure. */
function isFailure({ reason }: QuietSkip): boolean {
  return reason === 'failed' || reason === 'unreadable' || reason === 'overridden' || reason === 'no-agent';
}
