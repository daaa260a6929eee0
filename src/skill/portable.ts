/*
 * What every known client accepts. An error means that some client does not load or accept the skill; a note (info), that
 * some validator or packager objects to it.
 *
 *   rule                                           checked by
 *   fences are plain lines, no byte order mark     Gemini CLI matches ^---\n exactly; others cut at any ---
 *   valid YAML in UTF-8, no key twice              most clients skip a file that their YAML reader refuses
 *   a name of [a-z0-9-], equal to the folder       gh skill publish, ClawHub, the specification
 *   a name without "claude" or "anthropic"         claude.ai uploads, SkillPort
 *   a description of at most 1024 characters       Codex, the specification; gh skill publish warns
 *   a description without < and >                  Anthropic's skill-creator, SkillPort
 *   only the six fields                            claude.ai uploads, the specification; others ignore the rest
 *   allowed-tools and values of metadata are text  gh skill publish, the specification
 *   at most 500 lines of body                      gh skill publish and SkillPort warn
 */

import { decodeUtf8, linesBefore } from '../text/utf8.js';
import { type Diagnostic, type DiagnosticCode, diagnosticCodes, severityOf } from './diagnostic.js';
import { isMissing } from './field-values.js';
import { blockLine, blockOf, bodyOf } from './layout.js';
import type { Skill } from './skill.js';
import { isMap, lineOfKey } from './yaml.js';

export function checkPortable(skill: Skill, folder: string | undefined): readonly Diagnostic[] {
  const known = skill.diagnostics;
  if (skill.layout.block === undefined) return known;

  const block = blockOf(skill);
  const context = { skill, folder, block, lineOf: (field: string) => blockLine + lineOfKey(block, field) };
  const broken = rules.flatMap(({ code, fix, find }): Diagnostic[] => {
    const found = find(context);
    if (found === undefined) return [];
    const message = found.message ?? diagnosticCodes[code];
    return [{ code, severity: severityOf[code], line: found.line, message, fix }];
  });
  return [...known, ...broken];
}

interface Rule {
  readonly code: DiagnosticCode;
  readonly fix: string;
  /** Where the rule is broken. */
  readonly find: (context: RuleContext) => FieldLocation | undefined;
}

interface RuleContext {
  readonly skill: Skill;
  readonly folder: string | undefined;
  readonly block: string;
  readonly lineOf: (field: string) => number;
}

interface FieldLocation {
  readonly line: number;
  readonly message?: string;
}

const rules: readonly Rule[] = [
  {
    code: 'byte-order-mark',
    fix: 'save the file without a byte order mark',
    find: ({ skill }) => (skill.layout.start > 0 ? { line: 1 } : undefined),
  },
  {
    code: 'fence-not-plain',
    fix: 'remove the spaces after the opening ---',
    find: ({ skill }) => (/^---\r?\n/.test(openingFence(skill)) ? undefined : { line: 1 }),
  },
  {
    code: 'fence-in-frontmatter',
    fix: 'write it with other characters',
    find: ({ block }) => {
      const at = block.indexOf('---');
      return at === -1 ? undefined : { line: blockLine + linesBefore(block, at) };
    },
  },
  {
    code: 'name-invalid',
    fix: 'use only a-z, 0-9 and single hyphens between them',
    find: onField('name', (name) => !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)),
  },
  {
    code: 'name-not-folder',
    fix: 'rename the folder or the skill',
    find: onField('name', (name, folder) => folder !== undefined && folder !== name),
  },
  {
    code: 'name-reserved',
    fix: 'choose a name without "claude" and "anthropic"',
    find: onField('name', (name) => /claude|anthropic/i.test(name)),
  },
  {
    code: 'description-markup',
    fix: 'remove < and >, or write them in words',
    find: onField('description', (description) => /[<>]/.test(description)),
  },
  {
    code: 'field-not-portable',
    fix: 'move it into metadata',
    find: ({ skill, lineOf }) => {
      const others = Object.keys(skill.frontmatter).filter((field) => !specifiedFields.includes(field));
      const [first] = others;
      if (first === undefined) return undefined;
      return { line: lineOf(first), message: `Not one of the six specified fields: ${others.join(', ')}.` };
    },
  },
  {
    code: 'allowed-tools-list',
    fix: 'write the tools as one line of text with spaces between them',
    find: ({ skill, lineOf }) => {
      const isList = Array.isArray(skill.frontmatter['allowed-tools']);
      return isList ? { line: lineOf('allowed-tools') } : undefined;
    },
  },
  {
    code: 'metadata-not-text',
    fix: 'make every value of metadata text',
    find: ({ skill, lineOf }) => {
      const { metadata } = skill.frontmatter;
      const values = isMap(metadata) ? Object.values(metadata) : [];
      const isTextual = values.every((value) => value === null || typeof value === 'string');
      return isTextual ? undefined : { line: lineOf('metadata') };
    },
  },
  {
    code: 'body-long',
    fix: 'move details into files under references/',
    find: ({ skill }) => (linesBefore(bodyOf(skill), Infinity) > 500 ? { line: 0 } : undefined),
  },
];

/** Of the Agent Skills specification. */
export const specifiedFields: readonly string[] = [
  'name',
  'description',
  'license',
  'compatibility',
  'metadata',
  'allowed-tools',
];

function openingFence(skill: Skill): string {
  return decodeUtf8(skill.source.subarray(skill.layout.start, skill.layout.block?.start));
}

/** Checks a field that is present; a missing field has its own diagnostic. */
function onField(
  field: 'name' | 'description',
  isBroken: (text: string, folder: string | undefined) => boolean,
): Rule['find'] {
  return ({ skill, folder, lineOf }) => {
    const text = skill.frontmatter[field];
    if (typeof text !== 'string' || isMissing(text)) return undefined;
    return isBroken(skill.fields[field], folder) ? { line: lineOf(field) } : undefined;
  };
}
