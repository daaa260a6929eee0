/*
 * A file as a reader takes it in: wrapped lines joined into passages, marks of emphasis and invisible characters gone,
 * so that no order escapes by being broken over lines or letters. Each line keeps its place in the document.
 */

import { type CharacterSet, charactersLike, lineIndexAt, lineStarts } from '../../package/lines.js';
import { inPlainLetters, normalizeLines } from '../../package/plain-letters.js';
import type { PreparedFile } from '../../package/prepare.js';

export interface Reading {
  /** Passages end with a line break; lines inside a passage are joined by a space. */
  readonly text: string;
  /** Of each line of the file. */
  readonly settings: readonly LineContext[];
  /** The index of the line that a place of the text comes from. */
  lineIndexAt(offset: number): number;
}

export interface LineContext {
  readonly place: BlockKind;
  readonly heading: string;
  /** The words before a list, fence or table that end in a colon. */
  readonly lead: string;
}

/** `value`: of a key, so that quotes around the whole of it mean nothing. */
export type BlockKind = 'prose' | 'heading' | 'table' | 'fence' | 'code' | 'value';

export function readPassages(file: PreparedFile): Reading {
  const isProse = file.content === 'markdown' || file.content === 'text';
  const settings = isProse ? settingsOfProse(file) : settingsOfCode(file);
  const text = normalizeLines(joinedLines(file, settings, isProse ? withoutQuoteMark : withoutCommentMark));
  let starts: readonly (readonly number[])[] | undefined;
  return {
    text: text.replaceAll(joint, ' '),
    settings,
    lineIndexAt(offset) {
      starts ??= [lineStarts(text, '\n'), lineStarts(text, joint)];
      return starts.reduce((index, some) => index + lineIndexAt(some, offset), 0);
    },
  };
}

/** Stands for the end of a line inside a passage; no line holds one. */
const joint = '\r';

/** Without the marks, in plain letters. What stays as it is is taken over in one piece. */
function joinedLines(
  file: PreparedFile,
  settings: readonly LineContext[],
  withoutMark: (line: string) => string,
): string {
  const { lines } = file;
  const text = file.text.includes('\r') ? lines.join('\n') : file.text;
  const unusual = file.unusual.values();
  let nextUnusual = unusual.next().value;
  const parts: string[] = [];
  let done = 0;
  let start = 0;
  let wasBlank = true;
  for (const [index, marked] of lines.entries()) {
    const line = withoutMark(marked);
    const isBlank = firstCode(line) === undefined;
    const isPart = !isBlank && !wasBlank && continues(line, settings[index], settings[index - 1]);
    const isUnusual = index === nextUnusual;
    if (isUnusual) nextUnusual = unusual.next().value;
    if (isPart || isUnusual || line.length < marked.length) {
      if (index > 0) parts.push(text.slice(done, start - 1), isPart ? joint : '\n');
      done = start + marked.length - (isUnusual ? 0 : line.length);
      if (isUnusual) parts.push(inPlainLetters(line));
    }
    start += marked.length + 1;
    wasBlank = isBlank;
  }
  parts.push(text.slice(done));
  return parts.join('');
}

/** Of the first character that is no blank; undefined where there is none. */
function firstCode(line: string): number | undefined {
  for (let at = 0; at < line.length; at += 1) {
    const code = line.charCodeAt(at);
    if (code > 0x7f ? !/\s/.test(line.charAt(at)) : !isBlankCode[code]) return code;
  }
  return undefined;
}

const isBlankCode = charactersLike(/\s/);

/** Whether a line goes on with the passage of the line before it. */
function continues(line: string, setting: LineContext | undefined, before: LineContext | undefined): boolean {
  if (setting?.place !== before?.place) return false;
  if (setting?.place === 'prose') return !startsItem(line);
  return setting?.place === 'value' && !keyMark.test(line) && !/^\s*["[{}\]-]/.test(line);
}

const headingMark = /^#{1,6} /;
const keyMark = /^\s*[\w-]{1,40}: /;

function withoutQuoteMark(line: string): string {
  return startsWith(line, quoteStart) ? line.replace(/^\s*(?:> ?)+/, '') : line;
}

function withoutCommentMark(line: string): string {
  return startsWith(line, commentStart) ? line.replace(commentMark, '') : line;
}

function startsComment(line: string): boolean {
  return startsWith(line, commentStart) && commentMark.test(line);
}

function startsItem(line: string): boolean {
  return startsWith(line, itemStart) && /^\s*(?:> ?)*(?:[-+*] |\d{1,3}[.)] )/.test(line);
}

/** After blanks: nearly all lines are told by that, without a try of a pattern. */
function startsWith(line: string, start: CharacterSet): boolean {
  return start[firstCode(line) ?? 0] === true;
}

const quoteStart = charactersLike(/>/);
const itemStart = charactersLike(/[-+*>\d]/);
const commentMark = /^\s*(?:#+!?|\/\/+|\/?\*+|--|REM ) ?/;
const commentStart = charactersLike(/[#/*R-]/);

/** Lines in the same setting share it. */
function settingsOfProse({ lines, fenced }: PreparedFile): readonly LineContext[] {
  let current: LineContext = { place: 'prose', heading: '', lead: '' };
  const settingOf = (place: BlockKind): LineContext => {
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
    const first = firstCode(line);
    const isTable = first === pipe;
    const isMarked = isTable || first === greaterThan || (isNewPassage && startsItem(line));
    if (isNewPassage && first !== undefined && !isMarked) lead = '';
    const setting = settingOf(isFrontmatter ? 'value' : isTable ? 'table' : 'prose');
    if (leadsOn(line)) lead = line;
    isNewPassage = first === undefined;
    return setting;
  });
}

const pipe = '|'.charCodeAt(0);
const greaterThan = '>'.charCodeAt(0);

/** Ends in a colon, but for a few marks. */
function leadsOn(line: string): boolean {
  const end = line.slice(-5);
  const colon = end.lastIndexOf(':');
  return colon !== -1 && !/\w/.test(end.slice(colon));
}

const value: LineContext = { place: 'value', heading: '', lead: '' };
const comment: LineContext = { ...value, place: 'prose' };
const code: LineContext = { ...value, place: 'code' };

function settingsOfCode({ lines, content }: PreparedFile): readonly LineContext[] {
  return lines.map((line) => (content === 'config' ? value : startsComment(line) ? comment : code));
}
