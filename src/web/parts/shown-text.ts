/*
 * What of a file can be shown in a page, and where in it.
 */

/** What is larger is not read into the page. */
export const mostShownBytes = 1_048_576;

/** Bytes that are no text arrive as the sign for what cannot be read. */
export function isBinary(text: string): boolean {
  return text.includes('\0') || text.includes('\uFFFD');
}

/** The line that an address asks for. */
export function lineIn(query: URLSearchParams): number | undefined {
  const line = query.get('line') ?? '';
  return /^[1-9]\d{0,6}$/.test(line) ? Number(line) : undefined;
}
