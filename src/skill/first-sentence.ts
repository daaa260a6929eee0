/*
 * The first sentence of a body, as a description: of its first paragraph, else its first heading.
 */

const maxCharacters = 200;
/** No description is looked for further down. */
const maxLines = 200;

export function firstSentence(body: string): string | undefined {
  let heading: string | undefined;
  let fence: string | undefined;
  const paragraph: string[] = [];
  for (const raw of body.split('\n', maxLines)) {
    const line = raw.trim();
    const mark = /^(?:```|~~~)/.exec(line)?.[0];
    if (mark !== undefined && (fence === undefined || fence === mark)) {
      if (paragraph.length > 0) break;
      fence = fence === undefined ? mark : undefined;
    } else if (fence === undefined) {
      const title = /^#{1,6}\s+(.*)$/.exec(line)?.[1];
      if (paragraph.length > 0 && (line === '' || title !== undefined)) break;
      if (title !== undefined) heading ??= plain(title);
      else if (isProse(line)) paragraph.push(line.replace(/^(?:[-*+>]|\d+[.)])\s+/, ''));
    }
  }
  return sentenceIn(plain(paragraph.join(' '))) ?? (heading && sentenceIn(heading));
}

/** Not a rule, a table, markup, or the indented code of a list. */
function isProse(line: string): boolean {
  return /[\p{L}\p{N}]/u.test(line) && !/^(?:\||<|!\[|---|\*\*\*|===)/.test(line);
}

/** Without emphasis and control characters. */
function plain(text: string): string {
  return text
    .replace(/\*\*|__|`/g, '')
    .replace(/[\p{Cc}\p{Cf}\p{Surrogate}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

function sentenceIn(text: string): string | undefined {
  if (!/[\p{L}\p{N}]/u.test(text)) return undefined;
  const end = /[.!?。！？](?=\s|$)/u.exec(text);
  const sentence = end === null ? text : text.slice(0, end.index + 1);
  const characters = [...sentence];
  if (characters.length <= maxCharacters) return sentence;
  const cut = characters.slice(0, maxCharacters).join('');
  const space = cut.lastIndexOf(' ');
  return space > maxCharacters / 2 ? cut.slice(0, space) : cut;
}
