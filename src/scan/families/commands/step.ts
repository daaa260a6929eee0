/*
 * A command as the rules get it: the program, its words with known variables filled in, and the origins of its input.
 * Rules are functions from a step, or from a statement of Python or JavaScript, to matches.
 */

import type { ProgramLanguage } from '../../code/syntax.js';
import type { Confidence, ScanSeverity } from '../../findings/finding.js';
import type { ScanRule } from '../../findings/rule.js';
import type { PrivateLocation } from './locations.js';
import type { ShellRedirect } from './shell.js';

export interface Step {
  readonly program: string;
  readonly args: readonly string[];
  /** The program as written, with its path. */
  readonly called: string;
  /** Origins of what arrives by pipe, by `<` or as a here-document. */
  readonly piped: readonly Origin[];
  /** Origins of what arrives by variables, substitutions and named files. */
  readonly carried: readonly Origin[];
  /** Of these, what each word of `args` brings by variables and substitutions; empty if none does. */
  readonly wordOrigins: readonly (readonly Origin[])[];
  readonly redirects: readonly ShellRedirect[];
  /** Literal input: here-documents, and what `echo` writes into a pipe. */
  readonly input: string;
  /** The files it writes, by redirection or by its words. */
  readonly writes: readonly string[];
  /** Whether one of the words is `<(...)`. */
  readonly hasFileSubstitution: boolean;
  readonly isKnownVariable: (name: string) => boolean;
  /** The origins of the file that a word names. */
  readonly originsOf: (word: string) => readonly Origin[];
  readonly setting: 'script' | 'documentation' | 'warning' | 'mention';
}

/** Where data comes from, as far as that matters. */
export type Origin =
  | { readonly kind: 'download'; readonly address: string; readonly checked?: Checked }
  | { readonly kind: 'decoded' }
  | PrivateOrigin
  | SecretOrigin;

export interface PrivateOrigin {
  readonly kind: 'private';
  readonly location: PrivateLocation;
  /** Only the path, not yet what is there. */
  readonly isPath?: boolean;
}

/** A variable of the environment that is named like a secret. */
export interface SecretOrigin {
  readonly kind: 'secret';
  readonly name: string;
  /** It went through an encoding. */
  readonly isEncoded?: boolean;
  /** It is in a header or a login field, where a service expects it. */
  readonly isLogin?: boolean;
}

/** How a download was verified: with a checksum in the package, or with a downloaded one. */
export type Checked = 'by-package' | 'by-download';

export interface Statement {
  readonly language: ProgramLanguage;
  readonly text: string;
  /** The statement, followed by those that set its names. */
  resolved(): string;
  /** The same, with paths joined that are built from pieces. */
  paths(): string;
}

export interface RuleMatch {
  readonly rule: ScanRule;
  /** Defaults to the severity of the rule. */
  readonly severity?: ScanSeverity;
  readonly confidence?: Confidence;
  readonly why: string;
}

export interface StatementRules {
  /** Matches every statement in which the rules may match, by single words. */
  readonly hint: RegExp;
  match(statement: Statement): readonly RuleMatch[];
}

export interface CommandRules {
  readonly rules: readonly ScanRule[];
  readonly ofStep: readonly ((step: Step) => readonly RuleMatch[])[];
  readonly ofStatement: StatementRules;
}

/** A set of program names, given as a list with blanks. */
export function programs(names: string): ReadonlySet<string> {
  return new Set(names.split(' '));
}

/** Programs that run their input. */
const interpreters = programs(
  'sh bash zsh dash ksh fish source . eval node deno bun perl ruby php osascript pwsh powershell iex invoke-expression',
);

export function isInterpreter(program: string): boolean {
  return interpreters.has(program) || isPython(program);
}

/** Python of any version. */
export function isPython(program: string): boolean {
  return program.startsWith('python') && /^python[\d.]*$/.test(program);
}

/** The words that are not options: `x` for `rm -rf x`, none for `--out=x`. */
export function operandsOf({ args }: Step): readonly string[] {
  return args.filter((word) => !word.startsWith('-'));
}

/** Whether the short option is given, alone or combined with others, or the long one. */
export function hasOption({ args }: Step, short: string, long?: string): boolean {
  return args.some(
    (word) => (long !== undefined && word === long) || (/^-[a-zA-Z]+$/.test(word) && word.includes(short)),
  );
}
