/*
 * Whether a tool's answer says that the call went wrong. What the transcript states counts first, then the fields of a
 * structured answer, whatever words it holds besides; only plain text is judged by its words (error-like-text.ts).
 */

import { parseJson } from '../../text/json.js';
import { isErrorText } from './error-like-text.js';

export function isErrorLike(output: unknown, stated?: boolean): boolean {
  return stated ?? verdictOf(output) ?? false;
}

/** Undefined when it does not say. */
function verdictOf(output: unknown): boolean | undefined {
  if (typeof output === 'string') {
    const value = parsed(output);
    return value === undefined ? isErrorText(output) : verdictOf(value);
  }
  if (Array.isArray(output)) return isErrorText(textOf(output));
  if (!isObject(output)) return undefined;
  const verdict = verdictOfFields(output);
  if (verdict !== undefined) return verdict;
  for (const key of wrappers) {
    const inner = output[key];
    const innerVerdict = isObject(inner) ? verdictOfFields(inner) : undefined;
    if (innerVerdict !== undefined) return innerVerdict;
  }
  return isErrorText(textOf(output));
}

type Fields = Readonly<Record<string, unknown>>;

/** The first that says something decides. */
function verdictOfFields(fields: Fields): boolean | undefined {
  for (const key of ['is_error', 'isError']) if (typeof fields[key] === 'boolean') return fields[key];
  for (const key of ['success', 'ok']) if (typeof fields[key] === 'boolean') return !fields[key];
  for (const key of ['exit_code', 'exitCode', 'returncode', 'returnCode'])
    if (typeof fields[key] === 'number') return fields[key] !== 0;
  for (const key of ['code', 'status', 'statusCode', 'status_code']) {
    const verdict = verdictOfStatus(fields[key]);
    if (verdict !== undefined) return verdict;
  }
  if (fields['type'] === 'error' || fields['error']) return true;
  if (Array.isArray(fields['errors']) && fields['errors'].length > 0) return true;
  return undefined;
}

/** Of a process or of HTTP. */
function verdictOfStatus(status: unknown): boolean | undefined {
  if (typeof status === 'number') return status < 0 || (status > 0 && status < 100) || status >= 400;
  if (typeof status !== 'string') return undefined;
  if (/^\d{3}$/.test(status)) return Number(status) >= 400;
  if (/^(?:error|failed|failure|fail)$/i.test(status)) return true;
  return /^(?:success|succeeded|ok|completed|done)$/i.test(status) ? false : undefined;
}

const wrappers = ['metadata', 'result', 'response'];
/** Fields that hold what a tool printed; others hold data, whose words say nothing about the call. */
const printed = ['content', 'text', 'output', 'stderr', 'stdout'];

function textOf(output: unknown): string {
  if (typeof output === 'string') return output;
  if (Array.isArray(output)) return output.slice(0, mostBlocks).map(textOf).join('\n');
  if (!isObject(output)) return '';
  for (const key of printed) {
    const text = textOf(output[key]);
    if (text !== '') return text;
  }
  return '';
}

const mostBlocks = 50;
const longestJson = 65_536;

function parsed(text: string): unknown {
  return text.length <= longestJson && /^\s*[[{]/.test(text) ? parseJson(text) : undefined;
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
