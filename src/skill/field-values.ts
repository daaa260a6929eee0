/*
 * Reads the values of fields tolerantly: text, a list of texts, a list of tools, a yes or no. A value that does not fit
 * is reported as a problem of the field and ignored, so that the other fields still count.
 */

import { isEmptyScalar } from '../text/edit/yaml/write.js';
import type { FrontmatterValue } from './skill.js';

/** The problem completes a sentence that starts with the field. */
export type ReportProblem = (field: string, problem: string) => void;

/** Whether there is no value, or one of the ways to write "no value" in YAML. */
export function isMissing(value: FrontmatterValue | undefined): boolean {
  if (typeof value !== 'string') return value === undefined || value === null;
  return isEmptyScalar(value);
}

export function isTrue(value: FrontmatterValue | undefined): boolean {
  return typeof value === 'string' && /^(?:true|yes|on|y|1)$/i.test(value.trim());
}

export function readText(
  field: string,
  value: FrontmatterValue | undefined,
  report: ReportProblem,
): string | undefined {
  if (value === undefined || value === null || isMissing(value)) return undefined;
  if (typeof value === 'string') return value.trim();
  report(field, `must be text, but is a ${Array.isArray(value) ? 'list' : 'map'}`);
  return undefined;
}

/** A list, or text with commas, with or without brackets around it. */
export function readList(
  field: string,
  value: FrontmatterValue | undefined,
  report: ReportProblem,
): readonly string[] {
  return readItems(field, value, report, (text) => text.split(','));
}

/** Like a list, but spaces separate as well; `Bash(git add:*)` is one tool. */
export function readTools(
  field: string,
  value: FrontmatterValue | undefined,
  report: ReportProblem,
): readonly string[] {
  return readItems(field, value, report, splitTools);
}

function readItems(
  field: string,
  value: FrontmatterValue | undefined,
  report: ReportProblem,
  split: (text: string) => readonly string[],
): readonly string[] {
  if (value === undefined || value === null) return [];
  if (typeof value === 'string') {
    return split(withoutEnds(value, '[', ']'))
      .map((item) => withoutEnds(withoutEnds(item, '"', '"'), "'", "'"))
      .filter((item) => !isMissing(item));
  }
  if (!Array.isArray(value)) {
    report(field, 'must be a list, but is a map');
    return [];
  }
  const texts = value.filter((item) => typeof item === 'string');
  if (value.some((item) => item !== null && typeof item !== 'string'))
    report(field, 'has an item that is not text');
  return texts.map((item) => item.trim()).filter((item) => !isMissing(item));
}

function withoutEnds(text: string, first: string, last: string): string {
  const trimmed = text.trim();
  const isWrapped = trimmed.length > 1 && trimmed.startsWith(first) && trimmed.endsWith(last);
  return isWrapped ? trimmed.slice(1, -1) : trimmed;
}

function splitTools(text: string): readonly string[] {
  const tools: string[] = [];
  let start = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    else if (depth <= 0 && /[\s,]/.test(character)) {
      tools.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...tools, text.slice(start)];
}
