/*
 * Reads the document of a run, or of a scheduled run, which contains the documents of its steps, and removes the text of
 * purged evidence from it. Only fields that are used here are checked; unknown keys stay.
 */

import { parseJson } from '../../text/json.js';
import { isCount, isListOf, isMissingOr, isObject, isText, isTextOrNull, isTime } from '../../text/shape.js';
import type { NoteItem } from './note/items.js';
import { type CandidateReport, type EvolveReport, reportPage, type VerifyReport } from './report.js';
import { type ScheduleReport, scheduleReportPage } from './schedule/report.js';

export type RunDocument = EvolveReport | ScheduleReport;

/** `other`: a run without evidence. */
export function parseRunDocument(text: string): RunDocument | 'other' | 'unreadable' {
  const value = parseJson(text);
  if (!isObject(value)) return 'unreadable';
  if (isEvolveReport(value) || isScheduleReport(value)) return value;
  return 'candidates' in value || 'steps' in value ? 'unreadable' : 'other';
}

export function runPage(document: RunDocument): string {
  return 'candidates' in document ? reportPage(document) : scheduleReportPage(document);
}

function isEvolveReport(value: unknown): value is EvolveReport {
  return (
    isObject(value) &&
    isTextOrNull(value['runId']) &&
    isText(value['mode']) &&
    isTime(value['at']) &&
    isObject(value['window']) &&
    isObject(value['selection']) &&
    isObject(value['summary']) &&
    isListOf(value['candidates'], isCandidate)
  );
}

function isScheduleReport(value: unknown): value is ScheduleReport {
  return (
    isObject(value) &&
    isText(value['runId']) &&
    isTime(value['at']) &&
    typeof value['ok'] === 'boolean' &&
    isListOf(value['steps'], isStep)
  );
}

/** A document that looks like a report of the evolver must be one, or its text would be missed. */
function isStep(value: unknown): boolean {
  if (!isObject(value) || !isText(value['name']) || !isCount(value['exitCode'])) return false;
  const { error, document } = value;
  const isError = error === null || (isObject(error) && isText(error['message']) && isText(error['code']));
  return isError && (!(isObject(document) && 'candidates' in document) || isEvolveReport(document));
}

function isCandidate(value: unknown): boolean {
  return (
    isObject(value) &&
    isText(value['skill']) &&
    isText(value['source']) &&
    isText(value['status']) &&
    isTextOrNull(value['reason']) &&
    isObject(value['selection']) &&
    isListOf(value['selection']['reasons'], isText) &&
    isMissingOr(isText, value['detail']) &&
    isMissingOr(isText, value['diff']) &&
    isMissingOr(isObject, value['saves']) &&
    isMissingOr((proposal) => isObject(proposal) && isText(proposal['id']), value['proposal']) &&
    isMissingOr((items) => isListOf(items, isItem), value['items']) &&
    isMissingOr(isApply, value['apply'])
  );
}

function isItem(value: unknown): boolean {
  return (
    isObject(value) &&
    isText(value['text']) &&
    isListOf(value['evidence'], isText) &&
    isMissingOr((ids) => isListOf(ids, isText), value['fixEvidence'])
  );
}

function isApply(value: unknown): boolean {
  return isObject(value) && isTextOrNull(value['entry']) && isMissingOr(isVerify, value['verify']);
}

function isVerify(value: unknown): boolean {
  const isOutput = (stage: unknown) => isObject(stage) && isText(stage['output']);
  return isOutput(value) && isObject(value) && isListOf(value['stages'], isOutput);
}

/** What a run of the evolver showed of a skill, and when. */
export interface ShownCandidate {
  readonly candidate: CandidateReport;
  readonly at: number;
}

/** Candidates without a note show no evidence. */
export function shownCandidates(document: RunDocument): readonly ShownCandidate[] {
  const reports = 'steps' in document ? document.steps.map((step) => step.document) : [document];
  return reports
    .filter(isEvolveReport)
    .flatMap(({ candidates, at }) => candidates.map((candidate) => ({ candidate, at })))
    .filter(({ candidate: { diff, items } }) => diff !== undefined || items !== undefined);
}

/** Replaces the text of purged evidence by a mark; decisions and reasons stay. */
export function withoutQuotes(document: RunDocument, purged: ReadonlySet<CandidateReport>): RunDocument {
  const stripped = (report: EvolveReport): EvolveReport => ({
    ...report,
    candidates: report.candidates.map((candidate) =>
      purged.has(candidate) ? strippedCandidate(candidate) : candidate,
    ),
  });
  if (!('steps' in document)) return stripped(document);
  const steps = document.steps.map((step) =>
    isEvolveReport(step.document) ? { ...step, document: stripped(step.document) } : step,
  );
  return { ...document, steps };
}

/** The output of a verifier may contain the note. */
function strippedCandidate(candidate: CandidateReport): CandidateReport {
  const { items, diff, detail, apply } = candidate;
  return {
    ...candidate,
    ...(detail !== undefined && { detail: marked(detail) }),
    ...(items && { items: items.map(strippedItem) }),
    ...(diff !== undefined && { diff: marked(diff) }),
    ...(apply?.verify && { apply: { ...apply, verify: strippedVerify(apply.verify) } }),
  };
}

/** An item of version 0.1.0 has the name of a tool too. */
function strippedItem(item: NoteItem): NoteItem {
  return { ...item, text: marked(item.text), ...('tool' in item && { tool: '' }) };
}

function strippedVerify(verify: VerifyReport): VerifyReport {
  const stages = verify.stages.map((stage) => ({ ...stage, output: marked(stage.output) }));
  return { ...verify, output: marked(verify.output), stages };
}

function marked(text: string): string {
  return text === '' ? '' : '(purged)';
}
