/*
 * The configuration: config.toml read by the table of keys. A key that is not given has its default, a file that is
 * missing is an empty one; a key that does not exist or a value that is not allowed is refused with the line it is
 * on, because a setting that is silently ignored is worse than none.
 */

import { parse, TomlError } from 'smol-toml';
import type { Files } from '../../system/files.js';
import { closest } from '../../text/closest.js';
import { CoppiceError } from '../../text/errors.js';
import { isTable } from '../../text/shape.js';
import { configKeys } from '../rules/config-keys.js';

export type Config = { readonly [Name in ConfigName]: (typeof configKeys)[Name]['fallback'] };

type ConfigName = keyof typeof configKeys;

export function loadConfig(files: Pick<Files, 'read'>, path: string): Config {
  const file = files.read(path);
  return readConfig(file === undefined ? '' : new TextDecoder().decode(file.bytes), path);
}

export function readConfig(text: string, path: string): Config {
  const given = new Map(leaves(parseToml(text, path), ''));
  for (const [name, value] of given) {
    if (Object.hasOwn(configKeys, name) || isEmptySection(name, value)) continue;
    throw unknownKey(name, text, path);
  }
  const values = Object.entries(configKeys).map(([name, { kind, fallback }]) => {
    if (!given.has(name)) return [name, fallback];
    const value = kind.read(given.get(name));
    if (value !== undefined) return [name, value];
    throw new CoppiceError('bad-value', `${placeOf(name, text, path)}: ${name} must be ${kind.allowed}`, {
      hint: `correct it, or remove it to get the default: ${JSON.stringify(fallback)}`,
    });
  });
  // Each value was read by the kind of its own key, which the types of a list of pairs cannot say.
  return Object.fromEntries(values) as Config;
}

function parseToml(text: string, path: string): Readonly<Record<string, unknown>> {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [reason = ''] = error.message.split('\n');
    throw new CoppiceError(
      'bad-config',
      `${path}, line ${error.line}: ${reason.replace('Invalid TOML document: ', '')}`,
      {
        hint: 'correct the line; the format is TOML (https://toml.io)',
        cause: error,
      },
    );
  }
}

/** The values by their dotted names. A table that is the value of a key, such as `skills`, is one value. */
function leaves(table: Readonly<Record<string, unknown>>, prefix: string): [string, unknown][] {
  return Object.entries(table).flatMap(([key, value]): [string, unknown][] => {
    const name = prefix + key;
    const isLeaf = !isTable(value) || Object.hasOwn(configKeys, name) || Object.keys(value).length === 0;
    return isLeaf ? [[name, value]] : leaves(value, `${name}.`);
  });
}

/** The head of a section, in which everything may be left out. */
function isEmptySection(name: string, value: unknown): boolean {
  return isTable(value) && Object.keys(configKeys).some((known) => known.startsWith(`${name}.`));
}

function unknownKey(name: string, text: string, path: string): CoppiceError {
  const [near] = closest(name, Object.keys(configKeys));
  return new CoppiceError('bad-config', `${placeOf(name, text, path)}: there is no key ${name}`, {
    hint: near === undefined ? 'see docs/configuration.md for the keys there are' : `did you mean: ${near}`,
  });
}

/** With the line, unless the key is spelled in a way that only a TOML parser understands. */
function placeOf(name: string, text: string, path: string): string {
  let table = '';
  for (const [at, line] of text.split('\n').entries()) {
    const header = /^\s*\[{1,2}\s*([\w.-]+)\s*\]/.exec(line)?.[1];
    if (header !== undefined) table = `${header}.`;
    const key = header ?? /^\s*([\w.-]+)\s*=/.exec(line)?.[1];
    if (key !== undefined && (header ?? table + key) === name) return `${path}, line ${at + 1}`;
  }
  return path;
}
