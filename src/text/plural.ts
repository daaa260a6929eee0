/*
 * Numbers with the noun or adverb that fits them, so that no message has one of them wrong, and lists that end in a number.
 */

/** `1 use`, `3 uses`; the plural is given where it is not the noun with an s. */
export function counted(count: number, noun: string, plural?: string): string {
  return `${count} ${nounFor(count, noun, plural)}`;
}

/** `7,900`. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `+0.83`, `-0.20`; without a sign for what is rounded to zero. */
export function signed(value: number): string {
  const text = Math.abs(value).toFixed(2);
  return text === '0.00' ? text : `${value > 0 ? '+' : '-'}${text}`;
}

/** `once`, `3 times`. */
export function times(count: number): string {
  return count === 1 ? 'once' : `${count} times`;
}

/** `a, b and 3 more`: the first `max` of the names, and the number of the others. */
export function listUpTo(max: number, names: readonly string[]): string {
  const more = names.length - max;
  return `${names.slice(0, max).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** The noun alone, for a number that is written in another way. */
export function nounFor(count: number, noun: string, plural = `${noun}s`): string {
  return count === 1 ? noun : plural;
}
