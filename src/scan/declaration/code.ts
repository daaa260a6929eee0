/*
 * The code of a package: scripts as they are, and the fenced blocks of Markdown with the language they are marked with.
 */

import { type Lines, linesWith, splitLines } from '../lines.js';
import type { PreparedFile } from '../prepare.js';

export interface Code extends Lines {
  readonly file: PreparedFile;
  readonly language: 'shell' | 'python' | 'javascript';
  /** A script does what it does; a block may be an example. */
  readonly isScript: boolean;
  /** Of the file, from 1. */
  readonly firstLine: number;
}

export function codeOf(file: PreparedFile): readonly Code[] {
  if (file.content === 'markdown') return fencedCode(file);
  const language = languages[file.content];
  if (language === undefined) return [];
  const { text, lines, starts } = file;
  return [{ file, language, isScript: true, firstLine: 1, text, lines, starts }];
}

const languages: Readonly<Record<string, Code['language']>> = {
  shell: 'shell',
  bash: 'shell',
  sh: 'shell',
  zsh: 'shell',
  python: 'python',
  py: 'python',
  javascript: 'javascript',
  js: 'javascript',
  typescript: 'javascript',
  ts: 'javascript',
};

const fenceMark = /^\s{0,12}(`{3,}|~{3,})\s*(\w*)/;

/** A block that is never closed goes to the end of the file, as Markdown has it. */
function fencedCode(file: PreparedFile): readonly Code[] {
  const blocks: Code[] = [];
  let open: { fence: string; language: Code['language'] | undefined; start: number } | undefined;
  const close = (end: number) => {
    if (open?.language !== undefined && end > open.start)
      blocks.push(block(file, open.language, open.start, end));
    open = undefined;
  };
  for (const index of linesWith(file, /`{3}|~{3}/g)) {
    const { 1: fence = '', 2: mark = '' } = fenceMark.exec(file.lines[index] ?? '') ?? [];
    if (open !== undefined) {
      if (fence.startsWith(open.fence) && mark === '') close(index);
    } else if (fence !== '') open = { fence, language: languageOf(mark), start: index + 1 };
  }
  close(file.lines.length);
  return blocks;
}

function block(file: PreparedFile, language: Code['language'], start: number, end: number): Code {
  const own = splitLines(file.lines.slice(start, end).join('\n'));
  return { file, language, isScript: false, firstLine: start + 1, ...own };
}

function languageOf(mark: string): Code['language'] | undefined {
  const key = mark.toLowerCase();
  return Object.hasOwn(languages, key) ? languages[key] : undefined;
}
