/*
 * Parses the text of settings files. A text that cannot be parsed gives a reason and never an exception, because
 * settings belong to other programs. The reason quotes nothing of the text, in which there may be secrets. The parsers
 * are not in the records, so that only code that reads settings loads them.
 */

import { load, YAMLException } from 'js-yaml';
import { parseJsonText } from '../text/edit/json-outline.js';
import { withoutComments } from '../text/json.js';
import { parseToml } from '../text/toml.js';
import type { SettingsFormat } from './agent.js';

export type ParsedSettings =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly reason: string };

/** In every format, an empty text has no settings. */
export function parseSettingsText(text: string, format: SettingsFormat): ParsedSettings {
  const plain = text.replace(/^\uFEFF/, '');
  if (plain.trim() === '') return { ok: true, value: {} };
  try {
    return parsers[format](plain);
  } catch (error) {
    if (error instanceof YAMLException) {
      const line = error.mark === undefined ? '' : ` (line ${error.mark.line + 1})`;
      return { ok: false, reason: `not valid ${titles[format]}${line}: ${unquoted(error.reason)}` };
    }
    if (error instanceof SyntaxError)
      return { ok: false, reason: `not valid ${titles[format]}: ${jsonFault(plain)}` };
    throw error;
  }
}

const titles: Readonly<Record<SettingsFormat, string>> = {
  json: 'JSON',
  jsonc: 'JSON',
  json5: 'JSON5',
  toml: 'TOML',
  yaml: 'YAML',
};

const parsers: Readonly<Record<SettingsFormat, (text: string) => ParsedSettings>> = {
  json: (text) => ({ ok: true, value: JSON.parse(text) }),
  jsonc: (text) => ({ ok: true, value: JSON.parse(withoutComments(text)) }),
  // Nearly all JSON5 without comments is YAML in flow style; the rest is reported as not valid.
  json5: (text) => ({ ok: true, value: load(withoutComments(text)) }),
  toml: (text) => {
    const read = parseToml(text);
    if (read.ok) return read;
    const { line, reason } = read.fault;
    return { ok: false, reason: `not valid TOML (line ${line}): ${reason}` };
  },
  yaml: (text) => ({ ok: true, value: load(text) ?? {} }),
};

/** The parser of the language quotes the text around the fault. */
function jsonFault(text: string): string {
  const read = parseJsonText(text);
  return read.kind === 'fault'
    ? `${read.reason} in line ${read.line}`
    : 'it has a comment, or a comma too many';
}

/** Names of aliases and tags come last, behind the words about them. */
function unquoted(reason: string): string {
  return (reason.split(/["!<]/, 1)[0] ?? '').trim();
}
