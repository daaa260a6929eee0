/*
 * Joins a word with the words at the start of the next lines, because a terminal or a file may wrap a token.
 */

export interface JoinedLines {
  /** The text before the place, the word there, and its continuations. */
  readonly text: string;
  /** The place in this text. */
  readonly at: number;
  /** The first continuation. */
  readonly next: string;
  /** The place in the original text of an end in this text. */
  sourceOf(end: number): number;
}

/** Undefined if the word at this place does not end at the end of a line, or the next line starts with no word. */
export function joinLines(text: string, at: number): JoinedLines | undefined {
  let end = wordEnd(text, at);
  const head = text.slice(Math.max(0, at - longestHead), at);
  let joined = head + text.slice(at, end);
  const pieces = [{ joinedEnd: joined.length, sourceEnd: end }];
  for (let line = 0; line < maxLines && joined.length < maxLength; line += 1) {
    lineBreak.lastIndex = end;
    if (!lineBreak.test(text)) break;
    const start = lineBreak.lastIndex;
    end = wordEnd(text, start);
    joined += text.slice(start, end);
    pieces.push({ joinedEnd: joined.length, sourceEnd: end });
  }
  const [first, second] = pieces;
  if (first === undefined || second === undefined) return undefined;
  const next = joined.slice(first.joinedEnd, second.joinedEnd);
  const sourceOf = (joinedEnd: number) => {
    const piece = pieces.find((each) => each.joinedEnd >= joinedEnd) ?? second;
    return piece.sourceEnd - (piece.joinedEnd - joinedEnd);
  };
  return { text: joined, at: head.length, next, sourceOf };
}

/** The part of a token before its mark is shorter. */
const longestHead = 120;
const maxLines = 24;
const maxLength = 8_000;

function wordEnd(text: string, at: number): number {
  word.lastIndex = at;
  word.test(text);
  return word.lastIndex;
}

/** No terminal is wider. */
const word = /[\w.+/=~-]{0,400}/y;
/** The end of a line, also within JSON, before a word. */
const lineBreak = /(?:\r?\n|\\n)[ \t]{0,40}(?=[\w+/-]{4})/y;
