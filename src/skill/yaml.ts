/*
 * Reads YAML into plain data. Every scalar stays the text it is in the file, so that `1.0` and `0123` are kept. The
 * result is bounded and harmless for every input: only the three plain tags, no merge keys, no cycles, no `__proto__`,
 * and never more nodes than a person would write.
 */

import { FAILSAFE_SCHEMA, type LoadOptions, load, YAMLException } from 'js-yaml';
import { isObject } from '../text/shape.js';
import { type Diagnostic, severityOf } from './diagnostic.js';
import { readPlainMap } from './plain-yaml.js';
import type { Frontmatter, FrontmatterValue } from './skill.js';

export type YamlReading =
  | { readonly ok: true; readonly value: FrontmatterValue; readonly diagnostics: readonly Diagnostic[] }
  | { readonly ok: false; readonly line: number; readonly reason: string };

export interface YamlOptions {
  /** The line of the file that the text starts on. */
  readonly firstLine: number;
  /** The maximum number of aliases; people write only a few. */
  readonly aliasLimit?: number;
}

export function readYaml(text: string, { firstLine, aliasLimit = 100 }: YamlOptions): YamlReading {
  const plain = readPlainMap(text);
  if (plain !== undefined) return { ok: true, value: plain, diagnostics: [] };
  const diagnostics: Diagnostic[] = [];
  try {
    const loaded = loadLastWins(text, aliasLimit, (line) => diagnostics.push(duplicateKey(firstLine + line)));
    const budget = { nodes: nodeLimit, forbiddenKeys: 0 };
    const value = toPlain(loaded, 0, budget);
    if (budget.forbiddenKeys > 0) diagnostics.push(forbiddenKey(firstLine + lineOfKey(text, '__proto__')));
    return { ok: true, value, diagnostics };
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    // Some faults concern the whole text and have no mark, although the types say so.
    return { ok: false, line: firstLine + (error.mark?.line ?? 0), reason: error.reason };
  }
}

export function isMap(value: FrontmatterValue | undefined): value is Frontmatter {
  return isObject(value);
}

/** The index of the line that starts with this key, preferably an outermost one; -1 if there is none. */
export function lineOfKey(text: string, key: string): number {
  const lines = text.split('\n');
  const outermost = lines.findIndex((line) => startsWithKey(line, key));
  return outermost === -1 ? lines.findIndex((line) => startsWithKey(line.trimStart(), key)) : outermost;
}

function startsWithKey(line: string, key: string): boolean {
  const start = line.startsWith('"') || line.startsWith("'") ? 1 : 0;
  return line.startsWith(key, start) && /^["']?[ \t]*:/.test(line.slice(start + key.length));
}

const nodeLimit = 20_000;
const depthLimit = 100;

/** Two equal keys are an error in YAML; here the last one is used, and the fault is reported. */
function loadLastWins(text: string, aliasLimit: number, onDuplicate: (line: number) => void): unknown {
  try {
    return load(text, optionsFor(text, aliasLimit));
  } catch (error) {
    if (!(error instanceof YAMLException) || error.reason !== 'duplicated mapping key') throw error;
    onDuplicate(error.mark.line);
    return load(text, { ...optionsFor(text, aliasLimit), json: true });
  }
}

function optionsFor(text: string, aliasLimit: number): LoadOptions {
  const hasAliases = text.includes('&') && text.includes('*');
  return hasAliases
    ? { schema: FAILSAFE_SCHEMA, listener: countAliases(aliasLimit) }
    : { schema: FAILSAFE_SCHEMA };
}

/**
 * The node limit alone is not enough: the loader joins a list that is used as a key into one text, and a short file can
 * repeat a long text in it thousands of times. An alias is the only node without a kind.
 */
function countAliases(limit: number): NonNullable<LoadOptions['listener']> {
  let used = 0;
  return (event, state) => {
    if (event !== 'close' || state.kind !== null || state.result === null) return;
    used += 1;
    if (used > limit) throw new YAMLException(`more than ${limit} aliases`, { ...noMark, line: state.line });
  };
}

const noMark = { buffer: '', column: 0, line: 0, name: '', position: 0, snippet: '' };

function toPlain(
  value: unknown,
  depth: number,
  budget: { nodes: number; forbiddenKeys: number },
): FrontmatterValue {
  budget.nodes -= 1;
  if (budget.nodes < 0) throw new YAMLException(`more than ${nodeLimit} values`);
  if (depth > depthLimit) throw new YAMLException(`more than ${depthLimit} levels`);
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map((item) => toPlain(item, depth + 1, budget));
  if (typeof value !== 'object' || value === null) return null;

  const plain: Record<string, FrontmatterValue> = {};
  for (const [key, item] of Object.entries(value)) {
    // A map as a key is in practice an unfilled {{placeholder}}, which is better read as text.
    if (key === '[object Object]') throw new YAMLException('a map is used as a key');
    if (key === '__proto__') budget.forbiddenKeys += 1;
    else plain[key] = toPlain(item, depth + 1, budget);
  }
  return plain;
}

function duplicateKey(line: number): Diagnostic {
  return {
    code: 'duplicate-key',
    severity: severityOf['duplicate-key'],
    line,
    message: 'This key occurs more than once; the last one is used.',
    fix: 'remove all but one',
  };
}

function forbiddenKey(line: number): Diagnostic {
  return {
    code: 'forbidden-key',
    severity: severityOf['forbidden-key'],
    line,
    message: 'A key named __proto__ was ignored.',
    fix: 'remove or rename the key',
  };
}
