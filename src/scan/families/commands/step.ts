/*
 * One command as the rules see it: the program, its words with known variables filled in, and where what reaches it
 * comes from. Rules are functions from a step, or from a statement of Python or JavaScript, to what they see in it.
 */

import type { Confidence, ScanSeverity } from '../../findings/finding.js';
import type { ScanRule } from '../../findings/rule.js';
import type { PrivateLocation } from './locations.js';
import type { ShellRedirect } from './shell.js';

export interface Step {
  readonly program: string;
  readonly args: readonly string[];
  /** The program as it is called. */
  readonly called: string;
  /** What comes in by pipe, by `<` or as a here-document. */
  readonly piped: readonly Origin[];
  /** What comes in by variables, substitutions and named files. */
  readonly carried: readonly Origin[];
  readonly redirects: readonly ShellRedirect[];
  /** What it reads, where that is written out: here-documents, and what `echo` says into a pipe. */
  readonly input: string;
  /** The files it writes, by redirection or by its words. */
  readonly writes: readonly string[];
  /** Whether a `<(...)` stands among the words. */
  readonly hasFileSubstitution: boolean;
  readonly isKnownVariable: (name: string) => boolean;
  /** Of the file that a word names. */
  readonly originsOf: (word: string) => readonly Origin[];
  readonly setting: 'script' | 'documentation' | 'warning' | 'mention';
}

/** Where data comes from, as far as that matters. */
export type Origin =
  | { readonly kind: 'download'; readonly address: string; readonly checked?: Checked }
  | { readonly kind: 'decoded' }
  | { readonly kind: 'private'; readonly place: PrivateLocation };

/** How a download was compared with what it should be: with a checksum of the package, or with a fetched one. */
export type Checked = 'by-package' | 'by-download';

export interface Statement {
  readonly language: 'python' | 'javascript';
  readonly text: string;
  /** With it the statements that its names were set by. */
  resolved(): string;
  /** The same, with paths that are put together from pieces written as one. */
  paths(): string;
}

export interface RuleMatch {
  readonly rule: ScanRule;
  /** The rule's own unless it says otherwise. */
  readonly severity?: ScanSeverity;
  readonly confidence?: Confidence;
  readonly why: string;
}

export interface StatementRules {
  /** What gives away every statement that the rules see something in: words alone, without what may stand apart. */
  readonly hint: RegExp;
  see(statement: Statement): readonly RuleMatch[];
}

export interface CommandRules {
  readonly rules: readonly ScanRule[];
  readonly ofStep: readonly ((step: Step) => readonly RuleMatch[])[];
  readonly ofStatement: StatementRules;
}

/** By their names, with blanks between. */
export function programs(names: string): ReadonlySet<string> {
  return new Set(names.split(' '));
}

/** Programs that run what they are given. */
const interpreters = programs(
  'sh bash zsh dash ksh fish source . eval node deno bun perl ruby php osascript pwsh powershell iex invoke-expression',
);

export function isInterpreter(program: string): boolean {
  return interpreters.has(program) || isPython(program);
}

/** Of any version. */
export function isPython(program: string): boolean {
  return program.startsWith('python') && /^python[\d.]*$/.test(program);
}

/** Of `rm -rf x`, `x`; of `--out=x`, nothing. */
export function operandsOf({ args }: Step): readonly string[] {
  return args.filter((word) => !word.startsWith('-'));
}

/** Whether one of the short options is given, alone or among others, or the long one. */
export function hasOption({ args }: Step, short: string, long?: string): boolean {
  return args.some(
    (word) => (long !== undefined && word === long) || (/^-[a-zA-Z]+$/.test(word) && word.includes(short)),
  );
}
