/*
 * Many strings in code-unit order as one string and the offset of each. A table is read from a file in one piece and
 * searched by bisection, so that opening an index of a hundred thousand words creates two objects, not a map.
 */

export interface StringTable {
  readonly text: string;
  /** `starts[n]` to `starts[n + 1]` is the n-th string; one entry more than there are strings. */
  readonly starts: Uint32Array;
}

/** The strings must be in code-unit order already. */
export function stringTable(sorted: readonly string[]): StringTable {
  const starts = new Uint32Array(sorted.length + 1);
  let end = 0;
  sorted.forEach((value, number) => {
    end += value.length;
    starts[number + 1] = end;
  });
  return { text: sorted.join(''), starts };
}

export function sizeOf(table: StringTable): number {
  return table.starts.length - 1;
}

export function stringAt(table: StringTable, number: number): string {
  return table.text.slice(table.starts[number], table.starts[number + 1]);
}

export function numberOf(table: StringTable, value: string): number | undefined {
  const number = lowerBound(table, value);
  return number < sizeOf(table) && stringAt(table, number) === value ? number : undefined;
}

/** The number of the first string that is not less than `value`, or the size of the table. */
export function lowerBound(table: StringTable, value: string): number {
  let low = 0;
  let high = sizeOf(table);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (stringAt(table, middle) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
