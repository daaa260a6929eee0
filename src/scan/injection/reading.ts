/*
 * A file as a reader takes it in: wrapped lines joined into passages, marks of emphasis and invisible characters gone,
 * so that no order escapes by being broken over lines or letters. Each line keeps its place in the document.
 */

import { fencedLines } from '../hidden/fences.js';
import { fold } from '../hidden/fold.js';
import type { PreparedFile } from '../prepare.js';

export interface Reading {
  /** Passages end with a line break; lines inside a passage are joined by a space. */
  readonly text: string;
  /** Where each line of the file starts in the text. */
  readonly starts: readonly number[];
  /** Of each line, by the same index. */
  readonly settings: readonly Setting[];
}

export interface Setting {
  readonly place: Place;
  readonly heading: string;
  /** The words before a list, fence or table that end in a colon. */
  readonly lead: string;
}

/** `value`: of a key, so that quotes around the whole of it mean nothing. */
export type Place = 'prose' | 'heading' | 'table' | 'fence' | 'code' | 'value';

export function readFile(file: PreparedFile): Reading {
  const mark = isProse(file) ? quoteMark : commentMark;
  const lines = file.lines.map((line) => line.replace(mark, ''));
  const settings = isProse(file) ? settingsOfProse(file.lines) : settingsOfCode(file);
  const starts: number[] = [];
  const parts: string[] = [];
  let length = 0;
  for (const [index, line] of lines.entries()) {
    const separator = index === 0 ? '' : continues(lines, settings, index) ? ' ' : '\n';
    const words = fold(line);
    starts.push(length + separator.length);
    parts.push(separator, words);
    length += separator.length + words.length;
  }
  return { text: parts.join(''), starts, settings };
}

/** The index of the line at an offset of the text. */
export function lineIndexAt({ starts }: Reading, offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

function isProse({ content }: PreparedFile): boolean {
  return content === 'markdown' || content === 'text';
}

const quoteMark = /^\s*(?:> ?)+/;
const headingMark = /^#{1,6} /;
const itemMark = /^\s*(?:> ?)*(?:[-+*] |\d{1,3}[.)] )/;
const tableMark = /^\s*\|/;
const commentMark = /^\s*(?:#+!?|\/\/+|\/?\*+|--|REM ) ?/;
const keyMark = /^\s*[\w-]{1,40}: /;

function settingsOfProse(lines: readonly string[]): readonly Setting[] {
  const fenced = fencedLines(lines);
  let heading = '';
  let lead = '';
  let isFrontmatter = false;
  let isNewPassage = true;
  return lines.map((line, index) => {
    if (line.startsWith('---') && line.trimEnd() === '---' && (index === 0 || isFrontmatter))
      isFrontmatter = !isFrontmatter;
    if (fenced[index]) {
      isNewPassage = true;
      return { place: 'fence', heading, lead };
    }
    if (headingMark.test(line)) {
      heading = line;
      lead = '';
      return { place: 'heading', heading, lead };
    }
    const isTable = tableMark.test(line);
    const isBlank = line.trim() === '';
    if (isNewPassage && !(isBlank || isTable || itemMark.test(line) || quoteMark.test(line))) lead = '';
    const setting: Setting = { place: isFrontmatter ? 'value' : isTable ? 'table' : 'prose', heading, lead };
    if (/:\W{0,4}$/.test(line)) lead = line;
    isNewPassage = isBlank;
    return setting;
  });
}

function settingsOfCode({ lines, content }: PreparedFile): readonly Setting[] {
  return lines.map((line) => {
    const place = content === 'config' ? 'value' : commentMark.test(line) ? 'prose' : 'code';
    return { place, heading: '', lead: '' };
  });
}

function continues(lines: readonly string[], settings: readonly Setting[], index: number): boolean {
  const line = lines[index] ?? '';
  const before = lines[index - 1] ?? '';
  const place = settings[index]?.place;
  if (place !== settings[index - 1]?.place || line.trim() === '' || before.trim() === '') return false;
  if (place === 'prose') return !itemMark.test(line);
  return place === 'value' && !keyMark.test(line) && !/^\s*["[{}\]-]/.test(line);
}
