/*
 * The frontmatter and the body of a Markdown file of a case. Unlike a SKILL.md, a case is not repaired: what it says
 * decides what is measured.
 */

import { readYaml } from '../../../skill/yaml.js';
import { faultOf } from './case-fields.js';

export interface MarkdownFile {
  /** Undefined where the file has no frontmatter. */
  readonly fields: unknown;
  readonly body: string;
}

export function readMarkdown(file: string, text: string): MarkdownFile {
  const found = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?\r?\n)?---[ \t]*(?:\r?\n|$)/.exec(text);
  if (found === null) {
    if (/^\uFEFF?---[ \t]*\r?\n/.test(text)) throw faultOf(file, 'the frontmatter', 'has no closing ---');
    return { fields: undefined, body: text };
  }
  return { fields: yamlIn(file, found[1] ?? '', 2) ?? {}, body: text.slice(found[0].length) };
}

export function yamlIn(file: string, text: string, firstLine = 1): unknown {
  const reading = readYaml(text, { firstLine });
  if (!reading.ok) throw faultOf(file, `line ${reading.line}`, `is not YAML: ${reading.reason}`);
  const duplicate = reading.diagnostics.find(({ code }) => code === 'duplicate-key');
  if (duplicate !== undefined) throw faultOf(file, `line ${duplicate.line ?? firstLine}`, 'repeats a field');
  return reading.value === '' ? undefined : reading.value;
}
