/*
 * The simple commands of a shell call, each with its signature, environment and folder, and whether the exit code of the
 * call says something about it. This is where `cd`, `export` and `set` inside a call are followed.
 */

import type { Command } from './attempt.js';
import { isVerifying } from './command-kinds.js';
import { type HiddenBy, hidingIn } from './hidden-exits.js';
import { isAssignment, type Launched, launched } from './launchers.js';
import {
  type CompoundNode,
  type ShellList,
  type ShellNode,
  type SimpleNode,
  shellTree,
} from './shell-tree.js';
import { signed } from './signature.js';

export interface ParsedCall {
  readonly commands: readonly ParsedCommand[];
  /** Whether a pipe reports the first failure (`set -o pipefail`). */
  readonly hasPipefail: boolean;
  /** Whether the first failure ends the call (`set -e`). */
  readonly hasErrexit: boolean;
}

export interface ParsedCommand {
  readonly command: Command;
  /** The operator before it; a line end is `;`. */
  readonly join: '' | '&&' | '||' | ';' | '&' | '|';
  /** Why the exit code of the call says nothing about it; undefined if it may be the one that is reported. */
  readonly hiddenBy: HiddenBy | undefined;
  /** Whether it may not have run although the call ended well: a branch, or the right side of `||`. */
  readonly mayNotRun: boolean;
  /** The files it writes to by redirection, without `/dev/null`. */
  readonly writesTo: readonly string[];
}

export interface CallContext {
  /** The working folder of the call. */
  readonly folder?: string;
}

/** Only the first commands of a longer call are returned. */
const maxCommands = 100;
/** Shell text inside shell text, as in `bash -c 'bash -c ...'`. */
const maxNesting = 3;

export function commandsIn(shellText: string, context: CallContext = {}): ParsedCall {
  const walk = new Walk(context.folder);
  walk.text(shellText, undefined, 0);
  return { commands: walk.commands, hasPipefail: walk.hasPipefail, hasErrexit: walk.hasErrexit };
}

class Walk {
  readonly commands: ParsedCommand[] = [];
  hasPipefail = false;
  hasErrexit = false;
  #folder: string | undefined;
  #exported: readonly string[] = [];
  #isElevated = false;
  #isBranch = false;

  constructor(folder: string | undefined) {
    this.#folder = folder;
  }

  text(shellText: string, hiddenBy: HiddenBy | undefined, nesting: number): void {
    this.#list(shellTree(shellText), hiddenBy, nesting);
  }

  #list(list: ShellList, outer: HiddenBy | undefined, nesting: number): void {
    const hiding = hidingIn(list, this.hasErrexit);
    list.forEach((pipeline, index) => {
      const hiddenBy = outer ?? hiding[index];
      pipeline.commands.forEach((node, position) => {
        const isLast = position === pipeline.commands.length - 1;
        const join = position === 0 ? pipeline.join : '|';
        this.#node(node, join, isLast || this.hasPipefail ? hiddenBy : (hiddenBy ?? 'pipe'), nesting);
      });
    });
  }

  #node(node: ShellNode, join: ParsedCommand['join'], hiddenBy: HiddenBy | undefined, nesting: number): void {
    if (this.commands.length >= maxCommands) return;
    if (node.kind === 'simple') this.#simple(node, join, hiddenBy, nesting);
    else this.#compound(node, join, hiddenBy, nesting);
  }

  #compound(
    { kind, condition, substitutions, body }: CompoundNode,
    join: ParsedCommand['join'],
    hiddenBy: HiddenBy | undefined,
    nesting: number,
  ): void {
    const first = this.commands.length;
    const saved = { folder: this.#folder, exported: this.#exported, isBranch: this.#isBranch };
    this.#inner(substitutions, 'substitution', nesting);
    this.#list(condition, hiddenBy ?? 'compound', nesting);
    this.#isBranch ||= kind === 'branch';
    const isPlain = kind === 'subshell' || kind === 'group';
    this.#list(body, isPlain ? hiddenBy : (hiddenBy ?? 'compound'), nesting);
    this.#isBranch = saved.isBranch;
    if (kind !== 'group') {
      this.#folder = saved.folder;
      this.#exported = saved.exported;
    }
    this.#joinFrom(first, join);
    // A loop or branch reports its last command.
    const last = this.commands.length - 1;
    const reporting = this.commands[last];
    const reports = (kind === 'loop' || kind === 'branch') && hiddenBy === undefined && body.length > 0;
    if (reporting !== undefined && reports && last >= first)
      this.commands[last] = { ...reporting, hiddenBy: undefined };
  }

  #simple(
    { words, redirections }: SimpleNode,
    join: ParsedCommand['join'],
    hiddenBy: HiddenBy | undefined,
    nesting: number,
  ): void {
    const texts = words.map((word) => word.text);
    const { start, launcher, environment, isElevated, shellText } = launched(texts);
    const inner = words.flatMap((word) => word.inner);
    // The exit code of `X=$(command)` is that of the command.
    const isAssigning = start >= words.length;
    this.#inner(inner, isAssigning ? hiddenBy : 'substitution', nesting);
    if (isAssigning) return;
    const [program = '', ...rest] = texts.slice(start);
    if (shellText !== undefined && nesting < maxNesting) {
      this.#shell({ shellText, environment, isElevated, options: rest }, join, hiddenBy, nesting);
      return;
    }
    const hereText = redirections.find(({ direction }) => direction === 'here')?.target;
    const { isOpaque, words: others, ...signature } = signed(texts.slice(start));
    const written = writtenBy(signature.program, redirections);
    const command: Command = {
      text: oneLine([...words.map((word) => word.raw), ...written.map(({ raw }) => raw)].join(' ')),
      ...(written[0] !== undefined && { writes: written[0].target }),
      ...signature,
      spelling: program,
      words: hereText === undefined ? others : [...others, `<<${hereText}`],
      launcher,
      environment: [...this.#exported, ...environment],
      folder: this.#folder,
      isElevated: isElevated || this.#isElevated,
      isOpaque: isOpaque || (hereText !== undefined && signature.program !== 'cat'),
      isVerify: isVerifying(signature.program, signature.subcommand, rest),
    };
    const writesTo = redirections
      .filter(({ direction, target }) => direction === 'write' && target !== '' && target !== '/dev/null')
      .map(({ target }) => target);
    this.commands.push({ command, join, hiddenBy, mayNotRun: join === '||' || this.#isBranch, writesTo });
    this.#follow(program, rest);
  }

  /** Substitutions run before their command. */
  #inner(texts: readonly string[], hiddenBy: HiddenBy | undefined, nesting: number): void {
    if (nesting >= maxNesting) return;
    const saved = { folder: this.#folder, exported: this.#exported };
    for (const text of texts) this.text(text, hiddenBy, nesting + 1);
    this.#folder = saved.folder;
    this.#exported = saved.exported;
  }

  /** A shell in the shell: its rights, environment and folder end with it. */
  #shell(
    shell: Pick<Launched, 'environment' | 'isElevated'> & { shellText: string; options: readonly string[] },
    join: ParsedCommand['join'],
    hiddenBy: HiddenBy | undefined,
    nesting: number,
  ): void {
    const saved = { folder: this.#folder, exported: this.#exported, isElevated: this.#isElevated };
    this.#exported = [...this.#exported, ...shell.environment];
    this.#isElevated ||= shell.isElevated;
    if (shell.options.includes('pipefail')) this.hasPipefail = true;
    const first = this.commands.length;
    this.text(shell.shellText, hiddenBy, nesting + 1);
    this.#joinFrom(first, join);
    this.#folder = saved.folder;
    this.#exported = saved.exported;
    this.#isElevated = saved.isElevated;
  }

  #joinFrom(first: number, join: ParsedCommand['join']): void {
    const begun = this.commands[first];
    if (begun !== undefined) this.commands[first] = { ...begun, join };
  }

  /** What a command changes for the ones behind it. */
  #follow(program: string, rest: readonly string[]): void {
    if (program === 'cd' || program === 'pushd') {
      this.#folder = folderAfter(
        this.#folder,
        rest.find((word) => !/^-[LPe@]*$/.test(word) || word === '-'),
      );
    } else if (program === 'export') {
      this.#exported = [...this.#exported, ...rest.filter(isAssignment)].slice(-maxExported);
    } else if (program === 'set') {
      if (rest.includes('pipefail')) this.hasPipefail = true;
      if (rest.some((word) => /^-[a-z]{0,6}e/.test(word)) || rest.includes('errexit')) this.hasErrexit = true;
    }
  }
}

const maxExported = 30;

interface WrittenFile {
  readonly raw: string;
  readonly target: string;
}

/** At most one: the file that a text is printed into. */
function writtenBy(program: string, redirections: SimpleNode['redirections']): readonly WrittenFile[] {
  const files = redirections.filter(({ direction }) => direction === 'write');
  const [file] = files;
  if (!/^(?:echo|printf)$/.test(program) || file === undefined || files.length > 1) return [];
  const { target, isAppending } = file;
  if (!/^[\w./-]{1,200}$/.test(target) || target === '/dev/null') return [];
  return [{ raw: `${isAppending === true ? '>>' : '>'} ${target}`, target }];
}

/** The folder behind `cd`; without a known start, a relative one stays relative. */
function folderAfter(folder: string | undefined, target: string | undefined): string | undefined {
  if (target === undefined) return '~';
  if (target === '-') return undefined;
  if (/^(?:[/~$\\]|[A-Za-z]:)/.test(target)) return tidy(target);
  return tidy(folder === undefined || folder === '' ? target : `${folder}/${target}`);
}

/** Without `.`, `..` where possible, and a slash at the end. */
function tidy(path: string): string {
  const parts: string[] = [];
  for (const part of path.slice(0, maxFolderCharacters).split('/')) {
    const last = parts.at(-1);
    if (part === '.' || (part === '' && parts.length > 0)) continue;
    if (part === '..' && last !== undefined && last !== '' && last !== '..' && !/^[~$]/.test(last))
      parts.pop();
    else parts.push(part);
  }
  return parts.length === 1 && parts[0] === '' ? '/' : parts.join('/') || '.';
}

const maxFolderCharacters = 1_000;

function oneLine(text: string): string {
  return text
    .replace(/\\\r?\n/g, ' ')
    .replace(/\s{1,1000}/g, ' ')
    .trim();
}
