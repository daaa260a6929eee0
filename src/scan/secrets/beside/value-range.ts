/*
 * Reads the value after a name and a separator: where it starts, where it ends, and whether it is in quotes. The end of a
 * quoted value may be missing, because text is cut off.
 */

/** The end is exclusive. */
export interface ValueRange {
  readonly start: number;
  readonly end: number;
  readonly isQuoted: boolean;
}

export function readValue(text: string, from: number): ValueRange | undefined {
  opening.lastIndex = from;
  const quote = opening.exec(text)?.[1] ?? '';
  const start = opening.lastIndex;
  if (quote === '&quot;') {
    const end = text.indexOf('&', start);
    return end > start && end - start < longestEntity ? { start, end, isQuoted: true } : undefined;
  }
  const end = quote === '' ? bareEnd(text, start) : quotedEnd(text, start, quote);
  return end > start ? { start, end, isQuoted: quote !== '' } : undefined;
}

/** Longer values are not written in an attribute. */
const longestEntity = 256;

/** A bare value is read only as far as needed to judge it, because a rejected value is read again. */
export function wholeEnd(text: string, { end, isQuoted }: ValueRange): number {
  if (isQuoted) return end;
  let whole = end;
  for (let next = bareEnd(text, whole); next > whole; next = bareEnd(text, whole)) whole = next;
  return whole;
}

/** The rest of the separator, spaces, the mark of a YAML block, and the quote with its escapes. */
const opening =
  /[=>]{0,2}\*{0,2}(?:[ \t]|\\t){0,8}(?:!!(?:str|binary)[ \t]{1,4})?(?:[|>][-+]?[ \t]{0,4}(?:\n|\\n)[ \t]{1,40})?(?:[bBrRnN@]?(\\{0,7}["'`]|&quot;))?/y;

/** A quote inside the value has more escapes than the one that opened it. */
function quotedEnd(text: string, start: number, opened: string): number {
  const depth = opened.length - 1;
  const inside = insides[opened.slice(-1)];
  if (inside === undefined) return start;
  for (let at = start; ; ) {
    inside.lastIndex = at;
    inside.test(text);
    const end = inside.lastIndex;
    // The end of the line or of the text.
    if (text[end] !== opened.slice(-1)) return end;
    const escapes = escapesBefore(text, end, start);
    if (depth === 0 ? escapes % 2 === 0 : escapes <= depth) return depth === 0 ? end : end - escapes;
    at = end + 1;
  }
}

const insides: Readonly<Record<string, RegExp>> = { '"': /[^"\n]*/y, "'": /[^'\n]*/y, '`': /[^`\n]*/y };

function escapesBefore(text: string, end: number, start: number): number {
  let escapes = 0;
  while (end - escapes > start && escapes < 8 && text[end - escapes - 1] === '\\') escapes += 1;
  return escapes;
}

function bareEnd(text: string, start: number): number {
  bare.lastIndex = start;
  const found = bare.exec(text)?.[0] ?? '';
  return start + found.replace(/[,)}\].:]{1,8}$/, '').length;
}

/** A comma or a backslash is part of the value unless the next characters show otherwise. */
const bare = /(?:[^\s"'`;&<>,\\]|,(?![\s"'\\]|$|[\w-]{1,40}[=:])|\\(?![nrt"'\\]|$)){1,128}/y;
