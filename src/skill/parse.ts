/*
 * Parses a SKILL.md. Total: every input gives a skill, and its faults are in its diagnostics. The body is not decoded, so
 * a listing can pass only the first bytes of a file and gets the same result as for the whole file.
 */

import { decodeUtf8, isUtf8, linesBefore } from '../text/utf8.js';
import { type Diagnostic, diagnosticCodes, severityOf } from './diagnostic.js';
import { isMissing } from './field-values.js';
import { readFields } from './fields.js';
import { blockLine, findLayout } from './layout.js';
import { repairFrontmatter } from './repair.js';
import type { FenceFault, Frontmatter, Layout, Reading, Skill, SkillHead } from './skill.js';
import { isMap, lineOfKey, readYaml } from './yaml.js';

/** What is known of a skill besides its text. */
export interface ParseOptions {
  /** The name of the skill's folder, used if the name is missing. */
  readonly folder?: string | undefined;
}

/** Total: every input gives a skill, with diagnostics for its faults. */
export function parseSkill(source: Uint8Array | string, { folder }: ParseOptions = {}): Skill {
  const bytes = typeof source === 'string' ? new TextEncoder().encode(source) : source;
  return { source: bytes, ...readHead(bytes, findLayout(bytes, true), folder) };
}

export interface HeadOptions extends ParseOptions {
  /** Whether the bytes are the whole file. */
  readonly complete: boolean;
}

/** The same from the first bytes of a file; 'incomplete' asks for more, and never for more than 256 KiB. */
export function parseHead(bytes: Uint8Array, { folder, complete }: HeadOptions): SkillHead | 'incomplete' {
  const layout = findLayout(bytes, complete);
  if (layout === 'incomplete') return layout;
  const head = readHead(bytes, layout, folder);
  const isEnough = complete || bytes.length >= proseEnd(layout) || hasDescription(head.frontmatter);
  return isEnough ? head : 'incomplete';
}

/**
 * How far the body is searched for a line to use as the description: to the end of the 4 KiB piece of the file in which
 * the block ends. A listing has read that piece anyway, and so gives the same result as a reader of the whole file.
 */
function proseEnd({ bodyStart }: Layout): number {
  return Math.max(1, Math.ceil(bodyStart / 4096)) * 4096;
}

function readHead(bytes: Uint8Array, layout: Layout, folder: string | undefined): SkillHead {
  const { block, fault } = layout;
  const blockBytes = bytes.subarray(block?.start ?? 0, block?.end ?? 0);
  const text = decodeUtf8(blockBytes);
  const {
    frontmatter,
    reading,
    diagnostics: found,
  } = fault === undefined ? readBlock(text) : withoutBlock(fault);
  const proseLine = hasDescription(frontmatter)
    ? undefined
    : firstProseLine(bytes.subarray(layout.bodyStart, proseEnd(layout)));
  const lineOf = (key: string) => blockLine + lineOfKey(text, key);
  const read = readFields(frontmatter, { folder, proseLine, lineOf });
  const diagnostics = encodingFault(blockBytes, text);
  diagnostics.push(...found);
  // If nothing could be read, a diagnostic for every missing field would only repeat that.
  if (reading !== 'none') diagnostics.push(...read.diagnostics);
  return { layout, frontmatter, reading, fields: read.fields, diagnostics };
}

interface BlockReading {
  readonly frontmatter: Frontmatter;
  readonly reading: Reading;
  readonly diagnostics: readonly Diagnostic[];
}

function readBlock(text: string): BlockReading {
  const yaml = readYaml(text, { firstLine: blockLine });
  if (!yaml.ok) return repairFrontmatter(text, blockLine, yaml.line);
  if (yaml.value === null) return { frontmatter: {}, reading: 'clean', diagnostics: yaml.diagnostics };
  if (isMap(yaml.value)) return { frontmatter: yaml.value, reading: 'clean', diagnostics: yaml.diagnostics };
  return repairFrontmatter(text, blockLine, blockLine);
}

function withoutBlock(fault: FenceFault): BlockReading {
  const diagnostic: Diagnostic = {
    code: fault,
    severity: severityOf[fault],
    line: 1,
    message: diagnosticCodes[fault],
    fix: 'start the file with a --- line, then name and description, then another --- line',
  };
  return { frontmatter: {}, reading: 'none', diagnostics: [diagnostic] };
}

/** Decoding replaces invalid bytes by U+FFFD, so only a text that contains one must be checked again. */
function encodingFault(bytes: Uint8Array, text: string): Diagnostic[] {
  const at = text.indexOf('\uFFFD');
  if (at === -1 || isUtf8(bytes)) return [];
  const line = blockLine + linesBefore(text, at);
  return [
    {
      code: 'not-utf8',
      severity: severityOf['not-utf8'],
      line,
      message: diagnosticCodes['not-utf8'],
      fix: 'save the file as UTF-8',
    },
  ];
}

function hasDescription(frontmatter: Frontmatter): boolean {
  return typeof frontmatter['description'] === 'string' && !isMissing(frontmatter['description']);
}

/** The first line with a letter or digit that is not a heading, cut to 80 characters. */
function firstProseLine(bytes: Uint8Array): string | undefined {
  // Decoded as a stream, so that an incomplete character at the end is left out.
  const lines = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true }).split('\n');
  const prose = lines
    .map((line) => line.trim())
    .find((line) => !line.startsWith('#') && /[\p{L}\p{N}]/u.test(line));
  return prose === undefined ? undefined : [...prose].slice(0, 80).join('');
}
