/*
 * Where a value begins and ends that follows a name and a separator, quoted or not. The end of a quoted one may be
 * missing: text is cut off anywhere.
 */

export interface Value {
  readonly start: number;
  readonly end: number;
  readonly isQuoted: boolean;
}

export function readValue(text: string, from: number): Value | undefined {
  opening.lastIndex = from;
  const quote = opening.exec(text)?.[1] ?? '';
  const start = opening.lastIndex;
  const end = quote === '' ? bareEnd(text, start) : quotedEnd(text, start, quote);
  return end > start ? { start, end, isQuoted: quote !== '' } : undefined;
}

/** Of a bare value only as much is read as is needed to judge it: what is judged no secret is read again. */
export function wholeEnd(text: string, { end, isQuoted }: Value): number {
  if (isQuoted) return end;
  let whole = end;
  for (let next = bareEnd(text, whole); next > whole; next = bareEnd(text, whole)) whole = next;
  return whole;
}

/** The rest of the separator, the space, a YAML block's mark, and the quote with what escapes it. */
const opening = /[=>]{0,2}[ \t]{0,8}(?:[|>][-+]?[ \t]{0,4}\n[ \t]{1,40})?(?:[bBrR]?(\\{0,7}["'`]))?/y;

function quotedEnd(text: string, start: number, opened: string): number {
  const quote = opened.slice(-1);
  const depth = opened.length - 1;
  let escapes = 0;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (character === '\n') return at;
    if (character === quote && (depth === 0 ? escapes % 2 === 0 : escapes <= depth))
      return depth === 0 ? at : at - escapes;
    escapes = character === '\\' ? escapes + 1 : 0;
  }
  return text.length;
}

function bareEnd(text: string, start: number): number {
  bare.lastIndex = start;
  const found = bare.exec(text)?.[0] ?? '';
  return start + found.replace(/[,)}\].:]{1,8}$/, '').length;
}

/** A comma or a backslash may be part of it, unless what follows shows that it is not. */
const bare = /(?:[^\s"'`;&<>,\\]|,(?![\s"'\\]|$|[\w-]{1,40}[=:])|\\(?![nrt"'\\]|$)){1,256}/y;
