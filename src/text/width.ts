/*
 * The number of terminal columns that a text takes, and how to cut it to a width. Terminals do not quite agree; the
 * wider value is used, because a short line looks better than a broken one. Colours and other escape sequences take no
 * columns and are kept when the text is cut, so that a colour is also switched off.
 */

/** Control characters count as nothing: text that may have some goes through `printable` first. */
export function displayWidth(text: string): number {
  if (isPlain(text)) return text.length;
  let columns = 0;
  for (const piece of text.match(pieces) ?? []) columns += pieceWidth(piece);
  return columns;
}

/** The text, or as much of its beginning as fits together with an ellipsis. */
export function cut(
  text: string,
  width: number,
  { unicode = true }: { readonly unicode?: boolean } = {},
): string {
  if (displayWidth(text) <= width) return text;
  const mark = (unicode ? '…' : '...').slice(0, Math.max(0, width));
  const room = width - mark.length;
  let columns = 0;
  let result = '';
  for (const piece of text.match(pieces) ?? []) {
    if (isEscapeSequence(piece)) {
      result += piece;
    } else if (columns <= room) {
      const rest = room - columns;
      columns += pieceWidth(piece);
      result += columns <= room ? piece : (isPlain(piece) ? piece.slice(0, rest) : '') + mark;
    }
  }
  return result;
}

/** Sequences shown as one picture: flags, keycaps, and pictographs with a modifier or joined to others. */
export const emojiSequence =
  /\p{RI}\p{RI}|[0-9#*]\uFE0F\u20E3|\p{ExtPict}[\uFE0F\p{EMod}]?(?:\u200D\p{ExtPict}[\uFE0F\p{EMod}]?)*/u;

/** Colours and cursor movements, then links and titles, then short sequences. */
const escapeSequence = /\x1B(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1B]*(?:\x07|\x1B\\)|[ -/]*[0-Z\\^-~])/;

/** Most text is plain, and is matched in long runs; a keycap is an emoji sequence that starts with a plain character. */
const pieces = new RegExp(`[ -~]+(?!\\uFE0F)|${escapeSequence.source}|${emojiSequence.source}|[^]`, 'gu');

/** Control characters, combining marks, invisible characters, and the later parts of Hangul syllables. */
const takesNoColumn = /^[\p{Cc}\p{Mn}\p{Me}\p{Zl}\p{Zp}\p{DI}\u1160-\u11FF\uD7B0-\uD7FF]/u;

const takesTwoColumns = new RegExp(
  `^(?:[${[
    '\\p{EPres}', // pictographs that are coloured by default
    '\\u1100-\\u115F\\uA960-\\uA97C\\uAC00-\\uD7A3', // Hangul
    '\\u2329\\u232A\\u2E80-\\u303E\\u3041-\\uA4CF\\uF900-\\uFAFF', // Han, kana, bopomofo, Yi and their punctuation
    '\\uFE10-\\uFE19\\uFE30-\\uFE6F\\uFF01-\\uFF60\\uFFE0-\\uFFE6', // vertical and full-width forms
    '\\u{16FE0}-\\u{18DFF}\\u{1AFF0}-\\u{1B2FF}', // Tangut, Khitan, historic kana
    '\\u{1D300}-\\u{1D376}\\u{1F200}-\\u{1F265}', // counting rods, enclosed ideographs
    '\\u{20000}-\\u{3FFFD}', // the rarer Han
  ].join('')}]|[^][^])`, // a piece of several characters is an emoji sequence
  'u',
);

function pieceWidth(piece: string): number {
  if (isPlain(piece)) return piece.length;
  if (takesNoColumn.test(piece)) return 0;
  return takesTwoColumns.test(piece) ? 2 : 1;
}

function isPlain(text: string): boolean {
  return /^[ -~]*$/.test(text);
}

function isEscapeSequence(piece: string): boolean {
  return piece.length > 1 && piece.startsWith('\x1B');
}
