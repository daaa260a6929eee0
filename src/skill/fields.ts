/*
 * From frontmatter to the fields that mean something to Coppice, in one shape whatever their spelling. The six
 * fields of the specification are read from the top level only. An extension is looked for in `metadata.coppice`,
 * then `metadata.hermes`, then the top level, then `metadata`: the more it was written for us, the more it counts.
 */

import type { Diagnostic, DiagnosticCode, Severity } from './diagnostic.js';
import { readSetup } from './fields-setup.js';
import { isMissing, isTrue, readList, readText, readTools, type Tell } from './fields-value.js';
import type { Frontmatter, FrontmatterValue, Requirement, SkillFields } from './skill.js';
import { countCharacters } from './text.js';
import { isMap } from './yaml.js';

/** In characters, as the specification has them. */
export const fieldLimits = { name: 64, description: 1024, compatibility: 500 } as const;

export interface FieldsContext {
  readonly folder: string | undefined;
  /** Stands in for a missing description. */
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
  const warn: Warn = (code, field, message, fix, severity = 'warning') => {
    diagnostics.push({ code, severity, line: context.lineOf(field), message, fix });
  };
  const told: string[] = [];
  const tell: Tell = (field, problem) => {
    if (told.includes(field)) return;
    told.push(field);
    const severity = field === 'name' || field === 'description' ? 'error' : 'warning';
    warn('field-shape', field, `"${field}" ${problem}; that was left out.`, `correct "${field}"`, severity);
  };

  const extensions = mergeExtensions(frontmatter, tell);
  const core = (field: string) => readText(field, frontmatter[field], tell);
  const text = (field: string) => readText(field, extensions.get(field), tell);
  const list = (field: string) => readList(field, extensions.get(field), tell);
  const name = core('name') ?? context.folder ?? '';
  const fields: SkillFields = {
    name,
    description: core('description') ?? context.proseLine ?? `Invoke the ${name} skill`,
    license: core('license'),
    compatibility: core('compatibility'),
    allowedTools: readTools('allowed-tools', frontmatter['allowed-tools'], tell),
    version: text('version'),
    author: text('author'),
    category: text('category'),
    tags: list('tags'),
    whenToUse: text('when_to_use'),
    requires: list('requires').map(readRequirement),
    relatedSkills: list('related_skills'),
    platforms: list(extensions.has('platforms') ? 'platforms' : 'platform').map((name) => name.toLowerCase()),
    pinned: isTrue(extensions.get('pinned')) || isTrue(extensions.get('pin')),
    requiresTools: list('requires_tools'),
    requiresToolsets: list('requires_toolsets'),
    fallbackForTools: list('fallback_for_tools'),
    fallbackForToolsets: list('fallback_for_toolsets'),
    ...readSetup(extensions, tell),
  };
  warnOfMissing(frontmatter, fields, warn);
  warnOfLength(fields, warn);
  return { fields, diagnostics };
}

type Warn = (code: DiagnosticCode, field: string, message: string, fix: string, severity?: Severity) => void;

/** The fields that have a value, each from the place where it counts most. */
function mergeExtensions(frontmatter: Frontmatter, tell: Tell): ReadonlyMap<string, FrontmatterValue> {
  const merged = new Map<string, FrontmatterValue>();
  const add = (place: FrontmatterValue | undefined) => {
    if (!isMap(place)) {
      if (!isMissing(place)) tell('metadata', 'must be a map');
      return;
    }
    for (const key of Object.keys(place)) {
      const value = place[key];
      if (value !== undefined && !isMissing(value)) merged.set(key, value);
    }
  };
  const metadata = frontmatter['metadata'];
  add(metadata);
  add(frontmatter);
  if (isMap(metadata)) {
    add(metadata['hermes']);
    add(metadata['coppice']);
  }
  return merged;
}

function readRequirement(item: string): Requirement {
  const at = item.indexOf('@', 1);
  if (at === -1) return { slug: item, range: undefined };
  return { slug: item.slice(0, at).trim(), range: item.slice(at + 1).trim() || undefined };
}

function warnOfMissing(frontmatter: Frontmatter, fields: SkillFields, warn: Warn): void {
  for (const field of ['name', 'description'] as const) {
    if (!isMissing(frontmatter[field])) continue;
    const message = `There is no ${field}; "${fields[field]}" stands in.`;
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
