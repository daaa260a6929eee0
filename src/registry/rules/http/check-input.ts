/*
 * Parameters, queries and bodies pass their schema here, once. What does not fit is refused with one sentence about the
 * first fault, where and why, and all of them as data.
 */

import type { z } from 'zod';
import { CoppiceError } from '../../../text/errors.js';

type InputPart = 'path' | 'query' | 'body' | 'metadata';

const maxIssues = 20;

export function checkInput(schema: z.ZodType, value: unknown, place: InputPart): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.flatMap(likelyIssues).map(({ path, message }) => ({
    path: [place, ...path.map(String)].join('.'),
    message,
  }));
  const [first] = issues;
  throw new CoppiceError(
    'bad-value',
    first ? `${first.path}: ${first.message}` : `the ${place} does not fit`,
    {
      data: { issues: issues.slice(0, maxIssues) },
    },
  );
}

/** Of alternatives, the faults of the one that was most likely meant: the one that misses the least. */
function likelyIssues(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const [meant] = [...issue.errors].sort((a, b) => missingIn(a) - missingIn(b) || a.length - b.length);
  if (!meant || meant.length === 0) return [issue];
  return meant.flatMap((inner) => likelyIssues({ ...inner, path: [...issue.path, ...inner.path] }));
}

function missingIn(issues: readonly z.core.$ZodIssue[]): number {
  return issues.filter(({ message }) => message.endsWith('received undefined')).length;
}

/*
 * JSON that a stranger sent. Texts that PostgreSQL cannot store (with NUL, or with half a surrogate pair) are refused at
 * the door, so that they cannot fail inside.
 */

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Undefined where there is nothing at all. */
export function parseJsonBytes(bytes: Uint8Array, place: string): unknown {
  if (bytes.length === 0) return undefined;
  const value = parse(bytes, place);
  if (!isStorable(value))
    throw new CoppiceError('bad-value', `${place}: a text has a character that cannot be stored`);
  return value;
}

/** Without recursion: nesting costs the sender a byte a level, and would cost us a frame of the stack. */
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

function parse(bytes: Uint8Array, place: string): unknown {
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
    throw new CoppiceError('bad-value', `the ${place} is not JSON in UTF-8`, { cause: error });
  }
}
