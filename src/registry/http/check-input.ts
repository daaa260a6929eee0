/*
 * Parameters, queries and bodies pass their schema here, once. What does not fit is refused with one sentence about the
 * first fault, where and why, and all of them as data.
 */

import type { z } from 'zod';
import { CoppiceError } from '../../system/errors.js';

type Place = 'path' | 'query' | 'body' | 'metadata';

const mostIssues = 20;

export function checkInput(schema: z.ZodType, value: unknown, place: Place): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.flatMap(meantIssues).map(({ path, message }) => ({
    path: [place, ...path.map(String)].join('.'),
    message,
  }));
  const [first] = issues;
  throw new CoppiceError(
    'bad-value',
    first ? `${first.path}: ${first.message}` : `the ${place} does not fit`,
    {
      data: { issues: issues.slice(0, mostIssues) },
    },
  );
}

/** Of alternatives, the faults of the one that was most likely meant: the one that misses the least. */
function meantIssues(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const [meant] = [...issue.errors].sort((a, b) => missingIn(a) - missingIn(b) || a.length - b.length);
  if (!meant || meant.length === 0) return [issue];
  return meant.flatMap((inner) => meantIssues({ ...inner, path: [...issue.path, ...inner.path] }));
}

function missingIn(issues: readonly z.core.$ZodIssue[]): number {
  return issues.filter(({ message }) => message.endsWith('received undefined')).length;
}
