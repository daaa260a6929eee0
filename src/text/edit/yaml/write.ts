/*
 * Writes text as a YAML scalar that every common reader reads back as that text. The style of a value is kept if the
 * text allows it, and whatever some reader would take for a number, a date, a truth value or syntax is quoted.
 * Nothing written here starts a line in the first column, so it can never look like the closing fence.
 */

import type { EditValue } from './plan.js';

/** `plain` is also what a new value starts from. */
export type ScalarStyle = 'plain' | 'single' | 'double' | 'literal' | 'folded';

/** Inside `{...}` and `[...]` fewer characters are allowed without quotes, and everything is on one line. */
export type ScalarContext = 'block' | 'flow';

interface ScalarText {
  /** The text after the colon: the whole value, or the header of a block scalar. */
  readonly head: string;
  /** The content lines of a block scalar, not yet indented; empty for a value on one line. */
  readonly lines: readonly string[];
}

export function writeScalar(text: string, style: ScalarStyle, context: ScalarContext): ScalarText {
  const wantsLines = style === 'literal' || style === 'folded' || (text.includes('\n') && style !== 'double');
  if (context === 'block' && wantsLines && fitsBlockScalar(text)) return blockScalar(text, style);
  return { head: writeInline(text, style, context), lines: [] };
}

/** The same on one line, which a key and an item of a flow list must be. */
export function writeInline(text: string, style: ScalarStyle, context: ScalarContext): string {
  if (style === 'plain' && isPlain(text, context)) return text;
  const prefersSingle = style === 'single' || (style === 'plain' && /["\\]/.test(text));
  if (prefersSingle && !unprintable.test(text)) return `'${text.replaceAll("'", "''")}'`;
  return doubleQuoted(text);
}

/** Whether the text is one of the ways to write "no value" in YAML. */
export function isEmptyScalar(text: string): boolean {
  return text === '~' || (text.length === 4 && text.toLowerCase() === 'null') || !/\S/.test(text);
}

/** False for text with half a surrogate pair, which a UTF-8 file cannot contain. */
export function isWritable(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

// Line breaks of YAML 1.1 and the byte order mark are printable to some readers and not to others.
const unprintable = /[\p{Cc}\u2028\u2029\uFEFF\uFFFE\uFFFF]/u;
const notEscapedByJson = /[\x7F-\x9F\u2028\u2029\uFEFF\uFFFE\uFFFF]/g;

function isPlain(text: string, context: ScalarContext): boolean {
  if (text === '' || text.trim() !== text || unprintable.test(text)) return false;
  if (/^[-?:,[\]{}#&*!|>'"%@`=~<]/.test(text) || text.startsWith('...')) return false;
  if (/:(\s|$)|\s#/.test(text)) return false;
  // Older readers end plain text at a colon or question mark there.
  if (context === 'flow' && /[,:?[\]{}]/.test(text)) return false;
  return !otherTypes.some((pattern) => pattern.test(text));
}

/** Text that YAML 1.1 or 1.2 readers turn into another type. */
const otherTypes = [
  /^(y|n|yes|no|on|off|true|false|null)$/i,
  /^[-+]?(\d[\d_,]*)?(\.[\d_]*)?(e[-+]?\d+)?$/i,
  /^[-+]?0[xob][\da-f_]+$/i,
  /^[-+]?\.(inf|nan)$/i,
  /^[-+]?\d[\d_]*(:[0-5]?\d)+(\.[\d_]*)?$/,
  /^\d{4}-\d{1,2}-\d{1,2}([t\s].*)?$/i,
];

/** JSON's escapes are valid in YAML too; the other characters that need one are escaped here. */
function doubleQuoted(text: string): string {
  return JSON.stringify(text).replace(
    notEscapedByJson,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * False for text that would need an indentation indicator or a "keep" header, and for lines of only spaces, which
 * readers treat differently. Such text is written in double quotes.
 */
function fitsBlockScalar(text: string): boolean {
  if (!/^\S/.test(text) || text.endsWith('\n\n')) return false;
  return !/^[ \t]+$/m.test(text) && !unprintable.test(text.replace(/[\n\t]/g, ''));
}

function blockScalar(text: string, style: ScalarStyle): ScalarText {
  const chomping = text.endsWith('\n') ? '' : '-';
  const content = chomping === '' ? text.slice(0, -1) : text;
  if (style === 'folded' && !/[\n\t]| $/.test(content))
    return { head: `>${chomping}`, lines: wrapLines(content) };
  return { head: `|${chomping}`, lines: content.split('\n') };
}

const foldColumns = 80;

/** Breaks only at a single space between two words, where a folded line break is read as a space. */
function wrapLines(content: string): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of content.split(/(?<=\S) (?=\S)/)) {
    if (line !== '' && line.length + 1 + word.length > foldColumns) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}

/** The text after a colon in a block map, below the names that are still missing. Lines are not yet indented. */
export function writeBlock(
  names: readonly string[],
  value: EditValue,
  style: ScalarStyle,
  step: number,
): ScalarText {
  if (names.length === 0) return writeValue(value, style, 'block');
  return { head: '', lines: writeBlockEntry(names, value, step) };
}

/** The lines of an entry of a block map. */
export function writeBlockEntry(names: readonly string[], value: EditValue, step = 2): readonly string[] {
  const [key = '', ...below] = names;
  const { head, lines } = writeBlock(below, value, 'plain', step);
  const name = writeInline(key, 'plain', 'block');
  return [head === '' ? `${name}:` : `${name}: ${head}`, ...indentLines(lines, step)];
}

/** The same inside braces, on one line. */
export function writeFlow(names: readonly string[], value: EditValue, style: ScalarStyle): string {
  if (names.length === 0) return writeValue(value, style, 'flow').head;
  return `{${writeFlowEntry(names, value, style)}}`;
}

export function writeFlowEntry(names: readonly string[], value: EditValue, style: ScalarStyle): string {
  const [key = '', ...below] = names;
  return `${writeInline(key, style, 'flow')}: ${writeFlow(below, value, style)}`;
}

/** Empty lines stay empty: spaces at the end of a line are lost too easily. */
export function indentLines(lines: readonly string[], columns: number): readonly string[] {
  return lines.map((line) => (line === '' ? '' : ' '.repeat(columns) + line));
}

function writeValue(value: EditValue, style: ScalarStyle, context: ScalarContext): ScalarText {
  if (typeof value === 'string') return writeScalar(value, style, context);
  if (typeof value === 'boolean') return { head: String(value), lines: [] };
  const itemStyle = style === 'double' ? 'double' : 'plain';
  return { head: `[${value.map((item) => writeInline(item, itemStyle, 'flow')).join(', ')}]`, lines: [] };
}
