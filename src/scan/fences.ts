/*
 * Which lines of a Markdown text stand in a code fence, its marks included: what is there is shown as it is written.
 */

import { type Lines, linesWith } from './lines.js';

export function fencedLines(file: Lines): readonly boolean[] {
  const { lines } = file;
  const fenced = new Array<boolean>(lines.length).fill(false);
  let open: { readonly mark: string; readonly index: number } | undefined;
  for (const index of linesWith(file, /`{3}|~{3}/g)) {
    const [, mark, rest = ''] = fenceMark.exec(lines[index] ?? '') ?? [];
    if (mark === undefined) continue;
    if (open === undefined) open = { mark, index };
    else if (mark.startsWith(open.mark) && rest.trim() === '') {
      fenced.fill(true, open.index, index + 1);
      open = undefined;
    }
  }
  return open === undefined ? fenced : fenced.fill(true, open.index);
}

const fenceMark = /^\s*(?:> ?)*(?:[-*+] +|\d{1,3}[.)] +)?(`{3,}|~{3,})(.*)$/;
