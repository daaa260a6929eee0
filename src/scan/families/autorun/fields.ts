/*
 * The values of a settings file, each with its path and line. A file that cannot be parsed still gives the values that
 * stand behind a key on one line, because some agents read what a strict parser refuses.
 */

import { type JsonNode, parseJsonText } from '../../../text/edit/json-outline.js';
import { isTable } from '../../../text/shape.js';
import { parseToml } from '../../../text/toml.js';
import { lineIndexAt } from '../../package/lines.js';
import type { PreparedFile } from '../../package/prepare.js';

export interface Field {
  /** The keys from the outermost one, joined by `/`; items of a list have their number. Only the last key is known of a broken file. */
  readonly path: string;
  /** One word for a text, number or truth value; the items for a list of such. */
  readonly words: readonly string[];
  /** The list `args` beside it. */
  readonly args: readonly string[];
  /** From 1. */
  readonly line: number;
}

export interface Fields {
  readonly all: readonly Field[];
  /** The file could not be parsed. */
  readonly isBroken: boolean;
}

type Text = Pick<PreparedFile, 'text' | 'starts'>;

export function fieldsOfJson(file: Text): Fields {
  const root = parseJsonText(file.text);
  if (root.kind === 'fault') return brokenFields(file);
  const all: Field[] = [];
  collectJson(root, '', [], 0, file, all);
  return { all, isBroken: false };
}

export function fieldsOfToml(file: Text): Fields {
  const parsed = parseToml(file.text);
  return parsed.ok ? fieldsOfData(parsed.value, file) : brokenFields(file);
}

/** Data without positions: a value is on the line where its text next occurs. */
export function fieldsOfData(data: unknown, file: Text): Fields {
  const all: Field[] = [];
  collectData(data, '', [], 0, lineFinder(file), all);
  return { all, isBroken: false };
}

/** Settings are shallow; nothing runs that is nested deeper. */
const maxDepth = 12;
const maxKeyLength = 60;

function below(path: string, key: string): string {
  const name = key.slice(0, maxKeyLength).replaceAll('/', '_');
  return path === '' ? name : `${path}/${name}`;
}

function collectJson(
  node: JsonNode,
  path: string,
  args: readonly string[],
  depth: number,
  file: Text,
  all: Field[],
): void {
  const line = lineIndexAt(file.starts, node.start) + 1;
  if (node.kind === 'scalar') {
    all.push({ path, words: [String(node.value)], args, line });
    return;
  }
  if (depth > maxDepth) return;
  const { items } = node;
  if (node.kind === 'array') {
    const words = items.flatMap(({ value }) => (value.kind === 'scalar' ? [String(value.value)] : []));
    if (words.length > 0) all.push({ path, words, args, line });
    for (const [index, { value }] of items.entries())
      if (value.kind !== 'scalar') collectJson(value, below(path, String(index)), [], depth + 1, file, all);
    return;
  }
  const beside = items.findLast(({ key }) => key === 'args')?.value;
  const words = beside?.kind === 'array' ? beside.items.flatMap(({ value }) => scalarWords(value)) : [];
  // Of equal keys the last one counts, and only it gets the arguments: repeating them would multiply the text.
  const command = items.findLast(({ key }) => key === 'command');
  for (const item of items)
    collectJson(item.value, below(path, item.key ?? ''), item === command ? words : [], depth + 1, file, all);
}

function scalarWords(node: JsonNode): readonly string[] {
  return node.kind === 'scalar' ? [String(node.value)] : [];
}

function collectData(
  value: unknown,
  path: string,
  args: readonly string[],
  depth: number,
  lineOf: (text: string) => number,
  all: Field[],
): void {
  if (isScalar(value)) {
    all.push({ path, words: [String(value)], args, line: lineOf(String(value)) });
    return;
  }
  if (depth > maxDepth) return;
  if (Array.isArray(value)) {
    const words = value.filter(isScalar).map(String);
    if (words.length > 0) all.push({ path, words, args, line: lineOf(words[0] ?? '') });
    for (const [index, item] of value.entries())
      if (!isScalar(item)) collectData(item, below(path, String(index)), [], depth + 1, lineOf, all);
    return;
  }
  if (!isTable(value)) return;
  const beside = value['args'];
  const words = Array.isArray(beside) ? beside.filter(isScalar).map(String) : [];
  for (const [key, item] of Object.entries(value))
    collectData(item, below(path, key), key === 'command' ? words : [], depth + 1, lineOf, all);
}

function isScalar(value: unknown): value is string | number | bigint | boolean {
  return ['string', 'number', 'bigint', 'boolean'].includes(typeof value);
}

/** The search goes on where it last ended, and gives up after some texts that are spelled otherwise in the file. */
function lineFinder({ text, starts }: Text): (value: string) => number {
  let at = 0;
  let misses = 0;
  return (value) => {
    const [wanted = ''] = value.slice(0, 80).split('\n');
    const found = misses < maxMisses ? text.indexOf(wanted, at) : -1;
    if (found === -1) misses += 1;
    else at = found;
    return lineIndexAt(starts, at) + 1;
  };
}

const maxMisses = 20;

export function brokenFields({ text, starts }: Text): Fields {
  const all: Field[] = [];
  for (const { 1: key = '', 2: double, 3: single, 4: list, 5: bare, index } of text.matchAll(keyAndValue)) {
    const line = lineIndexAt(starts, index) + 1;
    const words =
      list === undefined
        ? [double?.replace(/\\(.)/g, '$1') ?? single ?? bare?.replace(/,?\s*$/, '') ?? '']
        : (list.match(/"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|[^\s,"']+/g) ?? []).map(unquoted);
    const before = all.at(-1);
    if (key === 'args' && before?.path === 'command') all.splice(-1, 1, { ...before, args: words });
    else all.push({ path: key, words, args: [], line });
  }
  return { all, isBroken: true };
}

function unquoted(word: string): string {
  return /^["']/.test(word) ? word.slice(1, -1).replace(/\\(.)/g, '$1') : word;
}

/** Each kind of value ends where another of its kind could start, so that the search stays linear. */
const keyAndValue =
  /(?<![\w.@$-])["']?([\w.@$-]{1,60})["']?[ \t]{0,8}[:=][ \t]{0,8}(?:"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)'|\[([^[\]]*)\]|([^\s,{}[\]"'][^\n"]{0,400}))/g;
