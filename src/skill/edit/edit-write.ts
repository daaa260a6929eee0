/*
 * A field as new text: a value, with the names that lead to it where these are missing too. What takes several
 * lines comes without indentation and line breaks, which depend on the place it goes to.
 */

import type { EditValue } from './edit-plan.js';
import {
  type ScalarPlace,
  type ScalarStyle,
  type ScalarText,
  writeInline,
  writeScalar,
} from './scalar-text.js';

/** What stands behind a colon in a block map, under the names that are still missing. */
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

function writeValue(value: EditValue, style: ScalarStyle, place: ScalarPlace): ScalarText {
  if (typeof value === 'string') return writeScalar(value, style, place);
  if (typeof value === 'boolean') return { head: String(value), lines: [] };
  const itemStyle = style === 'double' ? 'double' : 'plain';
  return { head: `[${value.map((item) => writeInline(item, itemStyle, 'flow')).join(', ')}]`, lines: [] };
}
