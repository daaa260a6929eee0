/*
 * A file as a reader takes it in: wrapped lines joined into passages, marks of emphasis and invisible characters gone,
 * so that no order escapes by being broken over lines or letters. Each line keeps its place in the document.
 */

import { charactersLike } from '../character-set.js';
import { fold, foldable } from '../hidden/fold.js';
import { linesWith } from '../lines.js';
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
  const isProse = file.content === 'markdown' || file.content === 'text';
  const settings = isProse ? settingsOfProse(file) : settingsOfCode(file);
  const mark = isProse ? quoteMark : commentMark;
  const mayMark = (line: string) => !isProse || line.includes('>');
  const toFold = new Set(linesWith(file, foldable));
  const starts: number[] = [];
  const parts: string[] = [];
  let length = 0;
  let wasBlank = true;
  for (const [index, marked] of file.lines.entries()) {
    const line = mayMark(marked) ? marked.replace(mark, '') : marked;
    const isBlank = line.trimStart() === '';
    const isPart = !isBlank && !wasBlank && continues(line, settings[index], settings[index - 1]);
    const separator = index === 0 ? '' : isPart ? ' ' : '\n';
    const words = toFold.has(index) ? fold(line) : line;
    starts.push(length + separator.length);
    parts.push(separator, words);
    length += separator.length + words.length;
    wasBlank = isBlank;
  }
  return { text: parts.join(''), starts, settings };
}

/** Whether a line goes on with the passage of the line before it. */
function continues(line: string, setting: Setting | undefined, before: Setting | undefined): boolean {
  if (setting?.place !== before?.place) return false;
  if (setting?.place === 'prose') return !startsItem(line);
  return setting?.place === 'value' && !keyMark.test(line) && !/^\s*["[{}\]-]/.test(line);
}

const quoteMark = /^\s*(?:> ?)+/;
const headingMark = /^#{1,6} /;
const itemMark = /^\s*(?:> ?)*(?:[-+*] |\d{1,3}[.)] )/;

function startsItem(line: string): boolean {
  return mayStartItem[line.trimStart().charCodeAt(0)] === true && itemMark.test(line);
}

const mayStartItem = charactersLike(/[-+*>\d]/);
const commentMark = /^\s*(?:#+!?|\/\/+|\/?\*+|--|REM ) ?/;
const keyMark = /^\s*[\w-]{1,40}: /;

/** Lines in the same setting share it. */
function settingsOfProse({ lines, fenced }: PreparedFile): readonly Setting[] {
  let current: Setting = { place: 'prose', heading: '', lead: '' };
  const settingOf = (place: Place): Setting => {
    if (place !== current.place || lead !== current.lead || heading !== current.heading)
      current = { place, heading, lead };
    return current;
  };
  let heading = '';
  let lead = '';
  let isFrontmatter = false;
  let isNewPassage = true;
  return lines.map((line, index) => {
    if (line.startsWith('---') && line.trimEnd() === '---' && (index === 0 || isFrontmatter))
      isFrontmatter = !isFrontmatter;
    if (fenced[index]) {
      isNewPassage = true;
      return settingOf('fence');
    }
    if (line.startsWith('#') && headingMark.test(line)) {
      heading = line;
      lead = '';
      return settingOf('heading');
    }
    const bare = line.trimStart();
    const isMarked = bare.startsWith('|') || bare.startsWith('>') || (isNewPassage && startsItem(line));
    if (isNewPassage && bare !== '' && !isMarked) lead = '';
    const setting = settingOf(isFrontmatter ? 'value' : bare.startsWith('|') ? 'table' : 'prose');
    if (leadsOn(line)) lead = line;
    isNewPassage = bare === '';
    return setting;
  });
}

/** Ends in a colon, but for a few marks. */
function leadsOn(line: string): boolean {
  const colon = line.lastIndexOf(':');
  return colon !== -1 && colon >= line.length - 5 && !/\w/.test(line.slice(colon));
}

const value: Setting = { place: 'value', heading: '', lead: '' };
const comment: Setting = { ...value, place: 'prose' };
const code: Setting = { ...value, place: 'code' };

function settingsOfCode({ lines, content }: PreparedFile): readonly Setting[] {
  return lines.map((line) => (content === 'config' ? value : commentMark.test(line) ? comment : code));
}
