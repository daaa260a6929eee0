/*
 * `coppice evidence report`: what happened, for a person, a document or a browser. No skill is changed.
 */

import { resolve } from 'node:path';
import { type Context, libraryOf } from '../../../app/context.js';
import { hasEvidence, withEvidence } from '../../../app/evidence.js';
import type { Evidence } from '../../../evidence/rules/evidence.js';
import { noEvidence } from '../../../evidence/rules/evidence.js';
import { isReportPage, reportPage } from '../../../evidence/rules/report/html.js';
import { reportMarkdown } from '../../../evidence/rules/report/markdown.js';
import { type EvidenceReport, evidenceReport } from '../../../evidence/rules/report/report.js';
import { reportText } from '../../../evidence/rules/report/text.js';
import { findSkill } from '../../../library/read/resolve.js';
import type { Terminal } from '../../../system/terminal/terminal.js';
import { CoppiceError, hasCode } from '../../../text/errors.js';
import { printable } from '../../../text/printable.js';
import { defaultReportDays } from '../../rules/defaults.js';
import { wholeNumber } from '../../rules/flags.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

/** Ten years: more days than any chart can show. */
const maxDays = 3650;

export async function runEvidenceReport(context: Context, input: Input<'evidence report'>): Promise<Report> {
  const days = wholeNumber(input, 'days', 1) ?? defaultReportDays;
  if (days > maxDays)
    throw new CoppiceError('bad-value', `--days cannot be ${days}`, { hint: `give at most ${maxDays}` });
  const { skill, fault } = selectedSkill(context, input);
  const now = context.clock.now();
  const by = input.text('by') === 'model' ? ('model' as const) : undefined;
  const report = await queryEvidence(context, (evidence) => {
    if (fault !== undefined && !isKnown(evidence, skill, now)) throw fault;
    return evidenceReport(evidence, { now, days, skill, by });
  });
  const page = input.text('html');
  const format = input.text('format');
  if (page === undefined)
    return { document: report, text: () => formatted(report, format, context.terminal) };
  const path = resolve(context.workingFolder, page);
  writePage(context, path, report, input.isOn('force'));
  return {
    document: { ...report, html: path },
    text: () => (format === undefined ? '' : formatted(report, format, context.terminal)),
    notes: `wrote ${printable(path)}\n`,
  };
}

/** Where nothing was ever recorded, a report creates nothing, not even the store that it would read. */
async function queryEvidence<Answer>(
  context: Context,
  question: (evidence: Evidence) => Answer,
): Promise<Answer> {
  if (!hasEvidence(context)) return question(noEvidence);
  return await withEvidence(context, ({ store }) => question(store));
}

interface SelectedSkill {
  readonly skill: string | undefined;
  /** Why the skill was not found. There may still be evidence of it, so the name is then used as it is. */
  readonly fault?: CoppiceError;
}

function selectedSkill(context: Context, input: Input<'evidence report'>): SelectedSkill {
  const typed = input.text('skill');
  if (typed === undefined) return { skill: undefined };
  try {
    return { skill: findSkill(libraryOf(context), typed).entry.id };
  } catch (fault) {
    if (hasCode(fault, 'skill-hidden')) return { skill: typed };
    if (hasCode(fault, 'skill-not-found')) return { skill: typed, fault };
    throw fault;
  }
}

/** Whether there ever was evidence of a skill. */
function isKnown(evidence: Evidence, skill: string | undefined, now: number): boolean {
  return evidence.skills({ from: 0, to: now + 1 }, skill).length > 0;
}

function formatted(
  report: EvidenceReport,
  format: string | undefined,
  { stdout, unicode }: Terminal,
): string {
  if (format === 'json') return `${JSON.stringify(report, null, 2)}\n`;
  if (format === 'md') return reportMarkdown(report);
  const width = stdout.isTerminal ? stdout.width : Number.POSITIVE_INFINITY;
  return reportText(report, { width, unicode, colours: stdout.colours });
}

/** Replaces an older report; any other file stays unless --force is given. */
function writePage({ files }: Context, path: string, report: EvidenceReport, isForced: boolean): void {
  const bytes = new TextEncoder().encode(reportPage(report));
  if (files.create(path, bytes)) return;
  const there = files.read(path);
  if (!isForced && there !== undefined && !isReportPage(new TextDecoder().decode(there.bytes))) {
    throw new CoppiceError('already-exists', `${path} already exists, and is not an evidence report`, {
      hint: 'choose another name, or replace it with --force',
    });
  }
  files.write(path, bytes);
}
