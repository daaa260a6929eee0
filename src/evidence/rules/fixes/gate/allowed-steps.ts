/*
 * The allow-list of steps: kinds of commands that prepare work and do nothing else. A command of no known kind passes only
 * if it is of the program that failed and has a verb that enables something.
 */

import type { Command } from '../../attempts/attempt.js';
import type { HoldReason } from '../failure.js';
import { serverOf } from '../steps/ecosystem.js';
import { isInlineInstall, stepKindOf } from '../steps/step-kind.js';

/** `written` are the files that the agent wrote in the session: a script among them is not there for others. */
export function isAllowedStep(command: Command, failed: Command, written: readonly string[]): boolean {
  if (isInlineInstall(command)) return true;
  if (command.isOpaque || runsWritten(command, written)) return false;
  const kind = stepKindOf(command);
  switch (kind) {
    case 'configure':
      return setsPlace(command);
    case 'select':
      return !isConfigSet(command) || setsPlace(command);
    case 'make-path':
      return command.program !== 'mv' && command.program !== 'install';
    case 'executable':
      return command.words.every((word) => !/^(?:\/|~|\$)|-R|\*/.test(word));
    case 'write-setting':
      return heldEdit(command.writes ?? '', undefined) === undefined;
    case 'other':
      return isEnabling(command, failed);
    default:
      return true;
  }
}

function runsWritten({ spelling, words }: Command, written: readonly string[]): boolean {
  const scripts = [spelling, ...words].filter((word) => /[./]/.test(word)).map(fileName);
  const names = new Set(written.map(fileName));
  return scripts.some((name) => names.has(name) && scriptEnding.test(name));
}

const scriptEnding = /\.(?:sh|bash|zsh|py|rb|pl|[cm]?[jt]s|ps1)$/;

function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function isConfigSet({ subcommand, words }: Command): boolean {
  return (
    subcommand.some((word) => /^(?:config|configure|set)$/.test(word)) &&
    [...subcommand, ...words].includes('set')
  );
}

/** Settings that say where the work is, and nothing about how it is checked. */
function setsPlace({ subcommand, words }: Command): boolean {
  return [...subcommand, ...words].some((word) =>
    /^(?:--)?(?:core\/|compute\/|run\/|container\/)?(?:project|region|account|zone|cluster|context|use-context|set-context|namespace|subscription)(?:=|$)/.test(
      word,
    ),
  );
}

function isEnabling(command: Command, failed: Command): boolean {
  const isSame = command.program === failed.program || serverOf(command) === serverOf(failed);
  if (!isSame) return false;
  if (command.program === 'git') return command.subcommand.join(' ') === 'stash';
  const verbs = [...command.subcommand, command.program.replace(/^mcp__.{1,60}__/, '')].flatMap((word) =>
    word.toLowerCase().split(/[^a-z]+/),
  );
  return verbs.some((verb) => enablingVerbs.has(verb));
}

const enablingVerbs: ReadonlySet<string> = new Set(
  'init login auth build generate migrate sync select use start up install unlock update link setup lock stamp resolve restore refresh connect open activate prepare fetch pull load create register warmup index'.split(
    ' ',
  ),
);

/** Why an edit of this configuration file is not shown. */
export function heldEdit(path: string, folder: string | undefined): HoldReason | undefined {
  if (/^\.(?:env|npmrc|netrc|pypirc|pgpass)|credential|secret|\.pem$|\.key$/i.test(fileName(path)))
    return 'touches-secrets';
  if (guarding.test(path)) return 'bypasses-a-guard';
  const isBelow =
    folder !== undefined && folder.length > 1 && path.startsWith(`${folder.replace(/\/$/, '')}/`);
  const isOutside = folder === undefined ? outside.test(path) : /^(?:\/|~)/.test(path) && !isBelow;
  return isOutside || path.includes('..') ? 'writes-outside-the-project' : undefined;
}

/** Settings of agents, hooks, checkers and code owners. */
const guarding =
  /(?:^|\/)\.(?:git|claude|codex|gemini|cursor|husky|ssh|aws|github|vscode)(?:\/|$)|eslint|pre-commit|ruff|semgrep|codeowners|gitattributes/i;
const outside = /^(?:~|\/(?:etc|usr|var|opt|root)\/|[A-Za-z]:\\Windows)|\/\.(?:config|local|ssh|aws)\//;
