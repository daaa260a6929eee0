/*
 * Reads one word of shell text: quotes are removed, and nothing is expanded. Substitutions such as `$(...)` stay in the
 * word as written and are also returned apart. Every character is read once.
 */

export interface ShellWord {
  readonly kind: 'word';
  /** Without quotes. */
  readonly text: string;
  /** As written. */
  readonly raw: string;
  /** Whether a part of it is quoted, so that it is no reserved word. */
  readonly isQuoted: boolean;
  /** The shell texts in `$(...)`, `<(...)` and backticks. */
  readonly inner: readonly string[];
}

export interface WordReading {
  readonly word: ShellWord;
  /** The position behind the word. */
  readonly end: number;
}

/** The word that starts there. A character that starts no word is one, so that there is always progress. */
export function shellWordAt(text: string, start: number): WordReading {
  const inner: string[] = [];
  let plain = '';
  let isQuoted = false;
  let at = start;
  /** Takes everything up to the closing bracket of an opening that has this length. */
  const takeNested = (length: number, close: ')' | '}', isShell: boolean) => {
    const open = at + length;
    const end = endOfNested(text, open, close);
    // `$((` is arithmetic.
    if (isShell && text.charAt(open) !== '(') inner.push(withoutLast(text.slice(open, end), close));
    plain += text.slice(at, end);
    at = end;
  };
  const takeBackticks = () => {
    const end = escapedEnd(text, at + 1, '`');
    inner.push(text.slice(at + 1, end));
    plain += text.slice(at, end + 1);
    at = end + 1;
  };
  /** Takes what is special inside and outside double quotes. */
  const takeExpansion = (): boolean => {
    const opening = text.slice(at, at + 2);
    if (opening === '$(') takeNested(2, ')', true);
    else if (opening === '${') takeNested(2, '}', false);
    else if (opening.startsWith('`')) takeBackticks();
    else return false;
    return true;
  };
  const takeDoubleQuoted = () => {
    at += 1;
    while (at < text.length && text.charAt(at) !== '"') {
      if (takeExpansion()) continue;
      const escaped = text.charAt(at) === '\\' ? text.charAt(at + 1) : '';
      if (escaped === '\n') at += 2;
      else if (escaped !== '' && '$`"\\'.includes(escaped)) {
        plain += escaped;
        at += 2;
      } else {
        plain += text.charAt(at);
        at += 1;
      }
    }
    at += 1;
  };
  while (at < text.length) {
    const char = text.charAt(at);
    const next = text.charAt(at + 1);
    if (char === "'" || (char === '$' && next === "'")) {
      const open = char === '$' ? at + 2 : at + 1;
      const end = char === '$' ? escapedEnd(text, open, "'") : literalEnd(text, open);
      plain += text.slice(open, end);
      isQuoted = true;
      at = end + 1;
    } else if (char === '"' || (char === '$' && next === '"')) {
      if (char === '$') at += 1;
      isQuoted = true;
      takeDoubleQuoted();
    } else if (char === '\\') {
      if (next !== '\n') plain += next;
      at += 2;
    } else if (takeExpansion()) {
      // It is taken already.
    } else if ((char === '<' || char === '>') && next === '(' && at === start) takeNested(2, ')', true);
    // The list of an array: `A=(x y)`.
    else if (char === '(' && plain.endsWith('=')) takeNested(1, ')', false);
    else if (endsWord(char)) break;
    else {
      plain += char;
      at += 1;
    }
  }
  if (at === start) {
    plain = text.charAt(at);
    at += 1;
  }
  const end = Math.min(at, text.length);
  return { word: { kind: 'word', text: plain, raw: text.slice(start, end), isQuoted, inner }, end };
}

export function endsWord(char: string): boolean {
  return char === '' || ' \t\r\n;&|<>()'.includes(char);
}

/** The position behind the bracket that closes the one before `start`; nested brackets and quotes are skipped. */
function endOfNested(text: string, start: number, close: ')' | '}'): number {
  const open: string[] = [close];
  let at = start;
  while (at < text.length) {
    const char = text.charAt(at);
    const inQuotes = open.at(-1) === '"';
    if (char === '\\') at += 1;
    else if (char === open.at(-1)) {
      open.pop();
      if (open.length === 0) return at + 1;
    } else if (char === '"') open.push('"');
    else if (char === "'" && !inQuotes) at = literalEnd(text, at + 1);
    else if (char === '(' && (!inQuotes || text.charAt(at - 1) === '$')) open.push(')');
    else if (char === '{' && text.charAt(at - 1) === '$') open.push('}');
    at += 1;
  }
  return text.length;
}

/** The position of the closing quote; a backslash escapes it. */
function escapedEnd(text: string, start: number, quote: string): number {
  let at = start;
  while (at < text.length && text.charAt(at) !== quote) at += text.charAt(at) === '\\' ? 2 : 1;
  return Math.min(at, text.length);
}

/** The position of the closing quote; nothing escapes it. */
function literalEnd(text: string, start: number): number {
  const end = text.indexOf("'", start);
  return end === -1 ? text.length : end;
}

function withoutLast(text: string, char: string): string {
  return text.endsWith(char) ? text.slice(0, -1) : text;
}
