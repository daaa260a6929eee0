/*
 * Everything in a package that may run: script files, and the code blocks and spans of Markdown and settings. Code in a
 * document is less likely to run than a script, and code in a warning less still.
 */

import type { ProgramLanguage } from '../../code/syntax.js';
import { type CodeLanguage, isCode, languageNamed } from '../../package/content-kind.js';
import { linesWith } from '../../package/lines.js';
import type { PreparedFile } from '../../package/prepare.js';
import { asShell, type ShellDialect } from './dialects.js';
import { notebookCode } from './notebook.js';
import type { Step } from './step.js';

export type Language = 'shell' | ProgramLanguage;

export interface Script {
  readonly file: PreparedFile;
  readonly language: Language;
  readonly text: string;
  /** The line of the file where the text starts, from 1. */
  readonly firstLine: number;
  readonly setting: Step['setting'];
}

/** Everything in the files that may run. */
export function scriptsOf(files: readonly PreparedFile[]): readonly Script[] {
  const told = toldToRun(files);
  return files.flatMap((file) => {
    const language = file.content === 'text' ? told.get(baseName(file.path)) : undefined;
    return language === undefined ? inFile(file) : [wholeFile(file, language)];
  });
}

function inFile(file: PreparedFile): readonly Script[] {
  const { content } = file;
  if (isCode(content)) return [wholeFile(file, content)];
  switch (content) {
    case 'markdown':
      return inMarkdown(file);
    case 'config':
      return inSettings(file);
    case 'notebook':
      return notebookCode(file.text).map((code) => ({ file, ...code, setting: 'script' }));
    case 'text':
      return isRecipe.test(file.path) ? [inRecipe(file)] : inMarkdown(file);
    case 'binary':
      return [];
    default:
      return content satisfies never;
  }
}

export function wholeFile(file: PreparedFile, language: CodeLanguage): Script {
  const text = file.lines.join('\n');
  return isDialect(language)
    ? { file, language: 'shell', text: asShell(text, language), firstLine: 1, setting: 'script' }
    : { file, language, text, firstLine: 1, setting: 'script' };
}

function isDialect(language: CodeLanguage): language is ShellDialect {
  return language === 'shell' || language === 'powershell' || language === 'batch';
}

/** Text files that a document or script runs, whatever their ending, by the program that runs them. */
function toldToRun(files: readonly PreparedFile[]): ReadonlyMap<string, CodeLanguage> {
  const texts = new Set(files.flatMap(({ content, path }) => (content === 'text' ? [baseName(path)] : [])));
  const told = new Map<string, CodeLanguage>();
  if (texts.size === 0) return told;
  for (const { content, text } of files) {
    if (content !== 'markdown' && content !== 'shell' && content !== 'config') continue;
    for (const [, program = 'sh', path = '', named = ''] of text.matchAll(runs)) {
      const name = baseName(path || named);
      if (texts.has(name) && !told.has(name))
        told.set(name, interpreterLanguages[program.replace(/[\d.]+$/, '')] ?? 'shell');
    }
  }
  return told;
}

const runs =
  /(?:(?<![\w-])(bash|sh|zsh|dash|source|python[\d.]*|node|ruby|perl|php|pwsh|powershell|osascript)[ \t]+(?:-[\w-]+[ \t]+){0,4}["']?|\.\/)([\w./@-]{1,120})|\b(?:run|execute|source|launch|invoke)\b[^.\n`]{0,60}[`"']([\w./@-]{1,120})[`"']/gi;

const interpreterLanguages: Readonly<Record<string, CodeLanguage>> = {
  python: 'python',
  node: 'javascript',
  ruby: 'ruby',
  perl: 'perl',
  php: 'php',
  pwsh: 'powershell',
  powershell: 'powershell',
  osascript: 'applescript',
};

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** A fence without a label, or with the label `text`, often shows a command. */
function fenceLanguage(label: string): CodeLanguage | undefined {
  return label === '' || label === 'text' ? 'shell' : languageNamed(label);
}

const fenceLine = /^\s*(?:>\s*|[-*]\s+)?(`{3,}|~{3,})\s*([\w+-]*)/;
const warned =
  /\b(?:never|don'?t|do not|must not|avoid|dangerous|danger|unsafe|malicious|attack|bad|wrong|block(?:s|ed)?|forbidden|prohibited|refuse|reject|detects?|suspicious|red flags?|anti-?patterns?|vulnerab\w+|(?:signs?|indicators?|evidence|traces?) of|compromised?)\b|[❌🚫⛔]/iu;

function inMarkdown(file: PreparedFile): readonly Script[] {
  const { lines } = file;
  const scripts: Script[] = [];
  let fence:
    | { readonly mark: string; readonly language: CodeLanguage | undefined; readonly start: number }
    | undefined;
  let isUnderWarning = false;
  let before = '';
  let afterFence = 0;
  const endFence = (end: number) => {
    if (fence?.language === undefined) return;
    const text = lines.slice(fence.start, end).map(withoutPrompt).join('\n');
    const setting = isUnderWarning || warned.test(before) ? 'warning' : 'documentation';
    const { language } = fence;
    const where = { file, firstLine: fence.start + 1, setting } as const;
    scripts.push(
      isDialect(language)
        ? { ...where, language: 'shell', text: asShell(text, language) }
        : { ...where, language, text },
    );
  };
  for (const index of linesWith(file, /^#|`|~~~/gm)) {
    const line = lines[index] ?? '';
    const [, mark = '', label = ''] = fenceLine.exec(line) ?? [];
    if (fence !== undefined) {
      if (!mark.startsWith(fence.mark) || label !== '') continue;
      endFence(index);
      fence = undefined;
      afterFence = index + 1;
    } else if (mark !== '') {
      fence = { mark, language: fenceLanguage(label.toLowerCase()), start: index + 1 };
      before = lines.slice(afterFence, index).findLast((text) => text.trim() !== '') ?? before;
    } else {
      for (const span of spansOf(file, index, isUnderWarning)) scripts.push(span);
      if (line.startsWith('#')) isUnderWarning = warned.test(line);
    }
  }
  endFence(lines.length);
  return scripts;
}

/** A span of one word is a name; one of several words is a command. */
function spansOf(file: PreparedFile, index: number, isUnderWarning: boolean): readonly Script[] {
  const line = file.lines[index] ?? '';
  if (!line.includes('`')) return [];
  const spans = [...line.matchAll(/`([^`]+)`/g)].filter(([text]) => /\s/.test(text));
  if (spans.length === 0) return [];
  const setting = isUnderWarning || warned.test(line) ? 'warning' : 'documentation';
  return spans.map(({ 1: text = '', index: start }) => ({
    file,
    language: 'shell',
    text,
    firstLine: index + 1,
    setting: isFragment(text) && isExample(line.slice(0, start)) ? 'mention' : setting,
  }));
}

function isExample(before: string): boolean {
  return /\b(?:for example|for instance|e\.g\.|such as),? $/i.test(before.slice(-16));
}

/** A command without its operands, shown so that readers recognise it. */
function isFragment(text: string): boolean {
  return /(?:^|\s)(?:\.{3}|…|<[\w -]+>)(?:\s|$)/.test(text) && !/:\/\/|[A-Za-z0-9+/=]{16}/.test(text);
}

function withoutPrompt(line: string): string {
  return line.replace(/^\s*(?:[$%>]|PS [^>]*>|[\w.-]+@[^\s$#]*[$#])\s+(?=\S)/, '');
}

/** Each value is a script of its own, because hooks and install commands are values. */
function inSettings(file: PreparedFile): readonly Script[] {
  return file.lines.flatMap((line, index) => {
    const value = /^\s*(?:- )?(?:"[^"]*"|[\w.-]+)\s*[:=](.*)$/.exec(line)?.[1] ?? line;
    const text = /^\[?\s*"(.*)"\]?,?$/.exec(value.trim())?.[1]?.replace(/\\(["\\/])/g, '$1') ?? value.trim();
    return /\s/.test(text)
      ? [{ file, language: 'shell' as const, text, firstLine: index + 1, setting: 'script' as const }]
      : [];
  });
}

const isRecipe = /(?:^|\/)(?:Makefile|Dockerfile|Containerfile|justfile)[^/]*$|\.mk$/i;

function inRecipe(file: PreparedFile): Script {
  const text = file.lines
    .map((line) => line.replace(/^(?:RUN\s+|\t@?-?)/, '').replace(/\$\$/g, '$'))
    .join('\n');
  return { file, language: 'shell', text, firstLine: 1, setting: 'script' };
}
