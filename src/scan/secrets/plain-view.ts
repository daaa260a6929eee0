/*
 * The text as a reader understands it, for finding secrets that are written in pieces: colours and invisible characters
 * between the characters, continued lines, concatenated strings, escapes such as `\u0067`, percent encoding. The view knows
 * where each of its characters is in the text.
 */

/** Between two strings that an operator joins is one of these. */
export const joiningSigns: readonly string[] = ['"', "'"].flatMap((quote) => [
  `${quote} +`,
  `${quote}+${quote}`,
  `${quote} .`,
  `${quote}.${quote}`,
  `${quote} &`,
]);

/** Between two strings side by side is one of these, and in many other texts, too. */
export const adjoiningSigns: readonly string[] = [
  ...['"', "'"].flatMap((quote) => [`${quote}\n `, `${quote}\\n`]),
  ...[...'abcdefghijklmnopqrstuvwxyz0123456789_-'].flatMap((letter) => [`${letter}""`, `${letter}''`]),
];

export interface PlainView {
  readonly text: string;
  /** The range of the text that a range of the view stands for. */
  rangeOf(start: number, end: number): { readonly start: number; readonly end: number };
}

/** Undefined if the text is the same as its view, as most are. */
export function plainView(
  text: string,
  { mayHavePieces, isAscii }: { readonly mayHavePieces: boolean; readonly isAscii: boolean },
): PlainView | undefined {
  if (!(mayHavePieces && concatenation.test(text)) && !mayHide(text, isAscii)) return undefined;
  let view = '';
  let done = 0;
  // The places of the view after each replaced part, and how far the text is ahead of the view there.
  const places: Place[] = [];
  hidden.lastIndex = 0;
  for (let match = hidden.exec(text); match !== null; match = hidden.exec(text)) {
    const shown = characterOf(match);
    if (shown === undefined) continue;
    view += text.slice(done, match.index);
    done = hidden.lastIndex;
    places.push({ at: view.length, length: shown.length, start: match.index, end: done });
    view += shown;
  }
  if (places.length === 0) return undefined;
  view += text.slice(done);
  const rangeOf: PlainView['rangeOf'] = (start, end) => ({
    start: sourceOf(places, start, 'start'),
    end: sourceOf(places, end - 1, 'end') + 1,
  });
  return { text: view, rangeOf };
}

/** A replaced part: where the view shows it, and its range in the text. */
interface Place {
  readonly at: number;
  /** Zero for what the view leaves out. */
  readonly length: number;
  readonly start: number;
  readonly end: number;
}

/** The index in the text of a character of the view: the first one or the last one if it is an escape. */
function sourceOf(places: readonly Place[], index: number, side: 'start' | 'end'): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((places[middle]?.at ?? 0) <= index) low = middle + 1;
    else high = middle;
  }
  const last = places[low - 1];
  if (last === undefined) return index;
  if (index < last.at + last.length) return side === 'start' ? last.start : last.end - 1;
  return last.end + index - last.at - last.length;
}

/** Looks for single characters first, because a search for one character costs next to nothing. */
function mayHide(text: string, isAscii: boolean): boolean {
  return (
    text.includes('\u001b') ||
    (text.includes('\\') &&
      /\\(?:\r?\n|u00[2-7][0-9a-f]|u\{00|x[2-7][0-9a-f]|u001b|x1b|033\[|e\[|\\\\n)/i.test(text)) ||
    (text.includes('&#') && /&#x?[0-9a-f]{2}/i.test(text)) ||
    (!isAscii && invisible.test(text)) ||
    (text.includes('%') && /%[2-7][0-9a-f]/i.test(text))
  );
}

const quote = '\\\\{0,3}["\'`]';
const lineEnd = '(?:\\r?\\n|\\\\n)';
/** `"a" + "b"`, `'a' . 'b'`, `"a" & "b"`, `"a""b"`, also over the end of a line. */
const joining = `${quote}(?:[ \\t]{0,8}[+.&][ \\t]{0,8}(?:${lineEnd}[ \\t]{0,40})?|[ \\t]{0,8}${lineEnd}[ \\t]{0,40}(?:[+.&][ \\t]{0,8})?)?${quote}`;
const concatenation = new RegExp(`[\\w+/=-]${joining}(?=[\\w+/=-])`);
const invisible = /[\u200b-\u200f\u2060-\u2064\ufeff]/;

const hidden = new RegExp(
  [
    // Colours, also with an escaped escape character.
    '(?:\\u001b|\\\\{1,4}(?:u001b|x1b|033|e))\\[[\\d;?]{0,20}[A-Za-z]',
    invisible.source,
    // A continued line of a shell or a string, also within JSON.
    '\\\\\\r?\\n[ \\t]{0,40}|\\\\{3}n[ \\t]{0,40}',
    `(?<=[\\w+/=-])${joining}(?=[\\w+/=-])`,
    '\\\\{1,4}u\\{?([0-9a-fA-F]{4})\\}?|\\\\{1,4}x([0-9a-fA-F]{2})|%([2-7][0-9a-fA-F])',
    '&#x([0-9a-fA-F]{2,4});|&#(\\d{2,5});',
  ].join('|'),
  'g',
);

/** What the view shows instead. Undefined if the match stays as it is. */
function characterOf([, long, short, percent, hex, decimal]: RegExpExecArray): string | undefined {
  const digits = long ?? short ?? percent ?? hex;
  if (digits === undefined && decimal === undefined) return '';
  const code = digits === undefined ? Number(decimal) : Number.parseInt(digits, 16);
  // Only what tokens, names and passwords consist of: a line break or a quote would change the structure.
  return code >= 0x20 && code < 0x7f && code !== 0x22 && code !== 0x27 && code !== 0x5c
    ? String.fromCharCode(code)
    : undefined;
}
