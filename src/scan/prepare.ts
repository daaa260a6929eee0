/*
 * A package made ready for the rules, once for all of them: which files are text, what kind each is, its lines, and
 * SKILL.md in its parts. What is decoded here is decoded the same way for every rule.
 */

import { parseSkill } from '../skill/parse.js';
import type { Skill } from '../skill/skill.js';
import { isSkillFile } from '../skill/skill-file.js';
import { decodeUtf8 } from '../skill/text.js';
import { fencedLines } from './fences.js';
import { type Lines, linesWith, splitLines } from './lines.js';
import type { ScannedFile, ScannedPackage } from './package.js';

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
export type ContentKind = 'markdown' | 'shell' | 'python' | 'javascript' | 'config' | 'text' | 'binary';

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
