/*
 * A unified diff that is given as text, read back into lines to show. Whatever is no part of a hunk is left out but for the
 * names of the files; lines are counted by the heads of the hunks.
 */

import type { Hunk } from './diff-hunks.js';
import type { DiffLine } from './line-diff.js';

export interface PatchedFile {
  /** As the patch names it; the new name where there are two. */
  readonly name: string;
  readonly hunks: readonly Hunk[];
}

export function readPatch(patch: string): readonly PatchedFile[] {
  const files: { name: string; readonly hunks: { readonly lines: DiffLine[] }[] }[] = [];
  let counted = { fromLine: 0, toLine: 0, fromLeft: 0, toLeft: 0 };
  for (const line of patch.split(/\r?\n/)) {
    const file = files.at(-1);
    if (counted.fromLeft > 0 || counted.toLeft > 0) {
      const read = lineOf(line, counted);
      file?.hunks.at(-1)?.lines.push(read);
      counted = after(read, counted);
    } else if (line.startsWith('--- ')) files.push({ name: nameOf(line), hunks: [] });
    else if (line.startsWith('+++ ') && file) file.name = nameOf(line) === '' ? file.name : nameOf(line);
    else {
      const head = hunkHead(line);
      if (!head) continue;
      counted = head;
      if (!file) files.push({ name: '', hunks: [] });
      files.at(-1)?.hunks.push({ lines: [] });
    }
  }
  return files.filter(({ hunks }) => hunks.length > 0);
}

interface Counted {
  readonly fromLine: number;
  readonly toLine: number;
  /** Lines of the hunk that are still to come. */
  readonly fromLeft: number;
  readonly toLeft: number;
}

function hunkHead(line: string): Counted | undefined {
  const found = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
  if (!found) return undefined;
  const [fromLine = 0, fromLeft = 1, toLine = 0, toLeft = 1] = found
    .slice(1)
    .map((digits) => (digits === undefined ? undefined : Number(digits)));
  return { fromLine, toLine, fromLeft, toLeft };
}

function lineOf(line: string, { fromLine, toLine }: Counted): DiffLine {
  const text = line.slice(1);
  if (line.startsWith('-')) return { kind: 'removed', text, fromLine };
  if (line.startsWith('+')) return { kind: 'added', text, toLine };
  return { kind: 'same', text, fromLine, toLine };
}

function after({ kind }: DiffLine, { fromLine, toLine, fromLeft, toLeft }: Counted): Counted {
  const [from, to] = [kind === 'added' ? 0 : 1, kind === 'removed' ? 0 : 1];
  return {
    fromLine: fromLine + from,
    toLine: toLine + to,
    fromLeft: Math.max(0, fromLeft - from),
    toLeft: Math.max(0, toLeft - to),
  };
}

function nameOf(line: string): string {
  const name = line.slice(4).replace(/\t.*$/, '');
  return name === '/dev/null' ? '' : name;
}
