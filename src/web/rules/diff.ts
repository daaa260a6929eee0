/*
 * A diff as the pages show it: laid out in two columns, or read from a diff that is given as text; and which files
 * differ between two versions.
 */

import type { VersionAnswer } from '../../registry/api/item.js';
import type { DiffLine, Hunk } from '../../text/line-diff.js';

/** A line of either side, or one of each beside the other. */
export interface LinePair {
  readonly from?: DiffLine;
  readonly to?: DiffLine;
}

/** What was removed beside what was added in its place. */
export function pairedLines(lines: readonly DiffLine[]): readonly LinePair[] {
  const pairs: LinePair[] = [];
  let [removed, added]: [DiffLine[], DiffLine[]] = [[], []];
  const close = () => {
    for (let row = 0; row < Math.max(removed.length, added.length); row += 1) {
      const [from, to] = [removed[row], added[row]];
      pairs.push({ ...(from && { from }), ...(to && { to }) });
    }
    [removed, added] = [[], []];
  };
  for (const line of lines) {
    if (line.kind === 'removed') removed.push(line);
    else if (line.kind === 'added') added.push(line);
    else {
      close();
      pairs.push({ from: line, to: line });
    }
  }
  close();
  return pairs;
}

interface PatchedFile {
  /** As the patch names it; the new name where there are two. */
  readonly name: string;
  readonly hunks: readonly Hunk[];
}

/**
 * A unified diff that is given as text, read back into lines to show. Whatever is no part of a hunk is left out but for the
 * names of the files; lines are counted by the heads of the hunks.
 */
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

type VersionFile = VersionAnswer['files'][number];

/** Which files differ between two versions, compared by their digests. */
export interface ChangedFile {
  readonly path: string;
  readonly change: 'added' | 'removed' | 'changed';
  readonly from?: VersionFile;
  readonly to?: VersionFile;
}

/** In the order of their paths, SKILL.md first. */
export function changedFiles(
  before: readonly VersionFile[],
  after: readonly VersionFile[],
): readonly ChangedFile[] {
  const [oldFiles, newFiles] = [byPath(before), byPath(after)];
  const paths = [...new Set([...oldFiles.keys(), ...newFiles.keys()])].sort(skillFirst);
  return paths.flatMap((path): ChangedFile[] => {
    const [from, to] = [oldFiles.get(path), newFiles.get(path)];
    if (!from || !to)
      return to ? [{ path, change: 'added', to }] : from ? [{ path, change: 'removed', from }] : [];
    const isSame = from.digest === to.digest && from.executable === to.executable;
    return isSame ? [] : [{ path, change: 'changed', from, to }];
  });
}

function byPath(files: readonly VersionFile[]): ReadonlyMap<string, VersionFile> {
  return new Map(files.map((file) => [file.path, file]));
}

function skillFirst(a: string, b: string): number {
  if ((a === 'SKILL.md') !== (b === 'SKILL.md')) return a === 'SKILL.md' ? -1 : 1;
  return a < b ? -1 : 1;
}
