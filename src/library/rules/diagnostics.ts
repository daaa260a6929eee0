/*
 * Diagnostics of skills on the disk (faults in a SKILL.md, in files and in folders) and of commands and bundles. None of
 * them keeps another skill or command from working.
 */

import type { Diagnostic, DiagnosticCode, Severity } from '../../skill/diagnostic.js';

export interface LocatedDiagnostic {
  readonly code: DiagnosticCode | LocationCode;
  readonly severity: Severity;
  /** The file or folder concerned, absolute. */
  readonly path: string;
  /** Counted from 1; 0 when the fault concerns the whole file, or a folder. */
  readonly line: number;
  readonly message: string;
  readonly fix: string | null;
}

/** Every code about files and folders, with its meaning. */
export const locationCodes = {
  'broken-link': 'A symbolic link is broken, so the skill behind it is not listed.',
  unreadable: 'A file or folder cannot be read, so skills in it are not listed.',
  'name-not-utf8': 'The name of a folder is not UTF-8, so the folder cannot be opened.',
  'too-deep': 'Folders are nested too deeply, so skills further down are not found.',
  'too-many-folders': 'The root has too many folders to search, so some skills may be missing.',
  'file-name-case': 'The file is named skill.md; on most systems agents look only for SKILL.md.',
  shadowed: 'Another skill of the same name takes precedence, so this one is found only by its id.',
  'ambiguous-name': 'Several skills have this name; the first one is used.',
  untrusted: 'The skill belongs to a project that is not trusted, so it cannot be invoked.',
  merged: 'The skill of this name was merged into another one, which is used instead.',
  'no-digest':
    'The package contains something that is not allowed in a package, such as a link, so it has no digest.',
} as const;

export type LocationCode = keyof typeof locationCodes;

export function locationDiagnostic(
  code: LocationCode,
  path: string,
  message: string,
  fix?: string,
): LocatedDiagnostic {
  return {
    code,
    severity: code === 'unreadable' ? 'error' : 'warning',
    path,
    line: 0,
    message,
    fix: fix ?? null,
  };
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

export interface CommandDiagnostic extends Omit<LocatedDiagnostic, 'code'> {
  readonly code: keyof typeof commandCodes;
}

/** Every code about commands and bundles, with its meaning. */
export const commandCodes = {
  'no-command': 'No command can be made from the name, so the skill is invoked by its id.',
  'command-reserved': 'The command is reserved by agents, so the skill is invoked by its id.',
  'command-taken': 'A bundle or another skill already has the command, so this one is invoked by its id.',
  'command-blocked': 'The scanner blocks the skill, so it has no command and cannot be invoked.',
  'bundle-unreadable': 'A file in bundles/ is not a valid bundle, so there is no command for it.',
} as const;
