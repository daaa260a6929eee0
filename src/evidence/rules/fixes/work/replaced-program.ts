/*
 * Decides whether another program did the work of one that failed: it took the place of a missing one, it is an alternative
 * for the same task, or it runs the same script.
 */

import type { Attempt, Command } from '../../attempts/attempt.js';
import { isFlag, mentions } from './operands.js';
import { wordDifference } from './word-difference.js';

export function replacesProgram({ command, cause }: Attempt, later: Command): boolean {
  const isMissing =
    cause?.family === 'notfound' &&
    [command.program, command.spelling].some((name) => mentions(cause.line, name));
  if (isMissing && keepsHalf(command, later)) return true;
  if (isVariant(command, later) && cause?.family !== 'code' && cause?.family !== 'transient') return true;
  if (runsScriptBy(command, later)) return true;
  const isAlias =
    aliasClasses.some((names) => names.has(command.program) && names.has(later.program)) &&
    lastOf(command.subcommand) === lastOf(later.subcommand) &&
    cause?.family !== 'code' &&
    cause?.family !== 'transient';
  return isAlias && keepsHalf(command, later);
}

/** A program that is named after the other one, with the same words: `bazelisk` for `bazel`. */
function isVariant(command: Command, later: Command): boolean {
  const [one, other] = [command.program, later.program];
  return (
    one.length >= 4 &&
    other.length > one.length &&
    other.startsWith(one) &&
    [...command.subcommand, ...command.words].join('\n') === [...later.subcommand, ...later.words].join('\n')
  );
}

/** `bash ./x.sh` for `./x.sh`: the same script with the same arguments, behind options of the interpreter. */
function runsScriptBy(command: Command, later: Command): boolean {
  if (
    !/^(?:\.{1,2}\/|[\w.-]{1,40}\/)/.test(command.spelling) ||
    !/^(?:bash|sh|zsh|python|node|ruby|perl|php)$/.test(later.program)
  )
    return false;
  const plain = (path: string) => path.replace(/^\.\//, '');
  const at = later.words.findIndex((word) => plain(word) === plain(command.spelling));
  const options = later.words.slice(0, Math.max(0, at));
  const rest = later.words.slice(at + 1);
  const own = [...command.subcommand, ...command.words];
  const isOptions = options.every((word, index) => isFlag(word) || isFlag(options[index - 1] ?? ''));
  return at >= 0 && isOptions && own.every((word) => rest.includes(word));
}

const aliasClasses: readonly ReadonlySet<string>[] = [
  new Set(['npm', 'pnpm', 'yarn', 'bun']),
  new Set(['pip', 'uv', 'pipx']),
  new Set(['docker', 'podman', 'nerdctl']),
  new Set(['python', 'py', 'pypy']),
  new Set(['make', 'gmake']),
  new Set(['terraform', 'tofu']),
  new Set(['gcc', 'cc', 'clang']),
  new Set(['mvn', 'mvnw']),
  new Set(['gradle', 'gradlew']),
  new Set(['node', 'tsx', 'ts-node', 'bun', 'deno']),
  new Set(['vi', 'vim', 'nvim']),
  new Set(['latex', 'pdflatex', 'lualatex', 'xelatex', 'platex', 'uplatex']),
];

function lastOf(words: readonly string[]): string {
  return words.at(-1) ?? '';
}

/** At least half of the operands; a command without operands must stay without. */
function keepsHalf(command: Command, later: Command): boolean {
  const operands = operandsOf(command);
  const others = operandsOf(later);
  if (operands.length === 0)
    return others.length === 0 && command.words.every((word) => later.words.includes(word));
  const hunks = wordDifference(operands, others);
  const removed = hunks?.flatMap((hunk) => hunk.removed).length ?? operands.length;
  return operands.length - removed >= operands.length / 2;
}

function operandsOf({ subcommand, words }: Command): readonly string[] {
  return [...subcommand, ...words.filter((word) => !isFlag(word))];
}
