/*
 * From an offset in a text to its line. Offsets are mostly asked for in rising order; a table of line starts keeps any
 * order cheap.
 */

export function lineCounter(text: string): (offset: number) => number {
  let starts: number[] | undefined;
  return (offset) => {
    starts ??= [0, ...Array.from(text.matchAll(/\r\n|[\n\r]/g), ({ 0: end, index }) => index + end.length)];
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
}
