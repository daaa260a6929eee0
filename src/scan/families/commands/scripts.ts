/*
 * Everything in a package that may run: script files, and the code blocks and spans of Markdown and settings. Code in a
 * document is less likely to run than a script, and code in a warning less still.
 */

import { languageNamed } from '../../package/content-kind.js';
import { linesWith } from '../../package/lines.js';
import type { PreparedFile } from '../../package/prepare.js';
import type { Step } from './step.js';

type Language = 'shell' | 'python' | 'javascript';

export interface Script {
  readonly file: PreparedFile;
  readonly language: Language;
  readonly text: string;
  /** The line of the file where the text starts, from 1. */
  readonly firstLine: number;
  readonly setting: Step['setting'];
}

export function scriptsOf(file: PreparedFile): readonly Script[] {
  switch (file.content) {
    case 'shell':
    case 'powershell':
    case 'batch':
      return [{ file, language: 'shell', text: file.lines.join('\n'), firstLine: 1, setting: 'script' }];
    case 'python':
    case 'javascript':
      return [{ file, language: file.content, text: file.lines.join('\n'), firstLine: 1, setting: 'script' }];
    case 'markdown':
      return inMarkdown(file);
    case 'config':
      return inSettings(file);
    case 'text':
      return isRecipe.test(file.path) ? [inRecipe(file)] : inMarkdown(file);
    case 'ruby':
    case 'perl':
    case 'php':
    case 'go':
    case 'applescript':
    case 'notebook':
    case 'binary':
      return [];
    default:
      return file.content satisfies never;
  }
}

/** A fence without a label, or with the label `text`, often shows a command. */
function fenceLanguage(label: string): Language | undefined {
  if (label === '' || label === 'text') return 'shell';
  const language = languageNamed(label);
  if (language === 'python' || language === 'javascript') return language;
  return language === 'shell' || language === 'powershell' || language === 'batch' ? 'shell' : undefined;
}

const fenceLine = /^\s*(?:>\s*|[-*]\s+)?(`{3,}|~{3,})\s*([\w+-]*)/;
const warned =
  /\b(?:never|don'?t|do not|must not|avoid|dangerous|danger|unsafe|malicious|attack|bad|wrong|block(?:s|ed)?|forbidden|prohibited|refuse|reject|detects?|suspicious|red flags?|anti-?patterns?|vulnerab\w+)\b|[❌🚫⛔]/iu;

function inMarkdown(file: PreparedFile): readonly Script[] {
  const { lines } = file;
  const scripts: Script[] = [];
  let fence:
    | { readonly mark: string; readonly language: Language | undefined; readonly start: number }
    | undefined;
  let isUnderWarning = false;
  let before = '';
  let afterFence = 0;
  const endFence = (end: number) => {
    if (fence?.language === undefined) return;
    const text = lines.slice(fence.start, end).map(withoutPrompt).join('\n');
    const setting = isUnderWarning || warned.test(before) ? 'warning' : 'documentation';
    scripts.push({ file, language: fence.language, text, firstLine: fence.start + 1, setting });
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
