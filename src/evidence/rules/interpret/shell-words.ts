/*
 * Splits a shell command into simple commands: their words without quotes, and the files they write to. It knows just
 * enough of the grammar to distinguish a file that is read from text that mentions one: quotes, comments and
 * here-documents. Nothing is expanded, and unknown syntax is skipped.
 */

export interface SimpleCommand {
  readonly words: readonly string[];
  /** The targets of `>` and `>>`. */
  readonly writesTo: readonly string[];
}

/** Only the start of a longer command is read. */
const maxLength = 16_384;

export function simpleCommands(text: string): readonly SimpleCommand[] {
  const commands: SimpleCommand[] = [];
  let words: string[] = [];
  let writesTo: string[] = [];
  let hereDocuments: string[] = [];
  let redirect: 'none' | 'write' | 'read' | 'here' = 'none';
  let rest = text.slice(0, maxLength);
  const endCommand = () => {
    if (words.length > 0 || writesTo.length > 0) commands.push({ words, writesTo });
    words = [];
    writesTo = [];
    redirect = 'none';
  };
  while (rest !== '') {
    const token =
      /^(?:[ \t\r]+|\\\r?\n|#[^\n]*|\d?[<>]&[\d-]|\n|\d?>>?\|?|&>>?|<<<|<<-?|<|&&|\|\|?|[;&(){}])/.exec(
        rest,
      )?.[0];
    if (token === undefined) {
      const { word, length } = wordAt(rest);
      if (redirect === 'write') writesTo.push(word);
      else if (redirect === 'here') hereDocuments.push(word);
      else if (redirect === 'none') words.push(word);
      redirect = 'none';
      rest = rest.slice(length);
      continue;
    }
    rest = rest.slice(token.length);
    if (/^[ \t\r\\#]|&[\d-]$/.test(token)) continue;
    if (token === '<<' || token === '<<-') redirect = 'here';
    else if (token.includes('>')) redirect = 'write';
    else if (token.startsWith('<')) redirect = 'read';
    else endCommand();
    if (token === '\n') {
      for (const end of hereDocuments) rest = afterHereDocument(rest, end);
      hereDocuments = [];
    }
  }
  endCommand();
  return commands;
}

interface Word {
  readonly word: string;
  readonly length: number;
}

function wordAt(text: string): Word {
  let word = '';
  let length = 0;
  while (length < text.length) {
    const rest = text.slice(length);
    const part = /^(?:'([^']*)(?:'|$)|"((?:[^"\\]|\\.)*)(?:"|$)|\\(.)|([^\s'"\\;&|<>(){}]+))/s.exec(rest);
    if (part === null) break;
    const [whole, single, double, escaped, plain] = part;
    word += single ?? double?.replace(/\\([$`"\\])/g, '$1') ?? escaped ?? plain ?? '';
    length += whole.length;
  }
  // Any other character is a word, so that there is always progress.
  return length > 0 ? { word, length } : { word: text.charAt(0), length: 1 };
}

function afterHereDocument(text: string, end: string): string {
  let position = 0;
  while (position < text.length) {
    const newline = text.indexOf('\n', position);
    const line = text.slice(position, newline === -1 ? text.length : newline);
    position = newline === -1 ? text.length : newline + 1;
    if (line.trim() === end) break;
  }
  return text.slice(position);
}
