/*
 * Validates what strangers send. Parameters, queries and bodies pass their schema here, once; the refusal says where the
 * first issue is and why, and lists the others as data. JSON with strings that PostgreSQL cannot store (with NUL, or
 * with half a surrogate pair) is refused here, so that no query fails on it later.
 */

import type { z } from 'zod';
import { CoppiceError } from '../../../text/errors.js';
import { refuseCostlyJson } from './json-limits.js';

type InputPart = 'path' | 'query' | 'body' | 'metadata';

const maxIssues = 20;

export function checkInput(schema: z.ZodType, value: unknown, part: InputPart): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.flatMap(likelyIssues).map(({ path, message }) => ({
    path: [part, ...path.map(String)].join('.'),
    message,
  }));
  const [first] = issues;
  throw new CoppiceError(
    'bad-value',
    first ? `${first.path}: ${first.message}` : `the ${part} is not valid`,
    {
      data: { issues: issues.slice(0, maxIssues) },
    },
  );
}

/** Undefined for an empty body. `maxValues` is that of the body's limit. */
export function parseJsonBytes(bytes: Uint8Array, part: string, maxValues: number): unknown {
  if (bytes.length === 0) return undefined;
  refuseCostlyJson(bytes, maxValues, part);
  const { text, value } = parse(bytes, part);
  // In JSON that is valid UTF-8, only an escape can stand for such a character, and most texts have none.
  if (text.includes('\\u') && !isStorable(value))
    throw new CoppiceError('bad-value', `${part}: a text has a character that cannot be stored`);
  return value;
}

/** The fields of a form by name. One that is given twice is refused, as OAuth demands: two readers could choose differently. */
export function parseFormBytes(bytes: Uint8Array, maxFields: number): Readonly<Record<string, string>> {
  const fields = [...new URLSearchParams(new TextDecoder().decode(bytes))];
  if (fields.length > maxFields)
    throw new CoppiceError('too-large', `the body has more than ${maxFields} fields`);
  if (new Set(fields.map(([name]) => name)).size < fields.length)
    throw new CoppiceError('bad-value', 'the body has a field twice');
  if (!isStorable(fields))
    throw new CoppiceError('bad-value', 'body: a text has a character that cannot be stored');
  return Object.fromEntries(fields);
}

/** Works without recursion: a level of nesting costs the sender one byte, and would cost us a stack frame. */
export function isStorable(value: unknown): boolean {
  const left = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next === 'string') {
      if (/\0|\p{Surrogate}/u.test(next)) return false;
    } else if (typeof next === 'object' && next !== null) {
      for (const [key, inner] of Object.entries(next)) left.push(key, inner);
    }
  }
  return true;
}

/** Of alternatives, the issues of the likely one: the one with the fewest missing keys. */
function likelyIssues(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const [likely] = [...issue.errors].sort((a, b) => missingIn(a) - missingIn(b) || a.length - b.length);
  if (!likely || likely.length === 0) return [issue];
  return likely.flatMap((inner) => likelyIssues({ ...inner, path: [...issue.path, ...inner.path] }));
}

function missingIn(issues: readonly z.core.$ZodIssue[]): number {
  return issues.filter(({ message }) => message.endsWith('received undefined')).length;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function parse(bytes: Uint8Array, part: string): { readonly text: string; readonly value: unknown } {
  try {
    const text = utf8.decode(bytes);
    return { text, value: JSON.parse(text) };
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
    throw new CoppiceError('bad-value', `the ${part} is not JSON in UTF-8`, { cause: error });
  }
}
