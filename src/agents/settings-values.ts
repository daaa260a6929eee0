/*
 * Values in parsed settings: what the records need to read their switches.
 */

import { isTable } from '../text/shape.js';
import type { SettingsDocument } from './agent.js';

/** The value of a setting by its path; undefined where the way to it is something else. */
export function settingAt(value: unknown, ...path: readonly string[]): unknown {
  let at = value;
  for (const key of path) {
    if (!isTable(at) || !Object.hasOwn(at, key)) return undefined;
    at = at[key];
  }
  return at;
}

/** The strongest document that has the setting, with the value; documents are the weakest first. */
export function strongest(
  documents: readonly SettingsDocument[],
  ...path: readonly string[]
): { readonly file: string; readonly value: unknown } | undefined {
  const found = documents.findLast(({ value }) => settingAt(value, ...path) !== undefined);
  return found && { file: found.path, value: settingAt(found.value, ...path) };
}

/** The first document whose list names one of these; for settings that are united over all documents. */
export function listedIn(
  documents: readonly SettingsDocument[],
  names: readonly string[],
  ...path: readonly string[]
): { readonly file: string } | undefined {
  const wanted = new Set(names.map((name) => name.toLowerCase()));
  const found = documents.find(({ value }) =>
    textsIn(settingAt(value, ...path)).some((name) => wanted.has(name.toLowerCase())),
  );
  return found && { file: found.path };
}

/** A list of texts, one text, or a text that is a JSON list. */
export function textsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.filter((one): one is string => typeof one === 'string');
  if (typeof value !== 'string' || value.trim() === '') return [];
  if (!value.trim().startsWith('[')) return [value.trim()];
  try {
    return textsIn(JSON.parse(value));
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}
