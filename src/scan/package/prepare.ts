/*
 * Prepares a package once for all rules: which files are text, what kind each is, its lines, and the parsed SKILL.md.
 * A package is data, read by the caller from a folder, an archive or a request. Nothing in a package is ever run.
 */

import { isSkillFile } from '../../skill/package-names.js';
import { parseSkill } from '../../skill/parse.js';
import type { Skill } from '../../skill/skill.js';
import { splitMark } from '../../text/utf8.js';
import { type ContentKind, contentKindOf, isNamedText } from './content-kind.js';
import { type Lines, linesWith, splitLines } from './lines.js';
import { type Disguise, readText } from './read-text.js';

export interface PreparedPackage {
  readonly name: string;
  readonly files: readonly PreparedFile[];
  /** Undefined if the package has no SKILL.md. */
  readonly skill: Skill | undefined;
  readonly skillFile: PreparedFile | undefined;
}

/** The text of a binary file is empty. Invalid bytes are U+FFFD. */
export interface PreparedFile extends ScannedFile, Lines {
  readonly content: ContentKind;
  /** How the bytes keep other tools from reading the text; the text here is what they hide. */
  readonly disguise?: Disguise;
  /** For each line, whether it is part of a Markdown code fence, including the fence marks. */
  readonly fenced: readonly boolean[];
  /** The indexes of the lines with anything but plain ASCII. */
  readonly unusual: readonly number[];
}

export function preparePackage({ name, files }: ScannedPackage): PreparedPackage {
  const prepared = files.map(prepareFile);
  const skillFile = prepared.find(({ path }) => isSkillFile(path));
  const skill = skillFile && parseSkill(plainBytes(skillFile), { folder: name });
  return { name, files: prepared, skill, skillFile };
}

function prepareFile(file: ScannedFile): PreparedFile {
  const read = file.kind === 'file' ? readText(file.bytes, isNamedText(file.path)) : undefined;
  const text = read?.text ?? '';
  const content = read === undefined ? 'binary' : contentKindOf(file.path, splitMark(text).content);
  const lines = splitLines(text);
  return {
    ...file,
    ...lines,
    content,
    fenced: fencedLines(lines),
    unusual: linesWith(lines, notPlain),
    ...(read?.disguise !== undefined && { disguise: read.disguise }),
  };
}

function plainBytes({ bytes, text, disguise }: PreparedFile): Uint8Array {
  return disguise === undefined ? bytes : new TextEncoder().encode(text);
}

const notPlain = /[^\t\r\n -~]/g;

/** A package to scan, as data. */
export interface ScannedPackage {
  /** The name of the skill, or of the folder if the skill has none. */
  readonly name: string;
  readonly files: readonly ScannedFile[];
}

/** One file of the package. */
export interface ScannedFile {
  /** Relative to the package, with forward slashes. */
  readonly path: string;
  readonly kind: 'file' | 'link' | 'other';
  /** Empty if it is not a regular file. */
  readonly bytes: Uint8Array;
  /** Larger than `bytes` if only the start was read. */
  readonly sizeBytes: number;
  readonly isExecutable: boolean;
  /** The target of a link, as written. */
  readonly target?: string;
}

function fencedLines(file: Lines): readonly boolean[] {
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
