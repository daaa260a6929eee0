/*
 * Whether effort grows with the size of the input or faster, measured only by comparing times with each other.
 */

/**
 * How much more a piece of work costs than four of a quarter its size: about as much where effort grows with the
 * size, four times as much where it grows with the square. Both take equally long, so a busy machine slows both, and
 * the best of several tries is what counts. Times are compared with each other only.
 */
export function growth(short: () => void, long: () => void): number {
  let fourShort = Number.POSITIVE_INFINITY;
  let oneLong = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 12; attempt += 1) {
    fourShort = Math.min(fourShort, timeOf(short, 4));
    oneLong = Math.min(oneLong, timeOf(long, 1));
    if (oneLong / fourShort < 2) break;
  }
  return oneLong / fourShort;
}

function timeOf(work: () => void, runs: number): number {
  const start = performance.now();
  for (let run = 0; run < runs; run += 1) work();
  return performance.now() - start;
}

/** A text repeated until it has the length. */
export function times(text: string, length: number): string {
  return text.repeat(Math.ceil(length / text.length));
}

/** Lines that are all different, until they have the length together. */
export function numbered(line: (index: number) => string, length: number): string {
  let text = '';
  for (let index = 0; text.length < length; index += 1) text += line(index);
  return text;
}
