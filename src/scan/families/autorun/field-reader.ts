/*
 * The fields of a file by its format, read once for all places and settings that look at it, and the patterns that
 * name some of them.
 */

import { parseSkill } from '../../../skill/parse.js';
import type { Frontmatter } from '../../../skill/skill.js';
import type { PreparedFile, PreparedPackage } from '../../package/prepare.js';
import { brokenFields, type Fields, fieldsOfData, fieldsOfJson, fieldsOfToml } from './fields.js';

type FieldFormat = 'json' | 'toml' | 'frontmatter';
export type FieldsOf = (file: PreparedFile, format: FieldFormat) => Fields;

export function fieldsReader(prepared: PreparedPackage): FieldsOf {
  const known = new Map<string, Fields>();
  return (file, format) => {
    const key = `${format} ${file.path}`;
    const fields = known.get(key) ?? read(file, format, prepared);
    known.set(key, fields);
    return fields;
  };
}

/** Whether a path matches one of the patterns: `*` is one key, `**` any number, `\*` a key that is a star. */
export function pathTest(patterns: readonly string[], isBroken: boolean): (path: string) => boolean {
  const split = patterns.map((pattern) => pattern.split('/'));
  if (isBroken) {
    const keys = new Set(split.map((parts) => parts.findLast((part) => part !== '**')));
    return (path) => keys.has(path);
  }
  const whole = new RegExp(`^(?:${split.map(patternSource).join('|')})$`);
  return (path) => whole.test(path);
}

function patternSource(parts: readonly string[]): string {
  return parts
    .map((part, index) => {
      const isLast = index === parts.length - 1;
      if (part === '**') return isLast ? '' : '(?:.*/)?';
      const key = part === '*' ? '[^/]+' : part.replace(/^\\/, '').replace(/[.$+?()[\]{}|\\*]/g, '\\$&');
      if (isLast) return key;
      return index === parts.length - 2 && parts.at(-1) === '**' ? `${key}(?:/.*)?` : `${key}/`;
    })
    .join('');
}

function read(file: PreparedFile, format: FieldFormat, prepared: PreparedPackage): Fields {
  switch (format) {
    case 'json':
      return fieldsOfJson(file);
    case 'toml':
      return fieldsOfToml(file);
    case 'frontmatter':
      return fieldsOfFrontmatter(file, prepared);
    default:
      return format satisfies never;
  }
}

const noFields: Fields = { all: [], isBroken: false };
const keptKeys = ['hooks', 'mcpServers', 'permissionMode'] as const;
const mayHaveKey = /hooks|mcpServers|permissionMode/;

function fieldsOfFrontmatter(file: PreparedFile, { skill, skillFile }: PreparedPackage): Fields {
  const { text, starts } = file;
  if (!/^\uFEFF?---/.test(text)) return noFields;
  const end = text.search(/\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/);
  const block = { text: end === -1 ? text.slice(0, maxBlockLength) : text.slice(0, end), starts };
  if (!mayHaveKey.test(block.text)) return noFields;
  const { frontmatter, reading } =
    skill !== undefined && file === skillFile
      ? skill
      : parseSkill(new TextEncoder().encode(block.text + fence));
  if (reading !== 'clean' && reading !== 'repaired') return brokenFields(block);
  const kept: Frontmatter = Object.fromEntries(
    keptKeys.flatMap((key) => {
      const value = frontmatter[key];
      return value === undefined ? [] : [[key, value]];
    }),
  );
  return fieldsOfData(kept, block);
}

const fence = '\n---\n';
const maxBlockLength = 65_536;
