/*
 * What is wrong with skills as they lie on the disk: a fault in a SKILL.md, or one of the place it is in. None of
 * them hides another skill.
 */

import type { Diagnostic, DiagnosticCode, Severity } from '../../skill/diagnostic.js';

export interface LocatedDiagnostic {
  readonly code: DiagnosticCode | LocationCode;
  readonly severity: Severity;
  /** The file or folder concerned, absolute. */
  readonly path: string;
  /** Counted from 1; 0 when the fault belongs to the whole file, or to none. */
  readonly line: number;
  readonly message: string;
  readonly fix: string | null;
}

/** Every code of a place, with what it means. */
export const locationCodes = {
  'broken-link': 'A symbolic link leads nowhere, so what it stood for is not listed.',
  unreadable: 'A file or folder cannot be read, so what is in it is not listed.',
  'name-not-utf8': 'The name of a folder is not UTF-8, so it cannot be opened.',
  'too-deep': 'Folders are nested deeper than skills are looked for.',
  'too-many-folders': 'The root has more folders than are looked through, so some skills may be missing.',
  'file-name-case': 'The file is called skill.md; agents on most systems look for SKILL.md only.',
  shadowed: 'Another skill of the same name comes first, so this one is found only by its id.',
  'ambiguous-name': 'More than one skill has this name; the first was taken.',
  untrusted: 'The skill belongs to a project that is not trusted, so it is not invoked.',
  'no-digest': 'The package has something in it that has no place in a package, so it has no digest.',
} as const;

export type LocationCode = keyof typeof locationCodes;

export function locationDiagnostic(
  code: LocationCode,
  path: string,
  message: string,
  fix?: string,
): LocatedDiagnostic {
  return { code, severity: 'warning', path, line: 0, message, fix: fix ?? null };
}

export function located(path: string, diagnostics: readonly Diagnostic[]): readonly LocatedDiagnostic[] {
  return diagnostics.map(({ code, severity, line, message, fix }) => ({
    code,
    severity,
    path,
    line,
    message,
    fix: fix ?? null,
  }));
}

/*
 * What is wrong with commands and bundles. None of it keeps another command from working.
 */

export interface CommandDiagnostic extends Omit<LocatedDiagnostic, 'code'> {
  readonly code: keyof typeof commandCodes;
}

/** Every code, with what it means. */
export const commandCodes = {
  'no-command': 'The name gives no command, so the skill is invoked by its id.',
  'command-reserved': 'Agents keep the command for themselves, so the skill is invoked by its id.',
  'command-taken': 'A bundle or an earlier skill has the command, so this one is invoked by its id.',
  'bundle-unreadable': 'A file of bundles/ is no bundle, so it gives no command.',
} as const;
