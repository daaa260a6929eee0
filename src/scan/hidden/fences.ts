/*
 * Which lines of a Markdown text stand in a code fence, its marks included: what is there is shown as it is written.
 */

export function fencedLines(lines: readonly string[]): readonly boolean[] {
  let open: string | undefined;
  return lines.map((line) => {
    const [, mark, rest = ''] = (mayMark(line) && fenceMark.exec(line)) || [];
    if (open === undefined) {
      open = mark;
      return mark !== undefined;
    }
    if (mark?.startsWith(open) && rest.trim() === '') open = undefined;
    return true;
  });
}

const fenceMark = /^\s*(?:> ?)*(?:[-*+] +|\d{1,3}[.)] +)?(`{3,}|~{3,})(.*)$/;

function mayMark(line: string): boolean {
  return line.includes('```') || line.includes('~~~');
}
