/*
 * Reads values from parsed settings, for the records of the agents.
 */

import { isTable } from '../text/shape.js';
import type { SettingsDocument } from './agent.js';

/** The value of a setting by its path; undefined where the path does not exist. */
export function settingAt(value: unknown, ...path: readonly string[]): unknown {
  let at = value;
  for (const key of path) {
    if (!isTable(at) || !Object.hasOwn(at, key)) return undefined;
    at = at[key];
  }
  return at;
}

/** The value in the strongest document that has the setting; documents are ordered from the weakest. */
export function strongestSetting(
  documents: readonly SettingsDocument[],
  ...path: readonly string[]
): { readonly file: string; readonly value: unknown } | undefined {
  const found = documents.findLast(({ value }) => settingAt(value, ...path) !== undefined);
  return found && { file: found.path, value: settingAt(found.value, ...path) };
}

/** The first document whose list contains one of the names; for lists that the agent merges from all documents. */
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

/** The value may be a list of texts, one text, or a text that contains a JSON list. */
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
