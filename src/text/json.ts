/*
 * JSON that somebody else may have written, or half written.
 */

/** Undefined when it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

/** JSON with comments and trailing commas, as settings files have them, made into plain JSON of the same length. */
export function withoutComments(text: string): string {
  const blank = (found: string) => (found.startsWith('"') ? found : found.replace(/[^\r\n]/g, ' '));
  // First the comments, because one may stand between a trailing comma and its bracket.
  return text
    .replace(/"(?:[^"\\]|\\.)*"|\/\/[^\r\n]*|\/\*[\s\S]*?(?:\*\/|$)/g, blank)
    .replace(/"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])/g, blank);
}
