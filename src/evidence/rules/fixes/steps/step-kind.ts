/*
 * The kind of a command that was run between a failure and its next attempt: it installs, builds, signs in, starts a
 * service and so on. The kind decides whether the command can have fixed a cause, and whether it may be shown.
 */

import type { Command } from '../../attempts/attempt.js';
import { setsUpstream } from '../../attempts/command-kinds.js';
import { stepTable, verbTable } from './step-table.js';
import { writesSetting } from './written-setting.js';

const stepKinds = [
  'install',
  'build',
  'init',
  'fetch',
  'migrate',
  'login',
  'start',
  'stop',
  'select',
  /** Makes a folder, or a file from another one. */
  'make-path',
  /** Makes a script executable. */
  'executable',
  /** Removes what the next build makes again. */
  'clean',
  /** Sets an option of the program. */
  'configure',
  /** Writes one setting into a configuration file of the project. */
  'write-setting',
  'other',
] as const;
export type StepKind = (typeof stepKinds)[number];

export function stepKindOf(command: Command): StepKind {
  const { program, subcommand, words } = command;
  if (command.writes !== undefined) return writesSetting(command) ? 'write-setting' : 'other';
  const special = specialKind(command);
  if (special !== undefined) return special;
  const operand = firstOperand(words);
  const verbs = subcommand.length > 0 ? subcommand.join(' ') : operand;
  const rows = stepTable.get(program);
  const row =
    rows?.find(({ pattern }) => pattern.test(verbs)) ??
    // A word of the subcommand may have been taken for an operand.
    rows?.find(
      ({ pattern }) => subcommand.length > 0 && operand !== '' && pattern.test(`${verbs} ${operand}`),
    );
  if (row !== undefined) return row.kind;
  if (isScript(command) || rows === undefined || runsScripts.has(program)) return kindByName(command);
  if (/^(?:clean|clear|clear-cache)$/.test(subcommand.at(-1) ?? '')) return 'clean';
  return words.some((word) => /^(?:login|signin)$/.test(word)) ? 'login' : 'other';
}

/** A name with a dot is no subcommand by itself: `mix deps.get`. */
function firstOperand([word = '']: readonly string[]): string {
  return /^[a-z][\w.:-]{0,60}$/.test(word) ? word : '';
}

/** Commands whose flags or operands decide. */
function specialKind(command: Command): StepKind | undefined {
  const { program, subcommand, words, spelling } = command;
  const operands = words.filter((word) => !word.startsWith('-'));
  switch (program) {
    case 'rm':
      if (operands.length > 0 && operands.every((path) => /^[\w][\w./-]{0,100}\.pid$/.test(path)))
        return 'stop';
      return operands.length > 0 && operands.every(isRebuilt) ? 'clean' : 'other';
    case 'find':
      return operands.some((word) => /__pycache__|\.pyc|\.DS_Store|\.tsbuildinfo/.test(word))
        ? 'clean'
        : 'other';
    case 'chmod':
      return /^(?:[ua]?\+x|[ug]{1,2}\+x|7[05]{2})$/.test(operands[0] ?? '') ? 'executable' : 'other';
    case 'xargs':
      return words.some((word) => /^(?:kill|pkill)$/.test(word)) ? 'stop' : 'other';
    case 'fuser':
      return words.some((word) => /^-\w{0,4}k/.test(word)) ? 'stop' : 'other';
    case 'open':
      return words.includes('-a') ? 'start' : 'other';
    case 'psql':
    case 'mysql':
    case 'mariadb':
    case 'sqlcmd':
      return words.some((word) =>
        /^create (?:database|extension|schema|role|user|table)\b/i.test(word.trim()),
      )
        ? 'init'
        : 'other';
    case 'pg_ctl':
    case 'service':
      return [...subcommand, ...words].some((word) => /^(?:re)?start$/.test(word))
        ? 'start'
        : [...subcommand, ...words].includes('stop')
          ? 'stop'
          : 'other';
    case 'docker':
    case 'podman':
      if (subcommand[0] !== 'run') return undefined;
      return words.some((word) => /^(?:-\w{0,4}d\w{0,4}|--detach)$/.test(word)) ? 'start' : 'other';
    case 'git':
      if (setsUpstream(command)) return 'select';
      return subcommand[0] === 'config' ? 'configure' : undefined;
    case 'cmake':
      return 'build';
    // Package managers that are called in the language itself.
    case 'Rscript':
    case 'R':
    case 'julia':
      return isInlineInstall(command) ? 'install' : undefined;
    default:
      if (words.some((word) => clearsCache.test(word))) return 'clean';
      return /^(?:\.\/)?configure$/.test(spelling) ? 'build' : undefined;
  }
}

const clearsCache = /^--?(?:(?:clear|reset|clean|purge)-?cache|cache-(?:clear|clean|reset))$/i;

/** Installs what the project's own manifest lists, and nothing that the code names. */
const manifestInstall =
  /^\s{0,4}(?:renv::restore\((?:prompt ?= ?F(?:ALSE)?)?\)|(?:(?:using|import) Pkg;\s{0,4})?Pkg\.(?:instantiate|resolve|precompile)\(\)|(?:(?:using|import) Pkg;\s{0,4})?Pkg\.instantiate\(\);\s{0,4}Pkg\.precompile\(\))\s{0,4}$/;

export function isInlineInstall({ program, words }: Command): boolean {
  return (
    /^(?:Rscript|R|julia)$/.test(program) &&
    words.some((word) => manifestInstall.test(word) || inlinePackages(word) !== undefined)
  );
}

/** The packages that `install.packages("x")` and `Pkg.add("x")` name; undefined if it is other code. */
export function inlinePackages(code: string): readonly string[] | undefined {
  const list =
    /^\s{0,4}install\.packages\((?:c\()?((?:["'][\w.]{1,60}["'](?:, ?)?){1,10})\)?(?:, ?repos ?= ?["']https:\/\/(?:cloud|cran)\.r-project\.org\/?["'])?\)\s{0,4}$/.exec(
      code,
    )?.[1] ??
    /^\s{0,4}(?:using|import) Pkg; ?Pkg\.add\(\[?((?:"[\w.]{1,60}"(?:, ?)?){1,10})\]?\)\s{0,4}$/.exec(
      code,
    )?.[1];
  return list?.match(/[\w.]{1,60}/g) ?? undefined;
}

/** A folder that the next build or install makes again. */
export function isRebuilt(path: string): boolean {
  const name = path.replace(/\/{1,2}\*?$/, '').replace(/^.{0,200}\//, '');
  return rebuilt.has(name) && !/^[/~]|\$|\.\./.test(path);
}

const rebuilt: ReadonlySet<string> = new Set([
  'node_modules',
  'dist',
  'build',
  '.next',
  '.nuxt',
  'target',
  '__pycache__',
  '.cache',
  '.turbo',
  'coverage',
  '.vite',
  '.gradle',
  '.parcel-cache',
  '.pytest_cache',
  '.mypy_cache',
  '.ruff_cache',
  '.tsbuildinfo',
  'DerivedData',
  '.dart_tool',
  '.svelte-kit',
  '.terraform',
]);

/** Programs whose subcommand is a name that the project chose. */
const runsScripts: ReadonlySet<string> = new Set([
  'npm',
  'pnpm',
  'yarn',
  'bun',
  'make',
  'gmake',
  'just',
  'task',
  'rake',
  'rails',
  'nx',
  'turbo',
  'poe',
  'invoke',
  'composer',
  'gradle',
  'mvn',
  'python',
  'node',
  'tsx',
  'ts-node',
  'bash',
  'sh',
  'zsh',
  'ruby',
  'php',
  'deno',
]);

const taskRunners: ReadonlySet<string> = new Set(['make', 'gmake', 'just', 'task']);
const otherTasks =
  /test|check|lint|run|watch|deploy|release|publish|push|format|fmt|fix|clean|help|all|doc|bench|ci/i;

function isScript({ spelling }: Command): boolean {
  return /^\.{0,2}\//.test(spelling) || /\.(?:sh|py|rb|[cm]?[jt]s)$/.test(spelling);
}

/** The targets of `nx run-many -t build`, which are named by a flag. */
function manyTargets(subcommand: readonly string[], words: readonly string[]): readonly string[] {
  if (!/^(?:run-many|affected)$/.test(subcommand[0] ?? '')) return [];
  return words.flatMap((word, at) =>
    /^(?:-t|--targets?)$/.test(words[at - 1] ?? '')
      ? [word]
      : (/^--targets?=(.{1,80})$/.exec(word)?.[1] ?? []),
  );
}

/** By the first word of a name that says what it does: `npm run build:css`, `make db-migrate`, `./scripts/setup.sh`. */
function kindByName({ program, subcommand, spelling, words }: Command): StepKind {
  if ((program === 'make' || program === 'gmake') && subcommand.length === 0) return 'build';
  const scripts = words.filter((word) => /\.(?:sh|py|rb|[cm]?[jt]s)$/.test(word)).slice(0, 1);
  // Of a program with groups of subcommands, the verb is the second word: `arduino-cli core install`.
  const verb = subcommand.length === 1 && !runsScripts.has(program) ? firstOperand(words) : '';
  const targets = manyTargets(subcommand, words);
  const name = [program, spelling.slice(-60), ...subcommand, verb, ...scripts, ...targets]
    .join(' ')
    .toLowerCase();
  const parts = name.split(/[^a-z]+/);
  const found = verbTable.find(({ verbs }) => parts.some((part) => verbs.has(part)));
  if (found !== undefined) return found.kind;
  // A target makes what it is named after.
  if (taskRunners.has(program) && subcommand.length === 1 && !otherTasks.test(subcommand[0] ?? ''))
    return 'build';
  const flag = /^--([a-z]{4,12})$/.exec(words.at(-1) ?? '')?.[1] ?? '';
  return (
    verbTable.find(({ verbs }) => verbs.has(flag) || (flag === 'import' && verbs.has('init')))?.kind ??
    'other'
  );
}
