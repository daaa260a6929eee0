/*
 * Reads a file as passages: wrapped lines are joined, and emphasis and invisible characters removed, so that an order
 * that is split over lines or letters is still found. Each line keeps its context in the document.
 */

import { type CharacterSet, charactersLike, lineIndexAt, lineStarts } from '../../package/lines.js';
import { inPlainLetters, normalizeLines } from '../../package/plain-letters.js';
import type { PreparedFile } from '../../package/prepare.js';

export interface Reading {
  /** Passages end with a line break; lines inside a passage are joined by a space. */
  readonly text: string;
  /** The context of each line of the file. */
  readonly settings: readonly LineContext[];
  /** The index of the line that a position in the text comes from. */
  lineIndexAt(offset: number): number;
}

export interface LineContext {
  readonly block: BlockKind;
  readonly heading: string;
  /** The line before a list, fence or table that ends in a colon. */
  readonly lead: string;
}

/** `value`: the value of a key, where quotes around the whole mean nothing. */
export type BlockKind = 'prose' | 'heading' | 'table' | 'fence' | 'code' | 'value';

export function readPassages(file: PreparedFile): Reading {
  const isProse = file.content === 'markdown' || file.content === 'text';
  const settings = isProse ? contextsOfProse(file) : contextsOfCode(file);
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

/** Marks the end of a line inside a passage; no line contains one. */
const joint = '\r';

/** Removes the marks, and uses plain letters. Unchanged text is copied in one piece. */
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

/** The code of the first character that is not a blank, if any. */
function firstCode(line: string): number | undefined {
  for (let at = 0; at < line.length; at += 1) {
    const code = line.charCodeAt(at);
    if (code > 0x7f ? !/\s/.test(line.charAt(at)) : !isBlankCode[code]) return code;
  }
  return undefined;
}

const isBlankCode = charactersLike(/\s/);

/** Whether a line continues the passage of the line before it. */
function continues(line: string, setting: LineContext | undefined, before: LineContext | undefined): boolean {
  if (setting?.block !== before?.block) return false;
  if (setting?.block === 'prose') return !startsItem(line);
  return setting?.block === 'value' && !keyMark.test(line) && !/^\s*["[{}\]-]/.test(line);
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

/** Whether a line starts with a character of the set, after blanks: a cheap test before the pattern. */
function startsWith(line: string, start: CharacterSet): boolean {
  return start[firstCode(line) ?? 0] === true;
}

const quoteStart = charactersLike(/>/);
const itemStart = charactersLike(/[-+*>\d]/);
const commentMark = /^\s*(?:#+!?|\/\/+|\/?\*+|--|REM ) ?/;
const commentStart = charactersLike(/[#/*R-]/);

/** Lines with equal context share one object. */
function contextsOfProse({ lines, fenced }: PreparedFile): readonly LineContext[] {
  let current: LineContext = { block: 'prose', heading: '', lead: '' };
  const settingOf = (block: BlockKind): LineContext => {
    if (block !== current.block || lead !== current.lead || heading !== current.heading)
      current = { block, heading, lead };
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

/** Whether the line ends in a colon, apart from a few marks. */
function leadsOn(line: string): boolean {
  const end = line.slice(-5);
  const colon = end.lastIndexOf(':');
  return colon !== -1 && !/\w/.test(end.slice(colon));
}

const value: LineContext = { block: 'value', heading: '', lead: '' };
const comment: LineContext = { ...value, block: 'prose' };
const code: LineContext = { ...value, block: 'code' };

function contextsOfCode({ lines, content }: PreparedFile): readonly LineContext[] {
  return lines.map((line) => (content === 'config' ? value : startsComment(line) ? comment : code));
}
