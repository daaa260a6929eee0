/*
 * Installs, removes and finds the hooks in a settings file of an agent. The file belongs to the user: it is replaced
 * atomically or not at all, and if it is a link, its target is replaced.
 */

import { delimiter, dirname, join } from 'node:path';
import type { HookedAgent } from '../../agents/sessions/hook-payload.js';
import type { Files } from '../../system/files.js';
import { homePaths } from '../../system/home.js';
import { readJsonFile, writeJsonFile } from '../../system/json-file.js';
import { CoppiceError, unlessRefused } from '../../text/errors.js';
import { isObject } from '../../text/shape.js';
import { decodeSettings } from '../../text/utf8.js';
import { type FoundHooks, hookArguments, hooksIn, withHooks, withoutHooks } from '../rules/hook-settings.js';

export interface SettingsChange {
  readonly before: string;
  readonly after: string;
  /** The hooks in the text after the change. */
  readonly hooks: FoundHooks;
}

interface ChangeOptions {
  readonly agent: HookedAgent;
  /** Coppice's own folder, which remembers what the file was before. */
  readonly home: string;
  /** Whether the change is only computed. */
  readonly dryRun: boolean;
}

export function installHooks(
  files: Files,
  path: string,
  { command, ...options }: ChangeOptions & { readonly command: string },
): SettingsChange {
  const { agent, home, dryRun } = options;
  const { settings, change } = planChange(files, path, agent, (text) =>
    withHooks(text, path, command, agent),
  );
  if (change.before !== change.after && !dryRun) {
    if (findHooks(files, path, agent).installed.length === 0) rememberEmpty(files, home, settings);
    put(files, settings, change.after);
  }
  return change;
}

/** A file that was absent or empty before the hooks is so again, if nothing else was put into it. */
export function uninstallHooks(
  files: Files,
  path: string,
  { agent, home, dryRun }: ChangeOptions,
): SettingsChange {
  const { settings, change } = planChange(files, path, agent, (text) => withoutHooks(text, path, agent));
  if (change.before === change.after) return change;
  const remembered = /^\s*\{\s*\}\s*$/.test(change.after)
    ? readEmptied(files, home).get(settings.path)
    : undefined;
  const after = remembered === undefined ? change.after : (remembered ?? '');
  if (!dryRun) {
    if (remembered === null) removeUnchanged(files, settings);
    else put(files, settings, after);
    forget(files, home, settings.path);
  }
  return { ...change, after };
}

export function findHooks(files: Files, path: string, agent: HookedAgent = 'claude'): FoundHooks {
  return hooksIn(decodeSettings(files.read(path)?.bytes, path), path, agent);
}

interface SettingsFile {
  /** Without links. */
  readonly path: string;
  /** Undefined where there is none. */
  readonly bytes: Uint8Array | undefined;
}

function planChange(
  files: Files,
  path: string,
  agent: HookedAgent,
  edit: (text: string) => string,
): { readonly settings: SettingsFile; readonly change: SettingsChange } {
  const target = targetOf(files, path);
  const bytes = files.read(target)?.bytes;
  const before = decodeSettings(bytes, path);
  const after = edit(before);
  return {
    settings: { path: target, bytes },
    change: { before, after, hooks: hooksIn(after, path, agent) },
  };
}

/** Refuses to overwrite a file that changed after it was read, because agents write their settings without our locks. */
function put(files: Files, settings: SettingsFile, text: string): void {
  const { path, bytes } = settings;
  const after = new TextEncoder().encode(text);
  if (bytes === undefined) {
    files.makeFolder(dirname(path));
    if (!files.create(path, after)) throw changedMeanwhile(path);
    return;
  }
  refuseChanged(files, settings);
  files.write(path, after);
}

function removeUnchanged(files: Files, settings: SettingsFile): void {
  refuseChanged(files, settings);
  files.remove(settings.path);
}

function refuseChanged(files: Files, { path, bytes }: SettingsFile): void {
  const now = files.read(path)?.bytes;
  if (now === undefined || bytes === undefined || Buffer.compare(now, bytes) !== 0)
    throw changedMeanwhile(path);
}

/** What the files were before hooks: null where there was none, or a text of white space, by path. */
function readEmptied(files: Files, home: string): ReadonlyMap<string, string | null> {
  const value = unlessRefused(() => readJsonFile(files, homePaths(home).hooks))?.value;
  const known = isObject(value) ? Object.entries(value) : [];
  return new Map(
    known.flatMap(([path, text]): [string, string | null][] =>
      text === null || (typeof text === 'string' && text.trim() === '') ? [[path, text]] : [],
    ),
  );
}

/** Nobody needs it but a later removal, so a home that cannot be written is no reason to install no hooks. */
function rememberEmpty(files: Files, home: string, { path, bytes }: SettingsFile): void {
  const text = bytes === undefined ? null : new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  if (text !== null && text.trim() !== '') forget(files, home, path);
  else writeEmptied(files, home, new Map(readEmptied(files, home)).set(path, text));
}

function forget(files: Files, home: string, path: string): void {
  const known = new Map(readEmptied(files, home));
  if (known.delete(path)) writeEmptied(files, home, known);
}

function writeEmptied(files: Files, home: string, known: ReadonlyMap<string, string | null>): void {
  unlessRefused(() => {
    files.makeFolder(home);
    writeJsonFile(files, homePaths(home).hooks, Object.fromEntries(known));
  });
}

function changedMeanwhile(path: string): CoppiceError {
  return new CoppiceError(
    'changed-on-disk',
    `${path} was changed by another program, so it was not written`,
    {
      hint: 'try again',
    },
  );
}

/** The target of a link, because users may link their settings from elsewhere. */
function targetOf(files: Files, path: string): string {
  const target = files.realPath(path);
  if (target !== undefined) return target;
  if (files.stat(path, { follow: false })?.kind !== 'link') return path;
  throw new CoppiceError('not-found', `${path} is a broken link`, {
    hint: 'fix or remove the link',
  });
}

/** How the program was started. */
export interface ProgramStart {
  /** The path of Node. */
  readonly executable: string;
  readonly script: string;
}

interface HookCommandOptions {
  readonly agent: HookedAgent;
  /** The variable PATH. */
  readonly searchPath: string;
  /** Where to record; defaults to the home of the user. */
  readonly home?: string | undefined;
}

/** The command of a hook: `coppice` if the shell finds this program under that name, else Node with this script. */
export function hookCommand(
  files: Pick<Files, 'realPath'>,
  program: ProgramStart,
  { agent, searchPath, home }: HookCommandOptions,
): string {
  const words = isFoundByName(files, program.script, searchPath)
    ? ['coppice']
    : [quoted(program.executable), quoted(files.realPath(program.script) ?? program.script)];
  return [...words, ...(home === undefined ? [] : ['--home', quoted(home)]), hookArguments(agent)].join(' ');
}

/** Whether the shell finds this script as `coppice`. Folders that npx and npm run add to the path are temporary. */
function isFoundByName(files: Pick<Files, 'realPath'>, script: string, searchPath: string): boolean {
  const found = searchPath
    .split(delimiter)
    .filter((folder) => folder !== '' && !/node_modules[\\/]\.bin[\\/]?$/.test(folder))
    .map((folder) => files.realPath(join(folder, 'coppice')))
    .find((path) => path !== undefined);
  return found !== undefined && found === files.realPath(script);
}

/** Escapes the four characters that are special inside double quotes. */
function quoted(word: string): string {
  return `"${word.replaceAll(/[\\"$`]/g, '\\$&')}"`;
}
