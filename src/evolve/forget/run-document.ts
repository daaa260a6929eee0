/*
 * What a run left behind, read again: its own document, or that of a scheduled run, which holds the documents of its
 * steps. Only what is looked at or printed here is checked; keys that are not known stay.
 */

import { parseJson } from '../../text/json.js';
import { isCount, isObject, isTime } from '../../text/shape.js';
import { type EvolveReport, reportPage } from '../report.js';
import { type ScheduleReport, scheduleReportPage } from '../schedule/report.js';
import { isListOf, isMissingOr, isText, isTextOrNull } from '../shape.js';

export type RunDocument = EvolveReport | ScheduleReport;

/** `other`: of a run that has nothing to do with evidence. */
export function parseRunDocument(text: string): RunDocument | 'other' | 'unreadable' {
  const value = parseJson(text);
  if (!isObject(value)) return 'unreadable';
  if (isEvolveReport(value) || isScheduleReport(value)) return value;
  return 'candidates' in value || 'steps' in value ? 'unreadable' : 'other';
}

export function runPage(document: RunDocument): string {
  return 'candidates' in document ? reportPage(document) : scheduleReportPage(document);
}

export function isEvolveReport(value: unknown): value is EvolveReport {
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

/** One that looks like a report of the evolver has to be one: words in it would be passed over otherwise. */
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
    isMissingOr((items) => isListOf(items, isItem), value['items']) &&
    isMissingOr(isApply, value['apply'])
  );
}

function isItem(value: unknown): boolean {
  return isObject(value) && isText(value['text']) && isListOf(value['evidence'], isText);
}

function isApply(value: unknown): boolean {
  return isObject(value) && isTextOrNull(value['entry']) && isMissingOr(isVerify, value['verify']);
}

function isVerify(value: unknown): boolean {
  const isOutput = (stage: unknown) => isObject(stage) && isText(stage['output']);
  return isOutput(value) && isObject(value) && isListOf(value['stages'], isOutput);
}
