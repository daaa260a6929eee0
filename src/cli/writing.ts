/*
 * What the verbs that write have in common: the library, who writes, the content, and the answer.
 */

import { resolve } from 'node:path';
import { type ChangeOptions, SkillLibrary, type SkillLibraryOptions } from '../library/skill-library.js';
import type { Written } from '../library/write/author-result.js';
import { CoppiceError } from '../text/errors.js';
import { printable } from '../text/printable.js';
import { type Context, libraryPlace } from './context.js';
import type { Input } from './input.js';
import type { Report } from './verb.js';

export function skillLibraryOf(context: Context, input: Input): SkillLibrary {
  return new SkillLibrary(writingPlace(context, input));
}

/** The library, and a voice for what a write finds unfinished. */
export function writingPlace(context: Context, input: Input): SkillLibraryOptions {
  return {
    ...libraryPlace(context, input),
    onRecovered: ({ entry, state, conflicts }) => {
      const kept = conflicts.length === 0 ? '' : `; edited since, and left as it is: ${conflicts.join(', ')}`;
      const told = `settled the interrupted ${entry.action} of ${entry.skill}: ${state}${kept}`;
      context.terminal.stderr.write(`${printable(told)}\n`);
    },
  };
}

/** Who writes, by `--by`. */
export function changeOptions(input: Input): Required<Pick<ChangeOptions, 'by'>> {
  return { by: input.text('by') === 'agent' ? 'agent' : 'user' };
}

export function writtenReport(done: string, written: Written): Report {
  const { id, path, entry } = written;
  return {
    document: written,
    text: `${printable(`${done} ${id} (${path})`)}\nundo with: coppice undo ${entry}\n`,
  };
}

/** The text of one of two flags: given outright, or the bytes of a file, where `-` is standard input. */
export function contentOf(
  context: Context,
  input: Input,
  text: string,
  file: string,
): Uint8Array | undefined {
  const given = input.text(text);
  const path = input.text(file);
  if (given !== undefined && path !== undefined) {
    throw new CoppiceError('usage', `--${text} and --${file} exclude each other`, {
      hint: 'give one of them',
    });
  }
  if (given !== undefined) return new TextEncoder().encode(given);
  return path === undefined ? undefined : fileOrInput(context, path);
}

export function fileOrInput(context: Context, path: string): Uint8Array {
  if (path === '-') return context.readStdin();
  const content = context.files.read(resolve(context.workingFolder, path));
  if (content) return content.bytes;
  throw new CoppiceError('not-found', `there is no file ${path}`, {
    hint: 'give the path of a file, or - for standard input',
  });
}

/** For a flag that a verb cannot do without. */
export function needed(input: Input, verb: string, flag: string): string {
  const value = input.text(flag);
  if (value !== undefined) return value;
  throw new CoppiceError('usage', `${verb} needs --${flag}`, { hint: `coppice help ${verb}` });
}
