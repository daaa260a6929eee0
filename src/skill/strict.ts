/*
 * A re-implementation of the Agent Skills specification's reference validator: the same rules in the same order with
 * the same messages, so that what passes here passes there. It finds the end of the frontmatter in its own way, reads a
 * strict subset of YAML, stops at the first parsing error, and collects all faults of the fields.
 */

import { CST, isMap as isMapNode, Lexer, LineCounter, parseDocument, visit } from 'yaml';
import { countCharacters, decodeUtf8 } from '../text/utf8.js';
import { type Diagnostic, severityOf } from './diagnostic.js';
import { fieldLimits } from './fields.js';
import type { Frontmatter, FrontmatterValue } from './skill.js';
import { isMap, lineOfKey, readYaml, type YamlReading } from './yaml.js';

/** The messages of the reference validator if there is no file to read. */
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
  return { code: 'specification', severity: severityOf.specification, line, message };
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

/**
 * Reads the subset of YAML that the reference validator accepts: no flow style, tags, anchors, equal keys or unevenly
 * indented maps. The text is first read as ordinary YAML, so that the second parser only gets text of bounded depth.
 */
function readStrictYaml(text: string, firstLine: number): YamlReading {
  const reading = readYaml(text, { firstLine, aliasLimit: 0 });
  const token = findRefusedToken(text);
  if (token !== undefined && (reading.ok || firstLine + token.line <= reading.line)) {
    return { ok: false, line: firstLine + token.line, reason: `${token.what} is not allowed` };
  }
  if (!reading.ok) return reading;
  const duplicate = reading.diagnostics.find((diagnostic) => diagnostic.code === 'duplicate-key');
  if (duplicate !== undefined) return { ok: false, line: duplicate.line, reason: 'a key is given twice' };
  const uneven = findUnevenMap(text);
  if (uneven === undefined) return reading;
  return { ok: false, line: firstLine + uneven, reason: 'maps beside each other are indented differently' };
}

const refusedTokens: Partial<Record<string, string>> = {
  'flow-map-start': 'flow style ({...})',
  'flow-seq-start': 'flow style ([...])',
  anchor: 'an anchor (&...)',
  tag: 'a tag (!...)',
};

function findRefusedToken(text: string): { readonly line: number; readonly what: string } | undefined {
  let line = 0;
  for (const source of new Lexer().lex(text)) {
    const what = refusedTokens[CST.tokenType(source) ?? ''];
    if (what !== undefined) return { line, what };
    line += source.split('\n').length - 1;
  }
  return undefined;
}

/** The maps that are values of one map must start in the same column. */
function findUnevenMap(text: string): number | undefined {
  const lines = new LineCounter();
  // Equal keys were already checked, and checking them again would take quadratic time.
  const document = parseDocument(text, { schema: 'failsafe', uniqueKeys: false, lineCounter: lines });
  let uneven: number | undefined;
  visit(document, {
    Map(_, map) {
      const starts = map.items.flatMap(({ value }) =>
        isMapNode(value) ? [lines.linePos(value.range?.[0] ?? 0)] : [],
      );
      const odd = starts.find((start) => start.col !== starts[0]?.col);
      if (odd === undefined) return undefined;
      uneven = odd.line - 1;
      return visit.BREAK;
    },
  });
  return uneven;
}
