/*
 * What the verbs that write have in common: who writes, the content, and the report.
 */
import { resolve } from 'node:path';
import type { Context } from '../../app/context.js';
import type { ChangeOptions } from '../../library/skill-library.js';
import type { Written } from '../../library/write/author-result.js';
import { CoppiceError } from '../../text/errors.js';
import { printable } from '../../text/printable.js';
import type { Report } from '../rules/verb.js';

/** Who writes, by `--by`. */
export function changeOptions(input: {
  text(name: 'by'): string | undefined;
}): Required<Pick<ChangeOptions, 'by'>> {
  return { by: input.text('by') === 'agent' ? 'agent' : 'user' };
}

export function writtenReport(done: string, written: Written): Report {
  const { id, path, entry } = written;
  return {
    document: written,
    text: `${printable(`${done} ${id} (${path})`)}\nundo with: coppice undo ${entry}\n`,
    ...(written.blocked !== undefined && {
      notes: `${blockedNote(printable(written.blocked), printable(id))}\n`,
    }),
  };
}

function blockedNote(because: string, id: string): string {
  return `warning: the scanner blocks it now, so Coppice gives it to no agent: ${because}\nhint: coppice scan ${id}`;
}

/** The text of one of two flags: given outright, or the bytes of a file, where `-` is standard input. */
export function contentOf<Text extends string, File extends string>(
  context: Context,
  input: { text(name: Text | File): string | undefined },
  text: Text,
  file: File,
): Uint8Array | undefined {
  const given = input.text(text);
  const path = input.text(file);
  if (given !== undefined && path !== undefined) {
    throw new CoppiceError('usage', `use either --${text} or --${file}`);
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
