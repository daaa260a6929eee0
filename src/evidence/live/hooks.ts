/*
 * Installs, removes and finds the hooks in a settings file of an agent. The file belongs to the user: it is replaced
 * atomically or not at all, and if it is a link, its target is replaced.
 */

import { delimiter, dirname, join } from 'node:path';
import type { HookedAgent } from '../../agents/sessions/hook-payload.js';
import type { Files } from '../../system/files.js';
import { CoppiceError } from '../../text/errors.js';
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
  /** Whether the change is only computed. */
  readonly dryRun: boolean;
}

export function installHooks(
  files: Files,
  path: string,
  { agent, command, dryRun }: ChangeOptions & { readonly command: string },
): SettingsChange {
  return change(files, path, { agent, dryRun }, (text) => withHooks(text, path, command, agent));
}

export function uninstallHooks(files: Files, path: string, options: ChangeOptions): SettingsChange {
  return change(files, path, options, (text) => withoutHooks(text, path, options.agent));
}

export function findHooks(files: Files, path: string, agent: HookedAgent = 'claude'): FoundHooks {
  return hooksIn(decodeSettings(files.read(path)?.bytes, path), path, agent);
}

function change(
  files: Files,
  path: string,
  { agent, dryRun }: ChangeOptions,
  edit: (text: string) => string,
): SettingsChange {
  const target = targetOf(files, path);
  const bytes = files.read(target)?.bytes;
  const before = decodeSettings(bytes, path);
  const after = edit(before);
  const hooks = hooksIn(after, path, agent);
  if (after !== before && !dryRun) put(files, target, bytes, new TextEncoder().encode(after));
  return { before, after, hooks };
}

/** Refuses to overwrite a file that changed after it was read, because agents write their settings without our locks. */
function put(files: Files, path: string, before: Uint8Array | undefined, after: Uint8Array): void {
  if (before === undefined) {
    files.makeFolder(dirname(path));
    if (!files.create(path, after)) throw changedMeanwhile(path);
    return;
  }
  const now = files.read(path)?.bytes;
  if (now === undefined || Buffer.compare(now, before) !== 0) throw changedMeanwhile(path);
  files.write(path, after);
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
