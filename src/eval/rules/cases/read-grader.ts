/*
 * Reads one grader, from the frontmatter of a file in `graders/` or from the list in `case.yaml`.
 */

import type { CaseFields } from './case-fields.js';
import type { Grader, Target, ToolMatch } from './eval-case.js';

const graderTypes = ['regex', 'tool_used', 'tool_order', 'file_exists', 'llm', 'baseline'] as const;

export interface GraderContext {
  readonly name: string;
  /** The text below the frontmatter, which may be the pattern or the criteria. */
  readonly body: string;
  /** The text of a file of the case; undefined where there is none. */
  readonly fileText: (path: string) => string | undefined;
}

const frame = ['name', 'type', 'weight', 'arm'];
const maxPattern = 10_000;

export function readGrader(fields: CaseFields, context: GraderContext): Grader {
  const type = fields.oneOf('type', graderTypes);
  if (type === undefined) throw fields.fault('type', `is missing; it is one of ${graderTypes.join(', ')}`);
  const name = fields.name('name') ?? context.name;
  if (name === '') throw fields.fault('name', 'is missing');
  const shared = {
    name,
    weight: fields.positive('weight') ?? 1,
    arm: fields.oneOf('arm', ['with-only', 'both']),
  };
  const body = context.body.trim();
  switch (type) {
    case 'regex': {
      fields.allowOnly([...frame, 'pattern', 'flags', 'match', 'target']);
      const pattern = fields.text('pattern') ?? body;
      const flags = fields.text('flags') ?? '';
      requirePattern(fields, 'pattern', pattern, flags);
      return { ...shared, type, pattern, flags, match: matchIn(fields), target: targetIn(fields, 'target') };
    }
    case 'tool_used': {
      fields.allowOnly([...frame, 'tool', 'input_match', 'min', 'max']);
      const max = fields.whole('max', 0, 100_000);
      const min = fields.whole('min', 0, 100_000) ?? 1;
      if (max !== undefined && max < min) throw fields.fault('max', `must not be below min, which is ${min}`);
      return { ...shared, type, ...toolIn(fields), min, max };
    }
    case 'tool_order': {
      fields.allowOnly([...frame, 'before', 'after']);
      return { ...shared, type, before: toolAt(fields, 'before'), after: toolAt(fields, 'after') };
    }
    case 'file_exists': {
      fields.allowOnly([...frame, 'path', 'exists']);
      return { ...shared, type, path: fields.requiredText('path'), exists: fields.yesOrNo('exists') ?? true };
    }
    case 'llm': {
      fields.allowOnly([...frame, 'criteria', 'focus']);
      const criteria = fields.text('criteria') ?? body;
      if (criteria.trim() === '') throw fields.fault('criteria', 'is missing');
      return { ...shared, type, criteria, focus: targetIn(fields, 'focus') };
    }
    case 'baseline': {
      fields.allowOnly([...frame, 'baseline_file', 'criteria']);
      const path = fields.requiredText('baseline_file');
      const baseline = context.fileText(path);
      if (baseline === undefined) throw fields.fault('baseline_file', `names no file of the case: ${path}`);
      return { ...shared, type, baseline, criteria: fields.text('criteria') ?? body };
    }
    default:
      return type satisfies never;
  }
}

function matchIn(fields: CaseFields): 'contains' | 'not_contains' | { readonly count: number } {
  const given = fields.text('match') ?? 'contains';
  if (given === 'contains' || given === 'not_contains') return given;
  const count = /^count:\s*(\d{1,6})$/.exec(given)?.[1];
  if (count === undefined) throw fields.fault('match', 'must be contains, not_contains or count:N');
  return { count: Number(count) };
}

function targetIn(fields: CaseFields, field: string): Target {
  const given = fields.raw(field);
  if (given === undefined) return 'last_message';
  if (given === 'last_message' || given === 'trace' || given === 'files') return given;
  if (typeof given !== 'string') {
    const inside = fields.inside(field);
    inside.allowOnly(['source', 'path']);
    if (inside.text('source') === 'file') return { file: inside.requiredText('path') };
  }
  throw fields.fault(field, 'must be last_message, trace, files, or {source: file, path: PATH}');
}

function toolIn(fields: CaseFields): ToolMatch {
  const inputMatch = fields.text('input_match');
  if (inputMatch !== undefined) requirePattern(fields, 'input_match', inputMatch, '');
  return { tool: fields.requiredText('tool'), inputMatch };
}

/** A name, or a name with a pattern for the input. */
function toolAt(fields: CaseFields, field: string): ToolMatch {
  const given = fields.raw(field);
  if (typeof given === 'string' && given !== '') return { tool: given, inputMatch: undefined };
  if (given === undefined) throw fields.fault(field, 'is missing');
  const inside = fields.inside(field);
  inside.allowOnly(['tool', 'input_match']);
  return toolIn(inside);
}

function requirePattern(fields: CaseFields, field: string, pattern: string, flags: string): void {
  if (pattern === '') throw fields.fault(field, 'is missing');
  if (pattern.length > maxPattern) throw fields.fault(field, `is longer than ${maxPattern} characters`);
  if (!/^[dgimsuvy]*$/.test(flags)) throw fields.fault('flags', 'must be letters of dgimsuvy');
  try {
    new RegExp(pattern, flags);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw fields.fault(field, `is not a regular expression: ${error.message}`);
  }
}
