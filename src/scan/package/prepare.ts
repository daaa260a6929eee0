/*
 * Prepares a package once for all rules: which files are text, what kind each is, its lines, and the parsed SKILL.md.
 * A package is data, read by the caller from a folder, an archive or a request. Nothing in a package is ever run.
 */

import { isSkillFile } from '../../skill/package-names.js';
import { parseSkill } from '../../skill/parse.js';
import type { Skill } from '../../skill/skill.js';
import { decodeUtf8 } from '../../text/utf8.js';
import { type Lines, linesWith, splitLines } from './lines.js';

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
  /** For each line, whether it is part of a Markdown code fence, including the fence marks. */
  readonly fenced: readonly boolean[];
  /** The indexes of the lines with anything but plain ASCII. */
  readonly unusual: readonly number[];
}

/** The language of a file, by name and first line. */
type ContentKind = 'markdown' | 'shell' | 'python' | 'javascript' | 'config' | 'text' | 'binary';

export function preparePackage({ name, files }: ScannedPackage): PreparedPackage {
  const prepared = files.map(prepareFile);
  const skillFile = prepared.find(({ path }) => isSkillFile(path));
  const skill = skillFile && parseSkill(skillFile.bytes, { folder: name });
  return { name, files: prepared, skill, skillFile };
}

function prepareFile(file: ScannedFile): PreparedFile {
  const content = contentOf(file);
  const text = content === 'binary' ? '' : decodeUtf8(file.bytes);
  const lines = splitLines(text);
  return { ...file, ...lines, content, fenced: fencedLines(lines), unusual: linesWith(lines, notPlain) };
}

const notPlain = /[^\t\r\n -~]/g;

const kindsByExtension: Readonly<Record<string, ContentKind>> = {
  md: 'markdown',
  mdx: 'markdown',
  markdown: 'markdown',
  sh: 'shell',
  bash: 'shell',
  zsh: 'shell',
  ps1: 'shell',
  bat: 'shell',
  py: 'python',
  js: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  ts: 'javascript',
  mts: 'javascript',
  json: 'config',
  toml: 'config',
  yaml: 'config',
  yml: 'config',
  ini: 'config',
  plist: 'config',
  service: 'config',
};

function contentOf({ path, kind, bytes }: ScannedFile): ContentKind {
  if (kind !== 'file' || isBinary(bytes)) return 'binary';
  const extension = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  const known = Object.hasOwn(kindsByExtension, extension) ? kindsByExtension[extension] : undefined;
  return known ?? byFirstLine(decodeUtf8(bytes.subarray(0, 100)));
}

function byFirstLine(start: string): ContentKind {
  if (!start.startsWith('#!')) return 'text';
  if (/python/.test(start)) return 'python';
  return /\b(?:node|deno|bun|tsx)\b/.test(start) ? 'javascript' : 'shell';
}

const sampleBytes = 8_192;

function isBinary(bytes: Uint8Array): boolean {
  return bytes.subarray(0, sampleBytes).includes(0);
}

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
