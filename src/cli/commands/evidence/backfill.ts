/*
 * `coppice evidence backfill`: reads the past sessions of agents. No skill is changed.
 */

import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { type SessionAgent, sessionAgents } from '../../../agents/sessions/reader.js';
import type { Context } from '../../../app/context.js';
import { type OpenEvidence, withEvidence } from '../../../app/evidence.js';
import { observedNotes, observeSkills } from '../../../app/observe.js';
import { backfill } from '../../../evidence/backfill.js';
import type { BackfillReport } from '../../../evidence/backfill-tally.js';
import { type StoreThread, storeThread } from '../../../evidence/store/store-thread.js';
import { createEnvironmentFinder } from '../../../scan/secrets/redact.js';
import { homePaths } from '../../../system/home.js';
import { showProgress } from '../../../system/terminal/progress.js';
import { CoppiceError } from '../../../text/errors.js';
import { counted, nounFor } from '../../../text/plural.js';
import { printable } from '../../../text/printable.js';
import { dayMs } from '../../../text/time.js';
import { builtFile } from '../../frame/built-file.js';
import { rowsText } from '../../frame/rows.js';
import { wholeNumber } from '../../rules/flags.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

export async function runEvidenceBackfill(
  context: Context,
  input: Input<'evidence backfill'>,
): Promise<Report> {
  const days = wholeNumber(input, 'days', 1) ?? 30;
  const limit = wholeNumber(input, 'limit', 1);
  const only = folderOf(context, input);
  return await withEvidence(context, async (evidence) => {
    const agents = agentsOf(input, evidence.library.config['evidence.agents']);
    const extent = { days, limit, only, agents };
    const report = await read(context, evidence, extent);
    const observed = observedNotes(await observeSkills(context));
    const notes = backfillNotes(report, extent) + observed;
    return { document: report, text: countsText(context, report), notes };
  });
}

interface Extent {
  readonly days: number;
  readonly limit: number | undefined;
  readonly only: string | undefined;
  readonly agents: readonly SessionAgent[];
}

async function read(
  context: Context,
  { store, library, ingest }: OpenEvidence,
  { days, limit, only, agents }: Extent,
): Promise<BackfillReport> {
  const { files, clock, environment, platform, userHome, terminal } = context;
  const now = clock.now();
  const kept = library.config['evidence.retention_days'];
  const from = now - Math.min(days, kept) * dayMs;
  const progress = showProgress(terminal);
  try {
    const report = await backfill(
      { files, clock, store, find: createEnvironmentFinder(environment), beside: besideThread(context) },
      {
        ...{ agents, from, limit, only, userHome, environment, platform, home: library.home },
        onProgress: (done, total) => progress.update({ label: 'reading sessions', done, total }),
      },
    );
    store.dropBefore(now - kept * dayMs);
    ingest();
    return report;
  } finally {
    progress.end();
  }
}

/** Undefined where there is no second processor for it. */
function besideThread(context: Context): (() => StoreThread) | undefined {
  const file = builtFile(context, 'store-worker.js');
  if (availableParallelism() < 2 || context.files.stat(file) === undefined) return undefined;
  return () => storeThread(file, homePaths(context.home).evidence);
}

function folderOf({ files, workingFolder }: Context, input: Input<'evidence backfill'>): string | undefined {
  const given = input.text('path');
  if (given === undefined) return undefined;
  if (input.texts('agent').length !== 1) {
    throw new CoppiceError('usage', '--path needs one --agent, to know whose sessions they are', {
      hint: `coppice evidence backfill --agent hermes --path ${given}`,
    });
  }
  const path = resolve(workingFolder, given);
  if (files.stat(path) === undefined) throw new CoppiceError('not-found', `there is no ${path}`);
  return path;
}

function agentsOf(input: Input<'evidence backfill'>, configured: readonly string[]): readonly SessionAgent[] {
  const given = input.texts('agent');
  const wanted = given.length > 0 ? given : configured;
  return wanted.length === 0 ? sessionAgents : wanted.map(agentNamed);
}

function agentNamed(name: string): SessionAgent {
  const known = sessionAgents.find((agent) => agent === name);
  if (known !== undefined) return known;
  throw new CoppiceError('bad-value', `there is no agent ${name}`, {
    hint: `the agents are ${sessionAgents.join(', ')}; sessions of other agents can be converted to the generic format`,
  });
}

function countsText({ terminal }: Context, { agents }: BackfillReport): string {
  const rows = Object.entries(agents).map(([agent, counts]) => [
    agent,
    String(counts.files),
    String(counts.filesSkipped),
    String(counts.filesFailed),
    String(counts.sessions),
    String(counts.eventsAdded),
  ]);
  return rowsText(terminal, ['AGENT', 'FILES', 'UNCHANGED', 'FAILED', 'SESSIONS', 'NEW EVENTS'], rows);
}

const shownFailures = 10;

function backfillNotes(
  { files, eventsAdded, linesSkipped, failures, warnings }: BackfillReport,
  { days, agents }: Extent,
): string {
  const troubles = [...failures, ...warnings].map(({ path, reason }) =>
    reason.includes(path) ? reason : `${path}: ${reason}`,
  );
  const more = troubles.length - shownFailures;
  const lines = [
    ...troubles.slice(0, shownFailures),
    ...(more > 0 ? [`and ${more} more; --json names them all`] : []),
    ...(linesSkipped > 0
      ? [
          `${counted(linesSkipped, 'line')} could not be read and ${nounFor(linesSkipped, 'was', 'were')} skipped`,
        ]
      : []),
    ...(files === 0
      ? [
          `no sessions found of: ${agents.join(', ')}`,
          'hint: --agent NAME --path DIR reads another folder; coppice hooks install records from now on',
        ]
      : []),
    ...(files > 0 && eventsAdded === 0 ? [`nothing new in the last ${counted(days, 'day')}`] : []),
    ...(eventsAdded > 0 ? ['no skill was changed; show the result with: coppice evidence report'] : []),
  ];
  return lines.map((line) => `${printable(line)}\n`).join('');
}
