/*
 * The tools of all agents that read files, write files or run commands, and the arguments with the path or command. The
 * names are distinct enough for one table.
 */

import { parseJson } from '../../../text/json.js';

const fileReaders = new Set([
  'Read',
  'read',
  'read_file',
  'ReadFile',
  'read_text_file',
  'read_many_files',
  'view',
  'view_file',
  'open_file',
]);

const fileWriters = new Set([
  'Edit',
  'MultiEdit',
  'Write',
  'edit',
  'write',
  'edit_file',
  'write_file',
  'replace',
  'apply_patch',
  'str_replace_editor',
]);

const shells = new Set([
  'Bash',
  'bash',
  'shell',
  'shell_command',
  'local_shell',
  'exec_command',
  'terminal',
  'run_shell_command',
  'run_terminal_cmd',
  'execute_command',
]);

/** Programs that print files. */
export const shellReaders: ReadonlySet<string> = new Set([
  'cat',
  'sed',
  'head',
  'tail',
  'nl',
  'less',
  'more',
  'bat',
  'batcat',
  'rg',
  'grep',
  'awk',
]);

export function isFileReader(tool: string): boolean {
  return fileReaders.has(tool);
}

export function isFileWriter(tool: string): boolean {
  return fileWriters.has(tool);
}

export function isShell(tool: string): boolean {
  return shells.has(tool);
}

const pathKeys = ['file_path', 'path', 'absolute_path', 'filePath', 'filename', 'target_file', 'paths'];

export function pathsIn(args: unknown): readonly string[] {
  return pathKeys.flatMap((key) => {
    const value = fieldOf(args, key);
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    return values.filter((each): each is string => typeof each === 'string' && each !== '');
  });
}

/** The headings of a patch, which name the files it changes. */
export function patchedPaths(args: unknown): readonly string[] {
  const patch = typeof args === 'string' ? args : (textAt(args, 'input') ?? textAt(args, 'patch') ?? '');
  return [...patch.slice(0, 100_000).matchAll(/^\*\*\* (?:Add|Update) File: (.+)$/gm)].map(
    (found) => found[1] ?? '',
  );
}

/** The paths that a call of a file tool changes, from its stored arguments: JSON that may be cut in the middle. */
export function editedPaths(args: string): readonly string[] {
  const value = parseJson(args);
  if (typeof value === 'object' && value !== null) return [...pathsIn(value), ...patchedPaths(value)];
  // A path stands before the contents, so it is mostly there even if the end is cut.
  const quoted = /"(?:file_path|path|absolute_path|filePath|filename|target_file)":"([^"\\]{1,500})"/.exec(
    args,
  );
  if (quoted?.[1] !== undefined) return [quoted[1]];
  return patchedPaths(args.replaceAll('\\n', '\n'));
}

export function commandIn(args: unknown): string {
  const inner = fieldOf(args, 'action');
  const value = ['command', 'cmd', 'script']
    .map((key) => fieldOf(args, key) ?? fieldOf(inner, key))
    .find((each) => each !== undefined);
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return typeof args === 'string' ? args : '';
  const words = value.filter((word): word is string => typeof word === 'string');
  return words
    .map((word) => (/^[\w./~=:-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`))
    .join(' ');
}

export function textAt(value: unknown, key: string): string | undefined {
  const found = fieldOf(value, key);
  return typeof found === 'string' && found !== '' ? found : undefined;
}

/** Undefined if the value is not an object, or has no such own field. */
export function fieldOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? Reflect.get(value, key)
    : undefined;
}
