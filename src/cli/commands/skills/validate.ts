/*
 * `coppice validate`: finds the skills that the paths name, and reports what is wrong with each. A path that cannot be
 * read is a fault of its own and stops no other.
 */

import { basename, dirname, join, resolve } from 'node:path';
import type { Context } from '../../../app/context.js';
import { walkRoot } from '../../../library/folders/walk.js';
import type { LocationCode } from '../../../library/rules/diagnostics.js';
import type { Diagnostic } from '../../../skill/diagnostic.js';
import { parseSkill } from '../../../skill/parse.js';
import { strictPathMessages } from '../../../skill/strict.js';
import { isValid, type ValidationMode, validateSkill } from '../../../skill/validate.js';
import type { Files } from '../../../system/files.js';
import { CoppiceError } from '../../../text/errors.js';
import { printable } from '../../../text/printable.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

interface Result {
  readonly path: string;
  readonly ok: boolean;
  /** Null when the name could not be read. */
  readonly name: string | null;
  readonly diagnostics: readonly Fault[];
}

interface Fault extends Omit<Diagnostic, 'code'> {
  readonly code: Diagnostic['code'] | LocationCode;
}

export function runValidate(context: Context, input: Input<'validate'>): Report {
  const mode = input.text('mode') ?? 'portable';
  const named = input.argumentList('path');
  const results = (named.length > 0 ? named : ['.']).flatMap((path) =>
    path === '-' ? check('-', context.readStdin(), mode) : checkPath(context, path, mode),
  );
  const ok = results.every((result) => result.ok);
  return {
    document: { ok, mode, checked: results.length, results },
    text: page(context, results),
    exitCode: ok ? 0 : 1,
  };
}

function checkPath(
  { files, workingFolder }: Context,
  given: string,
  mode: ValidationMode,
): readonly Result[] {
  const path = resolve(workingFolder, given);
  return unlessRefused(path, () => {
    const kind = files.stat(path)?.kind;
    if (kind === undefined) return [unreadable(path, strictPathMessages.noSuchPath(given))];
    return kind === 'folder' ? checkFolder(files, path, mode) : checkFile(files, path, mode);
  });
}

function checkFile(files: Files, path: string, mode: ValidationMode): readonly Result[] {
  return unlessRefused(path, () => {
    const content = files.read(path);
    if (!content) return [unreadable(path, strictPathMessages.noSuchPath(path))];
    const isSkill = basename(path).toLowerCase() === 'skill.md';
    return [check(path, content.bytes, mode, isSkill ? basename(dirname(path)) : undefined)];
  });
}

function unlessRefused(path: string, look: () => readonly Result[]): readonly Result[] {
  try {
    return look();
  } catch (fault) {
    if (!(fault instanceof CoppiceError)) throw fault;
    return [unreadable(path, fault.message, fault.hint)];
  }
}

function check(path: string, bytes: Uint8Array, mode: ValidationMode, folder?: string): Result {
  const skill = parseSkill(bytes, folder === undefined ? {} : { folder });
  const diagnostics = validateSkill(skill, { mode, folder });
  const ok = isValid(diagnostics, mode);
  return { path, ok, name: skill.fields.name || null, diagnostics };
}

function unreadable(path: string, message: string, fix?: string): Result {
  const diagnostic: Fault = {
    code: 'unreadable',
    severity: 'error',
    line: 0,
    message,
    ...(fix && { fix }),
  };
  return { path, ok: false, name: null, diagnostics: [diagnostic] };
}

/** The folder's own SKILL.md, else those of the folders below it; what could not be read is reported as a problem. */
function checkFolder(files: Files, folder: string, mode: ValidationMode): readonly Result[] {
  const { skills, diagnostics } = walkRoot(files, folder);
  const own = skills.filter((location) => location.folder === '');
  const found = (own.length > 0 ? own : skills).flatMap((location) =>
    checkFile(files, join(folder, location.file), mode),
  );
  const closed = diagnostics
    .filter(({ code }) => code === 'unreadable')
    .map(({ path, message, fix }) => unreadable(path, message, fix ?? undefined));
  const results = [...found, ...(own.length > 0 ? [] : closed)];
  return results.length > 0 ? results : [unreadable(folder, strictPathMessages.noSkillFile)];
}

function page(context: Context, results: readonly Result[]): string {
  const { colours } = context.terminal.stdout;
  const lines = results.flatMap((result) => [
    `${result.ok ? colours.green('ok') : colours.red('fails')}  ${printable(result.path)}`,
    ...result.diagnostics.flatMap(diagnosticLines),
  ]);
  const failed = results.filter((result) => !result.ok).length;
  return `${[...lines, `${results.length} checked, ${failed} with errors`].join('\n')}\n`;
}

function diagnosticLines({ code, severity, line, message, fix }: Fault): readonly string[] {
  const where = line > 0 ? `line ${line}: ` : '';
  const sentence = `    ${severity}: ${where}${printable(message)} (${code})`;
  return fix === undefined ? [sentence] : [sentence, `      fix: ${printable(fix)}`];
}
