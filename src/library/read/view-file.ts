/*
 * Tier 3: one file of a skill, as text, or as no more than its size where it is not text.
 */

import { closest } from '../../text/closest.js';
import { CoppiceError } from '../../text/errors.js';
import type { Library } from './catalog.js';
import type { SkillEntry } from './entry.js';
import { listPackageFiles, readPackageFile } from './package-files.js';
import { findSkill } from './resolve.js';

export type FileView =
  | { readonly id: string; readonly file: string; readonly content: string }
  | { readonly id: string; readonly file: string; readonly binary: true; readonly bytes: number };

export function viewSkillFile(library: Library, typed: string, path: string): FileView {
  const { entry } = findSkill(library, typed);
  const file = readPackageFile(library.files, entry.folder, path, maxViewBytes);
  if (file === undefined) throw noSuchFile(library, entry, path);
  const text = textOf(file.bytes);
  if (text === undefined) return { id: entry.id, file: path, binary: true, bytes: file.sizeBytes };
  if (file.bytes.length === file.sizeBytes) return { id: entry.id, file: path, content: text };
  throw new CoppiceError('too-large', `${path} has ${file.sizeBytes} bytes, more than can be shown`, {
    hint: `open ${entry.folder}/${path} yourself`,
  });
}

const maxViewBytes = 8 * 1024 * 1024;

/** Undefined when it is not text: not UTF-8, or with a NUL in it. What was cut off at the end does not count. */
function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return undefined;
  }
}

function noSuchFile({ files }: Library, { id, folder }: SkillEntry, path: string): CoppiceError {
  const there = Object.values(listPackageFiles(files, folder)).flat();
  const near = closest(path, there);
  const shown = [...new Set([...near, ...there])].slice(0, 20);
  const more = there.length - shown.length;
  const list = shown.join(', ') + (more > 0 ? ` and ${more} more` : '');
  return new CoppiceError('not-found', `${id} has no file ${path}`, {
    hint: there.length > 0 ? `there are: ${list}` : 'it has no files besides its SKILL.md',
  });
}
