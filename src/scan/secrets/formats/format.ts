/*
 * The notation of the tables of token formats. A table is text with one format per line, because hundreds of formats are
 * read and compared as lines. The columns are separated by ` | `: the kind, the marks that identify the format, the
 * pattern of what follows the mark, a made-up example, and where the format is documented. A mark that ordinary names
 * contain too is written with a `?`: the rest of the token must then look random.
 */

export interface FormatRow {
  /** Shown in `[redacted:KIND]`. */
  readonly kind: string;
  /** The pattern of the part of the token before the mark, in parentheses after the marks; empty for most. */
  readonly before: string;
  /** The pattern of the rest of the token. */
  readonly rest: string;
  /** A made-up token: `{a36}` stands for 36 characters of that alphabet, so no file contains a token. */
  readonly example: string;
  readonly source: string;
}

/** The rows of a table. Only their marks are read at once, because a text has few of them. */
export function formatLines(table: string): readonly string[] {
  return table.split('\n').filter((line) => line !== '');
}

/** The marks in the second column; a `?` before one says that it is unsure. In brackets is a choice of characters. */
export function marksIn(line: string): readonly string[] {
  const start = line.indexOf(' | ') + 3;
  const end = line.indexOf(' | ', start);
  const before = line.indexOf(' (', start);
  const marks = line.slice(start, before > 0 && before < end ? before : end).split(' ');
  return line.includes('[') && marks.some((mark) => mark.includes('[')) ? marks.flatMap(withChoices) : marks;
}

function withChoices(mark: string): readonly string[] {
  return mark
    .split(/\[([^\]]+)\]/)
    .reduce<readonly string[]>(
      (starts, part, index) =>
        (index % 2 === 0 ? [part] : [...part]).flatMap((next) => starts.map((start) => start + next)),
      [''],
    );
}

export function formatRow(line: string): FormatRow {
  const [kind = '', identity = '', rest = '', example = '', source = ''] = line.split(' | ');
  const [, before = ')'] = identity.split(' (');
  return { kind, before: before.slice(0, -1), rest, example, source };
}

/** Alphabets for the patterns of the tables. */
export const alphabets = {
  a: '[A-Za-z0-9]',
  h: '[0-9a-f]',
  l: '[a-z0-9]',
  u: '[A-Z0-9]',
  w: '[\\w-]',
  b: '[A-Za-z0-9+/]',
  uuid: '[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}',
} as const;
