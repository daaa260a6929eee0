/*
 * Takes one key of a section out of a TOML text, with the section if it was made for the key: the inverse of adding it.
 */

import { parse, TomlError } from 'smol-toml';
import { isEqual, isTable } from '../shape.js';
import { outlineOf } from './toml-outline.js';

/** `section.key`. The text is as it was where the key is not in it; undefined where more than the key would have to go. */
export function removeTomlKey(text: string, name: string): string | undefined {
  const [section = '', key = '', ...deeper] = name.split('.');
  const table = parse(text)[section];
  if (!isTable(table) || !Object.hasOwn(table, key)) return text;
  const statements = outlineOf(text);
  const at = statements.findIndex(({ path, value }) => value && isEqual(path, [section, key]));
  const given = statements[at];
  if (given === undefined || deeper.length > 0) return undefined;
  const header = statements[at - 1];
  const rest = text.slice(given.lines.end);
  const isAlone = header?.value === undefined && at === statements.length - 1 && rest.trim() === '';
  const edited =
    isAlone && header !== undefined
      ? text.slice(0, header.lines.start).replace(/(^|\n)\r?\n$/, '$1')
      : given.lines.start === 0
        ? rest.replace(/^\r?\n/, '')
        : text.slice(0, given.lines.start).replace(/\r?\n$/, '') + rest;
  return isEqual(sectionsOf(edited), sectionsOf(text, { section, key })) ? edited : undefined;
}

/** Without the key, and without sections that have nothing in them. */
function sectionsOf(text: string, without?: { readonly section: string; readonly key: string }): unknown {
  try {
    const all = Object.entries(parse(text)).map(([section, value]) => {
      if (section !== without?.section || !isTable(value)) return [section, value];
      return [section, Object.fromEntries(Object.entries(value).filter(([key]) => key !== without.key))];
    });
    return Object.fromEntries(all.filter(([, value]) => !isTable(value) || Object.keys(value).length > 0));
  } catch (error) {
    if (error instanceof TomlError) return undefined;
    throw error;
  }
}
