/*
 * The code of a package: scripts as they are, and the fenced blocks of Markdown with the language they are marked with.
 */

import type { PreparedFile } from '../prepare.js';

export interface Code {
  readonly file: PreparedFile;
  readonly language: 'shell' | 'python' | 'javascript';
  /** A script does what it does; a block may be an example. */
  readonly isScript: boolean;
  readonly lines: readonly CodeLine[];
}

export interface CodeLine {
  readonly text: string;
  /** From 1, in the file. */
  readonly line: number;
}

export function codeOf(file: PreparedFile): readonly Code[] {
  if (file.content === 'markdown') return fencedCode(file);
  const language = languages[file.content];
  if (language === undefined) return [];
  return [
    { file, language, isScript: true, lines: file.lines.map((text, index) => ({ text, line: index + 1 })) },
  ];
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
  const blocks: { fence: string; language: Code['language'] | undefined; lines: CodeLine[] }[] = [];
  let isOpen = false;
  file.lines.forEach((text, index) => {
    const { 1: fence = '', 2: mark = '' } = fenceMark.exec(text) ?? [];
    const last = blocks.at(-1);
    if (!isOpen || last === undefined) {
      if (fence === '') return;
      blocks.push({ fence, language: languageOf(mark), lines: [] });
      isOpen = true;
    } else if (fence.startsWith(last.fence) && mark === '') isOpen = false;
    else last.lines.push({ text, line: index + 1 });
  });
  return blocks.flatMap(({ language, lines }) =>
    language === undefined ? [] : [{ file, language, isScript: false, lines }],
  );
}

function languageOf(mark: string): Code['language'] | undefined {
  const key = mark.toLowerCase();
  return Object.hasOwn(languages, key) ? languages[key] : undefined;
}
