/*
 * The signature of a command: program, subcommand, mode flags. Commands with the same signature do the same kind of work;
 * the other words say on what.
 */

import { baseName } from './launchers.js';
import {
  aliasOf,
  depthOf,
  finalVerbs,
  globalValueFlags,
  interpreters,
  isGroup,
  modeFlags,
  packageCommands,
  packageSpellings,
  scriptRunners,
} from './signature-tables.js';

export interface Signed {
  readonly program: string;
  readonly subcommand: readonly string[];
  /** The other words, in order. */
  readonly words: readonly string[];
  readonly signature: string;
  /** Whether program text is an argument: `python -c`, `node -e`. */
  readonly isOpaque: boolean;
}

/** The words of a command without launchers and wrappers; the first one is the program. */
export function signed(command: readonly string[]): Signed {
  const [program = '', ...implied] = aliasOf(baseName(command[0] ?? ''));
  const rest = [...implied, ...command.slice(1, maxWords)];
  if (interpreters.has(program)) return signedInterpreter(program, rest);
  const isRunner = scriptRunners.has(program);
  const found = subcommandIn(program, rest, isScriptPath(command[0] ?? ''));
  const subcommand = isRunner ? packageSubcommand(program, found.words) : found.words;
  const words = rest.filter((_, index) => !found.positions.has(index));
  return {
    program,
    subcommand,
    words,
    signature: signatureOf(program, subcommand, words),
    isOpaque: false,
  };
}

const maxWords = 300;

function signatureOf(program: string, subcommand: readonly string[], words: readonly string[]): string {
  const modes = new Set(
    words.map((word) => word.split('=', 1)[0] ?? '').filter((word) => modeFlags.has(word)),
  );
  return [program, ...subcommand, ...[...modes].sort()].join(' ').slice(0, maxSignatureCharacters);
}

const maxSignatureCharacters = 200;

interface FoundSubcommand {
  readonly words: readonly string[];
  readonly positions: ReadonlySet<number>;
}

function subcommandIn(program: string, rest: readonly string[], isScript: boolean): FoundSubcommand {
  const found: string[] = [];
  const positions = new Set<number>();
  const depth = depthOf(program) ?? (isScript ? 0 : undefined);
  let at = 0;
  while (at < rest.length) {
    const word = rest[at] ?? '';
    if (word === '--') break;
    if (/^[-+]/.test(word)) {
      // Behind the subcommand, any flag may have a value; any flag of an unknown program may.
      if (depth === undefined || !takesMore(program, depth, found, 0)) break;
      at += globalValueFlags.has(word) ? 2 : 1;
      continue;
    }
    if (
      !(isSubcommandWord(word) || (program === 'mix' && /^[a-z][\w.]{0,60}$/.test(word))) ||
      !takesMore(program, depth, found, rest.length - at)
    )
      break;
    found.push(word);
    positions.add(at);
    at += 1;
  }
  return { words: found, positions };
}

/** A program that is given by its path, or by the ending of a script, belongs to the project. */
function isScriptPath(word: string): boolean {
  return /[/\\]/.test(word) || scriptEnding.test(word);
}

function takesMore(
  program: string,
  depth: number | undefined,
  found: readonly string[],
  left: number,
): boolean {
  // Of an unknown program the second word counts if more follows; the last one is rather an operand.
  if (depth === undefined) return found.length === 0 || (found.length === 1 && left > 1);
  if (found.length < depth) return depth < 3 || !finalVerbs.has(found.at(-1) ?? '');
  return found.length === 1 && depth === 1 && isGroup(program, found[0] ?? '');
}

/** Never a path, a file, an assignment, an address or a variable. */
function isSubcommandWord(word: string): boolean {
  return /^[a-z][\w:-]{0,60}$/i.test(word) && !/^(?:[A-Z_\d]+|[0-9a-f]{7,64})$/.test(word);
}

/** One form for `npm t`, `npm run test`, `yarn`, `pnpm build`. */
function packageSubcommand(program: string, [verb, ...more]: readonly string[]): readonly string[] {
  if (verb === undefined) return program === 'yarn' || program === 'pnpm' ? ['install'] : [];
  const name = packageSpellings.get(verb) ?? verb;
  if (name === 'run') {
    const [script] = more;
    return script !== undefined && lifecycle.has(script) ? [script] : [name, ...more];
  }
  if (program === 'npm' && name === 'add') return ['install', ...more];
  const isBuiltIn =
    packageCommands.has(verb) || packageSpellings.has(verb) || (program === 'bun' && verb === 'build');
  if (program !== 'npm' && !isBuiltIn) return ['run', verb];
  return [name, ...more];
}

const lifecycle: ReadonlySet<string> = new Set(['test', 'start', 'stop', 'restart']);

function signedInterpreter(program: string, rest: readonly string[]): Signed {
  const inline = rest.findIndex((word) => isInlineFlag(program, word));
  const operands = rest.flatMap((word, at) => (word.startsWith('-') ? [] : [at]));
  const script = operands.find((at) => scriptEnding.test(rest[at] ?? '')) ?? operands[0];
  const isOpaque = inline >= 0 && (script === undefined || inline < script);
  const subcommand =
    isOpaque || script === undefined ? [] : scriptWords(program, rest.slice(script, script + 2));
  return { program, subcommand, words: rest, signature: signatureOf(program, subcommand, rest), isOpaque };
}

function isInlineFlag(program: string, word: string): boolean {
  if (word === '--eval' || word === '--print') return true;
  const letters = inlineLetters.get(program) ?? '';
  const last = word.slice(-1);
  return /^-[a-zA-Z]{1,4}$/.test(word) && letters.includes(last);
}

/** The flags with program text; `bash -c` is read as commands instead. */
const inlineLetters: ReadonlyMap<string, string> = new Map([
  ['python', 'c'],
  ['node', 'ep'],
  ['tsx', 'ep'],
  ['ts-node', 'ep'],
  ['perl', 'eE'],
  ['php', 'r'],
  ...['ruby', 'lua', 'julia', 'Rscript', 'osascript'].map((program) => [program, 'e'] as const),
]);

const scriptEnding = /\.(?:py|[cm]?[jt]sx?|rb|pl|php|R|jl|lua|sh|bash|zsh|fish|scpt|applescript)$/;

/** The name of a script, with its subcommand where a framework is run by one: `python manage.py migrate`. */
function scriptWords(program: string, [script = '', verb = '']: readonly string[]): readonly string[] {
  const name = program === 'deno' && /^[a-z]{2,12}$/.test(script) ? script : baseName(script);
  return /^(?:manage\.py|artisan|console)$/.test(name) && isSubcommandWord(verb) ? [name, verb] : [name];
}
