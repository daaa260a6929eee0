/*
 * The Agent Skills specification's reference validator, re-created: the same rules in the same order with the same
 * messages, so that what passes here passes there. It has its own idea of where the frontmatter ends, reads a strict
 * subset of YAML, stops at a fault of parsing, and collects all faults of the fields.
 */

import type { Diagnostic } from './diagnostic.js';
import { fieldLimits } from './fields.js';
import type { Frontmatter, FrontmatterValue } from './skill.js';
import { readStrictYaml } from './strict-yaml.js';
import { countCharacters, decodeUtf8 } from './text.js';
import { isMap, lineOfKey } from './yaml.js';

/** What the reference validator says where there is no file to read. */
export const strictPathMessages = {
  noSuchPath: (path: string) => `Path does not exist: ${path}`,
  notAFolder: (path: string) => `Not a directory: ${path}`,
  noSkillFile: 'Missing required file: SKILL.md',
} as const;

export function checkStrict(source: Uint8Array, folder: string | undefined): readonly Diagnostic[] {
  const content = decodeUtf8(source).replace(/\r\n?/g, '\n');
  if (!content.startsWith('---')) return [refusal(1, 'SKILL.md must start with YAML frontmatter (---)')];
  const close = content.indexOf('---', 3);
  if (close === -1) return [refusal(1, 'SKILL.md frontmatter not properly closed with ---')];

  const block = content.slice(3, close);
  const yaml = readStrictYaml(block, 1);
  if (!yaml.ok) return [refusal(yaml.line, `Invalid YAML in frontmatter: ${yaml.reason}`)];
  if (!isMap(yaml.value)) return [refusal(1, 'SKILL.md frontmatter must be a YAML mapping')];
  return refuseFields(yaml.value, folder).map(({ field, message }) =>
    refusal(1 + lineOfKey(block, field), message),
  );
}

function refusal(line: number, message: string): Diagnostic {
  return { code: 'specification', severity: 'error', line, message };
}

const allowedFields = ['allowed-tools', 'compatibility', 'description', 'license', 'metadata', 'name'];

interface FieldRefusal {
  readonly field: string;
  readonly message: string;
}

function refuseFields(fields: Frontmatter, folder: string | undefined): FieldRefusal[] {
  const messages = (
    field: string,
    check: (value: FrontmatterValue) => readonly string[],
    required: boolean,
  ) => {
    const value = fields[field];
    if (value !== undefined) return check(value).map((message) => ({ field, message }));
    return required ? [{ field, message: `Missing required field in frontmatter: ${field}` }] : [];
  };
  return [
    ...refuseUnexpected(Object.keys(fields)),
    ...messages('name', (value) => refuseName(value, folder), true),
    ...messages('description', refuseDescription, true),
    ...messages('compatibility', refuseCompatibility, false),
  ];
}

function refuseUnexpected(fields: readonly string[]): FieldRefusal[] {
  const unexpected = fields.filter((field) => !allowedFields.includes(field)).sort();
  const [first] = unexpected;
  if (first === undefined) return [];
  const allowed = allowedFields.map((field) => `'${field}'`).join(', ');
  const message = `Unexpected fields in frontmatter: ${unexpected.join(', ')}. Only [${allowed}] are allowed.`;
  return [{ field: first, message }];
}

function refuseName(value: FrontmatterValue, folder: string | undefined): string[] {
  if (typeof value !== 'string' || value.trim() === '') return ["Field 'name' must be a non-empty string"];
  const name = value.trim().normalize('NFKC');
  const messages: string[] = [];
  const length = countCharacters(name);
  if (length > fieldLimits.name) {
    messages.push(`Skill name '${name}' exceeds ${fieldLimits.name} character limit (${length} chars)`);
  }
  if (name !== name.toLowerCase()) messages.push(`Skill name '${name}' must be lowercase`);
  if (name.startsWith('-') || name.endsWith('-'))
    messages.push('Skill name cannot start or end with a hyphen');
  if (name.includes('--')) messages.push('Skill name cannot contain consecutive hyphens');
  if (!/^[\p{L}\p{N}-]*$/u.test(name)) {
    messages.push(
      `Skill name '${name}' contains invalid characters. Only letters, digits, and hyphens are allowed.`,
    );
  }
  if (folder !== undefined && folder.normalize('NFKC') !== name) {
    messages.push(`Directory name '${folder}' must match skill name '${name}'`);
  }
  return messages;
}

function refuseDescription(value: FrontmatterValue): string[] {
  if (typeof value !== 'string' || value.trim() === '')
    return ["Field 'description' must be a non-empty string"];
  const length = countCharacters(value);
  const limit = fieldLimits.description;
  return length > limit ? [`Description exceeds ${limit} character limit (${length} chars)`] : [];
}

function refuseCompatibility(value: FrontmatterValue): string[] {
  if (typeof value !== 'string') return value === null ? [] : ["Field 'compatibility' must be a string"];
  const length = countCharacters(value);
  const limit = fieldLimits.compatibility;
  return length > limit ? [`Compatibility exceeds ${limit} character limit (${length} chars)`] : [];
}
