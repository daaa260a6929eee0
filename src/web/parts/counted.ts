/*
 * Counts in words.
 */

const grouped = new Intl.NumberFormat('en');

/** `1 use`, `1,234 uses`. */
export function counted(count: number, noun: string): string {
  return `${countText(count)} ${noun}${count === 1 ? '' : 's'}`;
}

export function countText(count: number): string {
  return grouped.format(count);
}
