/*
 * Reads config.toml by the table of keys. A missing key has its default, and a missing file is an empty one. An unknown
 * key or a value that is not allowed is an error with its line number: nothing in the file is silently ignored.
 */

import type { Files } from '../../system/files.js';
import { didYouMean } from '../../text/closest.js';
import { CoppiceError } from '../../text/errors.js';
import { isTable } from '../../text/shape.js';
import { parseToml } from '../../text/toml.js';
import { configKeys } from '../rules/config/config-keys.js';

export type Config = { readonly [Name in ConfigName]: (typeof configKeys)[Name]['fallback'] };

type ConfigName = keyof typeof configKeys;

export function loadConfig(files: Pick<Files, 'read'>, path: string): Config {
  const file = files.read(path);
  return readConfig(file === undefined ? '' : new TextDecoder().decode(file.bytes), path);
}

export function readConfig(text: string, path: string): Config {
  const given = new Map(leaves(parsed(text, path), ''));
  for (const [name, value] of given) {
    if (Object.hasOwn(configKeys, name) || isEmptySection(name, value)) continue;
    throw unknownKey(name, text, path);
  }
  const values = Object.entries(configKeys).map(([name, { kind, fallback }]) => {
    if (!given.has(name)) return [name, fallback];
    const value = kind.read(given.get(name));
    if (value !== undefined) return [name, value];
    throw new CoppiceError('bad-value', `${lineOf(name, text, path)}: ${name} must be ${kind.allowed}`, {
      hint: `correct it, or remove it to use the default: ${JSON.stringify(fallback)}`,
    });
  });
  // Each value was read by the kind of its own key, which the types of a list of pairs cannot say.
  return Object.fromEntries(values) as Config;
}

function parsed(text: string, path: string): Readonly<Record<string, unknown>> {
  const read = parseToml(text);
  if (read.ok) return read.value;
  throw new CoppiceError('bad-config', `${path}, line ${read.fault.line}: ${read.fault.reason}`, {
    hint: 'correct this line; the format is TOML (https://toml.io)',
  });
}

/** All values by their dotted names. A table that is itself the value of a key, such as `skills`, counts as one value. */
function leaves(table: Readonly<Record<string, unknown>>, prefix: string): [string, unknown][] {
  return Object.entries(table).flatMap(([key, value]): [string, unknown][] => {
    const name = prefix + key;
    const isLeaf = !isTable(value) || Object.hasOwn(configKeys, name) || Object.keys(value).length === 0;
    return isLeaf ? [[name, value]] : leaves(value, `${name}.`);
  });
}

/** A section header without keys below it is allowed. */
function isEmptySection(name: string, value: unknown): boolean {
  return isTable(value) && Object.keys(configKeys).some((known) => known.startsWith(`${name}.`));
}

function unknownKey(name: string, text: string, path: string): CoppiceError {
  return new CoppiceError('bad-config', `${lineOf(name, text, path)}: unknown key ${name}`, {
    hint: didYouMean(name, Object.keys(configKeys), 1) ?? 'docs/configuration.md lists all keys',
  });
}

/** The path with the line of the key, or without it if the key is written in a way that only a TOML parser understands. */
function lineOf(name: string, text: string, path: string): string {
  let table = '';
  for (const [at, line] of text.split('\n').entries()) {
    const header = /^\s*\[{1,2}\s*([\w.-]+)\s*\]/.exec(line)?.[1];
    if (header !== undefined) table = `${header}.`;
    const key = header ?? /^\s*([\w.-]+)\s*=/.exec(line)?.[1];
    if (key !== undefined && (header ?? table + key) === name) return `${path}, line ${at + 1}`;
  }
  return path;
}
