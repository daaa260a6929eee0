/*
 * A number of bytes as people say it.
 */

const units = ['KiB', 'MiB', 'GiB'] as const;

export function sizeText(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`;
  let [size, unit]: [number, number] = [bytes / 1_024, 0];
  // What would be rounded up to a thousand of a unit is told in the next.
  while (size >= 999.5 && unit < units.length - 1) [size, unit] = [size / 1_024, unit + 1];
  return `${size < 9.95 ? size.toFixed(1) : Math.round(size)} ${units[unit]}`;
}
