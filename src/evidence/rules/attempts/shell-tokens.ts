/*
 * Splits shell text into words, operators and redirections; comments and line continuations are dropped, and a heredoc
 * becomes a redirection with its text. Any text gives tokens: an open quote ends with the text.
 */

import { endsWord, type ShellWord, shellWordAt } from './shell-word.js';

export type ShellToken = ShellWord | ShellOperator | Redirection;

export interface ShellOperator {
  readonly kind: 'operator';
  /** `|&` is `|`, and a line end is `;`. */
  readonly text: OperatorText;
  readonly isLineEnd: boolean;
}

export type OperatorText = '&&' | '||' | ';' | ';;' | '|' | '&' | '(' | ')';

export interface Redirection {
  readonly kind: 'redirection';
  readonly direction: 'read' | 'write' | 'here';
  readonly isAppending?: boolean;
  /** The file, or the text of a heredoc or here-string. */
  readonly target: string;
}

/** Only the start of a longer text is read. */
export const maxShellCharacters = 16_384;

export function shellTokens(shellText: string): readonly ShellToken[] {
  const text = shellText.slice(0, maxShellCharacters);
  const tokens: ShellToken[] = [];
  let waiting: OpenHeredoc[] = [];
  let at = 0;
  const takeRedirection = ({ kind, length, isAppending }: RedirectionOperator) => {
    at = skipBlanks(text, at + length);
    const isMissing = endsWord(text.charAt(at)) && !/^[<>]\(/.test(text.slice(at, at + 2));
    const { word, end } = isMissing ? { word: undefined, end: at } : shellWordAt(text, at);
    const target = word?.text ?? '';
    at = end;
    if (kind === 'heredoc') {
      const heredoc: OpenHeredoc = { kind: 'redirection', direction: 'here', target: '', delimiter: target };
      waiting.push(heredoc);
      tokens.push(heredoc);
    } else if (kind !== 'descriptor')
      tokens.push({ kind: 'redirection', direction: kind, target, ...(isAppending && { isAppending }) });
  };
  while (at < text.length) {
    const char = text.charAt(at);
    if (char === ' ' || char === '\t' || char === '\r') at += 1;
    else if (char === '#') at = endOfLine(text, at);
    else if (char === '\\' && text.charAt(at + 1) === '\n') at += 2;
    else if (char === '\\' && text.slice(at + 1, at + 3) === '\r\n') at += 3;
    else if (char === '\n') {
      at += 1;
      tokens.push({ kind: 'operator', text: ';', isLineEnd: true });
      for (const heredoc of waiting) at = readHeredoc(text, at, heredoc);
      waiting = [];
    } else {
      const redirection = redirectionAt(text, at);
      const operator = redirection === undefined ? operatorAt(text, at) : undefined;
      if (redirection !== undefined) takeRedirection(redirection);
      else if (operator !== undefined) {
        at += operator.length;
        tokens.push({ kind: 'operator', text: operator.text, isLineEnd: false });
      } else {
        const { word, end } = shellWordAt(text, at);
        tokens.push(word);
        at = end;
      }
    }
  }
  return tokens;
}

/** A heredoc whose text begins at the next line. */
interface OpenHeredoc extends Redirection {
  target: string;
  readonly delimiter: string;
}

/** Returns the position behind the heredoc. */
function readHeredoc(text: string, start: number, heredoc: OpenHeredoc): number {
  let at = start;
  while (at < text.length) {
    const end = endOfLine(text, at);
    if (text.slice(at, end).trim() === heredoc.delimiter) {
      heredoc.target = text.slice(start, at);
      return Math.min(end + 1, text.length);
    }
    at = end + 1;
  }
  heredoc.target = text.slice(start);
  return text.length;
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
}

function skipBlanks(text: string, at: number): number {
  let end = at;
  while (text.charAt(end) === ' ' || text.charAt(end) === '\t') end += 1;
  return end;
}

interface RedirectionOperator {
  readonly kind: 'read' | 'write' | 'here' | 'heredoc' | 'descriptor';
  readonly isAppending?: boolean;
  readonly length: number;
}

function redirectionAt(text: string, at: number): RedirectionOperator | undefined {
  const found = /^(?:\d{1,3}|&)?(?:>>?[|&]?|<<<|<<-?|<[>&]?)/.exec(text.slice(at, at + 8))?.[0];
  if (found === undefined) return undefined;
  const { length } = found;
  const next = text.charAt(at + length);
  // `<(...)` and `>(...)` are words.
  if (next === '(' && /^[<>]$/.test(found)) return undefined;
  if (found.endsWith('&') && /[\d-]/.test(next)) return { kind: 'descriptor', length };
  if (found.includes('<<<')) return { kind: 'here', length };
  if (found.includes('<<')) return { kind: 'heredoc', length };
  return { kind: found.includes('>') ? 'write' : 'read', length, isAppending: found.includes('>>') };
}

interface OperatorReading {
  readonly text: OperatorText;
  readonly length: number;
}

function operatorAt(text: string, at: number): OperatorReading | undefined {
  const found = /^(?:&&|\|\||\|&|;;&?|;&|[;|&()])/.exec(text.slice(at, at + 3))?.[0];
  switch (found) {
    case undefined:
      return undefined;
    case '&&':
    case '||':
    case ';':
    case '|':
    case '&':
    case '(':
    case ')':
      return { text: found, length: found.length };
    case '|&':
      return { text: '|', length: 2 };
    default:
      return { text: ';;', length: found.length };
  }
}
