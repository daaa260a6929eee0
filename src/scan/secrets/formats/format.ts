/*
 * The notation of the tables of token formats. A table is text with one format per line, because two hundred formats are
 * read and compared as lines. The columns are separated by ` | `: the kind, the marks that identify the format, the
 * pattern of what follows the mark, a made-up example, and where the format is documented.
 */

export interface FormatRow {
  /** Shown in `[redacted:KIND]`. */
  readonly kind: string;
  readonly marks: readonly Mark[];
  /** The pattern of the part of the token before the mark; empty for most. */
  readonly before: string;
  /** The pattern of the rest of the token. */
  readonly rest: string;
  /** A made-up token: `{a36}` stands for 36 characters of that alphabet, so no file contains a token. */
  readonly example: string;
  readonly source: string;
}

/** A literal text that identifies a format. */
export interface Mark {
  readonly text: string;
  /** Whether ordinary names contain it too, so that the rest must look random. Written as a `?` before it. */
  readonly isUnsure: boolean;
}

/** The second column has the marks, and in parentheses the pattern of what comes before them. */
export function formatRows(table: string): readonly FormatRow[] {
  return table
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [kind = '', identity = '', rest = '', example = '', source = ''] = line.split(' | ');
      const [marks = '', before = ')'] = identity.split(' (');
      return {
        kind,
        marks: marks.split(' ').flatMap(marksOf),
        before: before.slice(0, -1),
        rest,
        example,
        source,
      };
    });
}

/** Characters in brackets stand for one of them. */
function marksOf(word: string): readonly Mark[] {
  const isUnsure = word.startsWith('?');
  const parts = (isUnsure ? word.slice(1) : word).split(/\[([^\]]+)\]/);
  const texts = parts.reduce<readonly string[]>(
    (starts, part, index) =>
      (index % 2 === 0 ? [part] : [...part]).flatMap((next) => starts.map((start) => start + next)),
    [''],
  );
  return texts.map((text) => ({ text, isUnsure }));
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
