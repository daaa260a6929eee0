/*
 * Reads the fields that Coppice knows from the frontmatter, whatever their spelling. The six fields of the specification
 * are read from the top level only.
 */

import { countCharacters } from '../text/utf8.js';
import { type Diagnostic, type DiagnosticCode, severityOf } from './diagnostic.js';
import { isMissing, type ReportProblem, readText, readTools } from './field-values.js';
import { readExtensions } from './fields-extension.js';
import type { Frontmatter, SkillFields } from './skill.js';

/** Maximum lengths in characters, from the specification. */
export const fieldLimits = { name: 64, description: 1024, compatibility: 500 } as const;

export interface FieldsContext {
  readonly folder: string | undefined;
  /** Used if the description is missing. */
  readonly proseLine: string | undefined;
  /** The line of the file that a key is on. */
  readonly lineOf: (key: string) => number;
}

export interface FieldsReading {
  readonly fields: SkillFields;
  readonly diagnostics: readonly Diagnostic[];
}

export function readFields(frontmatter: Frontmatter, context: FieldsContext): FieldsReading {
  const diagnostics: Diagnostic[] = [];
  const warn: Warn = (code, field, message, fix) => {
    diagnostics.push({ code, severity: severityOf[code], line: context.lineOf(field), message, fix });
  };
  const reported: string[] = [];
  const report: ReportProblem = (field, problem) => {
    if (reported.includes(field)) return;
    reported.push(field);
    warn('field-shape', field, `"${field}" ${problem}; it was ignored.`, `correct "${field}"`);
  };

  const text = (field: string) => readText(field, frontmatter[field], report);
  const name = text('name') ?? context.folder ?? '';
  const fields: SkillFields = {
    name,
    description: text('description') ?? context.proseLine ?? fallbackDescription(name),
    license: text('license'),
    compatibility: text('compatibility'),
    allowedTools: readTools('allowed-tools', frontmatter['allowed-tools'], report),
    version: undefined,
    author: undefined,
    category: undefined,
    tags: [],
    whenToUse: undefined,
    requires: [],
    relatedSkills: [],
    platforms: [],
    pinned: false,
    requiresTools: [],
    requiresToolsets: [],
    fallbackForTools: [],
    fallbackForToolsets: [],
    config: [],
    environment: [],
    commands: [],
  };
  readExtensions(frontmatter, fields, report);
  warnOfMissing(frontmatter, fields, warn);
  warnOfLength(fields, warn);
  return { fields, diagnostics };
}

type Warn = (code: DiagnosticCode, field: string, message: string, fix: string) => void;

function warnOfMissing(frontmatter: Frontmatter, fields: SkillFields, warn: Warn): void {
  for (const field of ['name', 'description'] as const) {
    if (!isMissing(frontmatter[field]) && typeof frontmatter[field] === 'string') continue;
    const substitute = fields[field] === '' ? '' : `; "${fields[field]}" is used instead`;
    const message = `The ${field} is missing${substitute}.`;
    warn(`${field}-missing`, field, message, `add a line "${field}: ..."`);
  }
}

function warnOfLength(fields: SkillFields, warn: Warn): void {
  for (const field of ['name', 'description', 'compatibility'] as const) {
    const text = fields[field];
    const limit = fieldLimits[field];
    if (text === undefined || text.length <= limit) continue;
    const length = countCharacters(text);
    if (length <= limit) continue;
    const message = `The ${field} has ${length} characters; the limit is ${limit}.`;
    warn(`${field}-too-long`, field, message, `shorten the ${field}`);
  }
}

/** Of a skill that says nothing about itself, not even in a line of its body. */
export function fallbackDescription(name: string): string {
  return `Invoke the ${name} skill`;
}
