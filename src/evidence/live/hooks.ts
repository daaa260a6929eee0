/*
 * Installs the hooks in a settings file of Claude Code, takes them out, and looks whether they are there. The file is
 * the user's: it is replaced in one step or not at all, and where it is a link, the file that it leads to.
 */

import { delimiter, dirname, join } from 'node:path';
import type { Files } from '../../system/files.js';
import { CoppiceError } from '../../text/errors.js';
import { decodeSettings } from '../../text/utf8.js';
import { type FoundHooks, hookArguments, hooksIn, withHooks, withoutHooks } from '../rules/hook-settings.js';

export interface SettingsChange {
  readonly before: string;
  readonly after: string;
  /** In the text after it. */
  readonly hooks: FoundHooks;
}

interface ChangeOptions {
  /** Only says what the change would be. */
  readonly dryRun: boolean;
}

export function installHooks(
  files: Files,
  path: string,
  { command, dryRun }: ChangeOptions & { readonly command: string },
): SettingsChange {
  return change(files, path, dryRun, (text) => withHooks(text, path, command));
}

export function uninstallHooks(files: Files, path: string, { dryRun }: ChangeOptions): SettingsChange {
  return change(files, path, dryRun, (text) => withoutHooks(text, path));
}

export function findHooks(files: Files, path: string): FoundHooks {
  return hooksIn(decodeSettings(files.read(path)?.bytes, path), path);
}

function change(files: Files, path: string, dryRun: boolean, edit: (text: string) => string): SettingsChange {
  const target = targetOf(files, path);
  const bytes = files.read(target)?.bytes;
  const before = decodeSettings(bytes, path);
  const after = edit(before);
  const hooks = hooksIn(after, path);
  if (after !== before && !dryRun) put(files, target, bytes, new TextEncoder().encode(after));
  return { before, after, hooks };
}

/** Only over what was read: agents write their settings too, and know nothing of our locks. */
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
  return new CoppiceError('changed-on-disk', `${path} was changed meanwhile, and was left as it is`, {
    hint: 'try again',
  });
}

/** People keep their settings elsewhere and link to them; the link must stay one. */
function targetOf(files: Files, path: string): string {
  const target = files.realPath(path);
  if (target !== undefined) return target;
  if (files.stat(path, { follow: false })?.kind !== 'link') return path;
  throw new CoppiceError('not-found', `${path} is a link that leads nowhere`, {
    hint: 'mend or remove the link',
  });
}

/*
 * The command line that a hook is given: `coppice` where that is what the shell finds, now and later, else this very
 * program with the Node that runs it.
 */

/** How the program was started. */
export interface ProgramStart {
  /** The Node that runs it. */
  readonly executable: string;
  readonly script: string;
}

interface HookCommandOptions {
  /** The variable PATH. */
  readonly searchPath: string;
  /** Where to record, unless it is the usual place. */
  readonly home?: string | undefined;
}

export function hookCommand(
  files: Pick<Files, 'realPath'>,
  program: ProgramStart,
  { searchPath, home }: HookCommandOptions,
): string {
  const words = isFoundByName(files, program.script, searchPath)
    ? ['coppice']
    : [quoted(program.executable), quoted(files.realPath(program.script) ?? program.script)];
  return [...words, ...(home === undefined ? [] : ['--home', quoted(home)]), hookArguments].join(' ');
}

/** Whether the name leads the shell to this script. What npx and npm run put on the path is gone after them. */
function isFoundByName(files: Pick<Files, 'realPath'>, script: string, searchPath: string): boolean {
  const found = searchPath
    .split(delimiter)
    .filter((folder) => folder !== '' && !/node_modules[\\/]\.bin[\\/]?$/.test(folder))
    .map((folder) => files.realPath(join(folder, 'coppice')))
    .find((path) => path !== undefined);
  return found !== undefined && found === files.realPath(script);
}

/** For the shell, in which these four mean something even between double quotes. */
function quoted(word: string): string {
  return `"${word.replaceAll(/[\\"$`]/g, '\\$&')}"`;
}
