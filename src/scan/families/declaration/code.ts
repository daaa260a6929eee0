/*
 * The code of a package (scripts, and the fenced blocks of Markdown with a known language), and what it uses:
 * environment variables, hosts and programs.
 */

import { type Lines, lineIndexAt, linesWith, splitLines } from '../../package/lines.js';
import type { PreparedFile } from '../../package/prepare.js';

export interface Code extends Lines {
  readonly file: PreparedFile;
  readonly language: 'shell' | 'python' | 'javascript';
  /** Scripts run; a block may be an example. */
  readonly isScript: boolean;
  /** The line of the file where the code starts, from 1. */
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

/** A block that is never closed extends to the end of the file, as in Markdown. */
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

export interface CodeUse {
  readonly name: string;
  readonly line: number;
  readonly excerpt: string;
}

/** Environment variables that the code reads and does not set itself. */
export function variablesOf(code: Code): readonly CodeUse[] {
  const own = new Set(code.language === 'shell' ? captured(code, assigned).map(({ name }) => name) : []);
  return usesOf(code, variables[code.language]).filter(({ name }) => !own.has(name));
}

export function hostsOf(code: Code): readonly CodeUse[] {
  return usesOf(code, host).filter(({ name }) => !localHost.test(name));
}

export function programsOf(code: Code): readonly CodeUse[] {
  return code.language === 'shell' ? usesOf(code, program) : [];
}

function usesOf(code: Code, pattern: RegExp): readonly CodeUse[] {
  const { lines, starts, firstLine } = code;
  return captured(code, pattern).flatMap(({ name, offset }) => {
    const index = lineIndexAt(starts, offset);
    const text = lines[index] ?? '';
    if (/^\s*(?:#|\/\/)/.test(text)) return [];
    return [{ name, line: firstLine + index, excerpt: text.trim().slice(0, 200) }];
  });
}

function captured({ text }: Code, pattern: RegExp): readonly { name: string; offset: number }[] {
  return Array.from(text.matchAll(pattern), ({ 1: name = '', index }) => ({ name, offset: index }));
}

const assigned =
  /(?:^|[\s;])(?:local |readonly |declare |for |read (?:-\w+ )*)?([A-Za-z_]\w{0,80})(?==| in )/gm;

const variables: Readonly<Record<Code['language'], RegExp>> = {
  shell: /\$\{?([A-Z][A-Z0-9_]{2,80})\b/g,
  python: /\b(?:os\.environ(?:\.get)?|os\.getenv|getenv)[^\S\r\n]?[([][^\S\r\n]?["']([A-Za-z_]\w{0,80})["']/g,
  javascript: /\bprocess\.env(?:\.|\[["'])([A-Za-z_]\w{0,80})/g,
};

const host = /\bhttps?:\/\/(?:[^\s/@"'`]{1,80}@)?((?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24})\b/gi;
const localHost =
  /^(?:localhost|127\.|0\.0\.0\.0|10\.|192\.168\.)|(?:^|\.)example\.(?:com|org|net)$|\.(?:local|test|invalid)$|^(?:www\.)?w3\.org$|schemas?\./i;

/** The first word of a command: at the start of a line, or after a pipe or list operator. */
const program = /(?:^[ \t]*(?:\$ )?|[|;&][ \t]*|&& *|\bsudo )([a-z][a-z0-9._+-]{1,40})(?=\s|$)/gm;
