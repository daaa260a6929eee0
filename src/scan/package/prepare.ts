/*
 * A package made ready for the rules, once for all of them: which files are text, what kind each is, its lines, and
 * SKILL.md in its parts. What is decoded here is decoded the same way for every rule.
 */

import { isSkillFile } from '../../skill/package-names.js';
import { parseSkill } from '../../skill/parse.js';
import type { Skill } from '../../skill/skill.js';
import { decodeUtf8 } from '../../text/utf8.js';
import { type Lines, linesWith, splitLines } from './lines.js';

export interface PreparedPackage {
  readonly name: string;
  readonly files: readonly PreparedFile[];
  /** Undefined when there is none. */
  readonly skill: Skill | undefined;
  readonly skillFile: PreparedFile | undefined;
}

/** The text is empty for what is none. Invalid bytes are U+FFFD. */
export interface PreparedFile extends ScannedFile, Lines {
  readonly content: ContentKind;
  /** Of each line, whether it stands in a code fence of Markdown, its marks included. */
  readonly fenced: readonly boolean[];
  /** The indexes of the lines with anything but plain ASCII. */
  readonly unusual: readonly number[];
}

/** By name and first line: what the rules of a language apply to. */
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

const kindsByEnding: Readonly<Record<string, ContentKind>> = {
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
  const ending = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  const known = Object.hasOwn(kindsByEnding, ending) ? kindsByEnding[ending] : undefined;
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

/*
 * What is scanned: the files of a package as data, read by whoever has them (a folder, an archive, a request). Files
 * that are not plain are only named. Nothing in a package is ever run.
 */

/** A package to be scanned, as data. */
export interface ScannedPackage {
  /** Of the skill, or of the folder where it has none. */
  readonly name: string;
  readonly files: readonly ScannedFile[];
}

/** One of its files. */
export interface ScannedFile {
  /** Relative to the package, with forward slashes. */
  readonly path: string;
  readonly kind: 'file' | 'link' | 'other';
  /** Empty for what is no plain file. */
  readonly bytes: Uint8Array;
  /** Larger than `bytes` where only the beginning was read. */
  readonly sizeBytes: number;
  readonly isExecutable: boolean;
  /** Of a link, where it leads, as it is written. */
  readonly target?: string;
}

/*
 * Which lines of a Markdown text stand in a code fence, its marks included: what is there is shown as it is written.
 */

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
