/*
 * The difference of two lists of arguments, as hunks of removed and added words. Free text, such as a commit message or a
 * long sentence, is alike, because another message is not other work.
 */

export interface Hunk {
  readonly removed: readonly string[];
  readonly added: readonly string[];
  /** The word before the hunk, which may be the flag that a replaced value belongs to. */
  readonly before: string;
}

/** More words than this are not compared. */
const maxWords = 120;

/** Undefined if there are too many words to compare. */
export function wordDifference(
  earlier: readonly string[],
  later: readonly string[],
): readonly Hunk[] | undefined {
  if (earlier.length > maxWords || later.length > maxWords) return undefined;
  const one = comparableWords(earlier);
  const other = comparableWords(later);
  const common = commonLengths(one, other);
  const hunks: Hunk[] = [];
  let removed: string[] = [];
  let added: string[] = [];
  let before = '';
  const end = (next: string) => {
    if (removed.length > 0 || added.length > 0) hunks.push({ removed, added, before });
    removed = [];
    added = [];
    before = next;
  };
  let i = 0;
  let j = 0;
  while (i < one.length || j < other.length) {
    const mine = one[i];
    const theirs = other[j];
    if (mine !== undefined && mine === theirs) {
      end(mine);
      i += 1;
      j += 1;
    } else if (theirs === undefined || (mine !== undefined && lengthAt(i + 1, j) >= lengthAt(i, j + 1))) {
      removed.push(mine ?? '');
      i += 1;
    } else {
      added.push(theirs);
      j += 1;
    }
  }
  end('');
  return hunks;

  function lengthAt(row: number, column: number): number {
    return common[row]?.[column] ?? 0;
  }
}

/** The words with free text replaced. */
export function comparableWords(words: readonly string[]): readonly string[] {
  return words.map((word, index) => {
    if (textFlags.has(words[index - 1] ?? '')) return freeText;
    const named = /^(--?[a-z-]{1,20})=/.exec(word)?.[1];
    if (named !== undefined && textFlags.has(named)) return `${named}=${freeText}`;
    return (word.length > maxWordLength && word.includes(' ')) || word.includes('\n') ? freeText : word;
  });
}

const freeText = '<text>';
const maxWordLength = 80;
const textFlags: ReadonlySet<string> = new Set([
  '-m',
  '-am',
  '--message',
  '--body',
  '--title',
  '--notes',
  '--description',
]);

/** The lengths of the longest common subsequences of all ends of the two lists. */
function commonLengths(one: readonly string[], other: readonly string[]): readonly (readonly number[])[] {
  const rows: number[][] = Array.from({ length: one.length + 1 }, () =>
    new Array<number>(other.length + 1).fill(0),
  );
  for (let i = one.length - 1; i >= 0; i -= 1)
    for (let j = other.length - 1; j >= 0; j -= 1) {
      const row = rows[i] ?? [];
      row[j] =
        one[i] === other[j]
          ? (rows[i + 1]?.[j + 1] ?? 0) + 1
          : Math.max(rows[i + 1]?.[j] ?? 0, row[j + 1] ?? 0);
    }
  return rows;
}
