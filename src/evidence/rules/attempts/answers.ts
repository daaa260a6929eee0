/*
 * Questions whose exit code is the answer: whether a service runs, a package is installed, a branch exists, a file is
 * formatted. "No" is no failure, but a question that could not be asked, such as one without a login, is.
 */

import type { Command, Family } from './attempt.js';
import { isFetch, isLocalReader, savesOrSends } from './command-kinds.js';
import { errorLineOf } from './error-line.js';
import { familyOf } from './family.js';

type Asked = Pick<Command, 'program' | 'subcommand' | 'words'>;

export interface Answered {
  readonly exitCode: number | undefined;
  /** What was printed, without its envelope. */
  readonly text: string;
}

export function isAnswer(command: Asked, { exitCode, text }: Answered): boolean {
  if (exitCode === undefined) return false;
  if (isProbe(command)) return exitCode === 127;
  if (command.program === 'mountpoint') return true;
  if (command.program === 'ssh') return /successfully authenticated/i.test(text);
  if (stopped.has(exitCode)) return false;
  if (exitCode <= maxAnswer && (asksForState(command, exitCode) || asksForFormat(command, exitCode)))
    return true;
  if (asksWhetherItIsUp(command)) return /^(?:\d{3})?$/.test(text.trim());
  return asksForThing(command) && saysNone(command, text);
}

/** It would have gone on, and the agent had set the time to watch it: `timeout 10 npm run dev`. */
export function isWatched(
  { text, subcommand, words }: Command,
  { exitCode, text: output }: Answered,
): boolean {
  const follows = words.some((word) => /^-(?:f|w|-follow|-watch)$/.test(word));
  const serves = [...subcommand, ...words].some((word) =>
    /^(?:dev|serve|server|start|watch|preview|up|logs)$/.test(word),
  );
  return exitCode === 124 && /^g?timeout\s/.test(text) && output.trim() !== '' && (follows || serves);
}

/** A listing or a file that was looked for and is not there: a guess of the agent, like a search without a match. */
export function isLookForFile(commands: readonly Asked[], text: string): boolean {
  return (
    commands.every((command) => isLocalReader(command) && command.program !== 'cd') &&
    /: No such file or directory|: Not a directory|could not open (?:file )?\S{1,200}: No such file/i.test(
      errorLineOf(text),
    )
  );
}

/** It ran into a time limit, was not there, or was killed. */
const stopped: ReadonlySet<number> = new Set([124, 126, 127, 130, 137, 143]);

/** Exit codes above this one are rather those of errors. */
const maxAnswer = 4;

/** `tool --version`: whether it is there at all. */
function isProbe({ subcommand, words }: Asked): boolean {
  const all = [...subcommand, ...words];
  return all.length === 1 && /^(?:--?version|-[vV]|version|--help|-h|help)$/.test(all[0] ?? '');
}

function asksForState({ program, subcommand, words }: Asked, exitCode: number): boolean {
  const [verb = ''] = subcommand;
  switch (program) {
    case 'systemctl':
      return /^is-/.test(verb) || (verb === 'status' && exitCode >= 3);
    case 'service':
      return words.at(-1) === 'status' || subcommand.includes('status');
    case 'terraform':
    case 'tofu':
      return exitCode === 2 && words.includes('-detailed-exitcode');
    case 'kubectl':
    case 'oc':
      return exitCode === 1 && (verb === 'diff' || [...subcommand, ...words].includes('can-i'));
    case 'nc':
    case 'ncat':
      return words.some((word) => /^-[a-z]{0,4}z/.test(word));
    case 'getent':
      return exitCode === 2;
    case 'make':
    case 'gmake':
      return exitCode === 1 && words.some((word) => /^(?:-q|--question)$/.test(word));
    case 'redis-cli':
      return words.includes('ping');
    case 'mysqladmin':
      return [...subcommand, ...words].some((word) => /^(?:ping|status|version)$/.test(word));
    default:
      return /^(?:ping|ping6|pg_isready|nslookup|host|fping|arping)$/.test(program);
  }
}

/** Whether files are formatted is a question, and "not all of them" is an answer. */
function asksForFormat({ program, subcommand, words }: Asked, exitCode: number): boolean {
  const isFormatter =
    /^(?:fmt|format)$/.test(subcommand[0] ?? words[0] ?? '') ||
    /^(?:black|prettier|rustfmt|shfmt|yapf|isort|swiftformat|clang-format|gofumpt)$/.test(program);
  return (
    exitCode !== 2 &&
    isFormatter &&
    words.some((word) => /^--?(?:check|check-only|diff|list-different|dry-run)$|^-[dlc]$/.test(word))
  );
}

/** A silent request that throws the body away, or to the address by which a service says that it is up. */
function asksWhetherItIsUp({ program, words }: Asked): boolean {
  const kept = words.filter((word, at) => !(isNowhere(words[at + 1]) && /^(?:-o|--output)$/.test(word)));
  const isBodyDropped = kept.length < words.length || words.some((word) => bodyDropped.test(word));
  return (
    isFetch(program) &&
    !savesOrSends(kept) &&
    words.some((word) => /^-[a-zA-Z]{0,6}s|^--silent$|^-q$/.test(word)) &&
    (isBodyDropped ||
      words.some((word) => /\/(?:health\w{0,10}|ready\w{0,4}|live\w{0,4}|ping|status|up)\/?$/.test(word)))
  );
}

const bodyDropped =
  /^(?:-[a-zA-Z]{0,6}I[a-zA-Z]{0,6}|--head|--spider|-[a-zA-Z]{0,6}o\/dev\/null|--output=\/dev\/null)$/;

function isNowhere(word: string | undefined): boolean {
  return word === '/dev/null' || word === 'NUL';
}

/** It shows one thing by its name, or whether there is such a thing. */
function asksForThing({ program, subcommand, words }: Asked): boolean {
  const [verb = ''] = subcommand;
  if (program === 'git')
    return /^(?:rev-parse|show-ref|ls-remote|cat-file|ls-files|config|branch|tag|show|merge-base)$/.test(
      verb,
    );
  if (/^(?:dpkg|dpkg-query)$/.test(program))
    return words.some((word) => /^-[slLW]$|^--(?:status|list)/.test(word));
  if (/^(?:rpm|pacman)$/.test(program)) return words.some((word) => /^-[qQ]/.test(word));
  if (program === 'crontab') return words.includes('-l');
  if (program === 'id') return true;
  const last = subcommand.at(-1) ?? '';
  return questions.test(last) || questions.test(verb);
}

const questions =
  /^(?:show|list|ls|get|describe|inspect|view|info|status|search|why|exists?|stat|whoami|find|lookup|query|policy)$|^(?:head|get|list|describe|has|is|show)-/;

/** Whether the answer is that there is no such thing, as opposed to that nobody could look. */
function saysNone({ subcommand }: Asked, text: string): boolean {
  if (text.trim() === '' || text.trimEnd().endsWith('(empty)')) return true;
  const line = errorLineOf(text);
  if (subcommand.some((word) => /^(?:status|whoami)$/.test(word)) && /not (?:logged|signed) in/i.test(line))
    return true;
  const family = familyOf({ line, text: line, exitCode: undefined, isVerify: false });
  return none.test(line) && !unasked.has(family);
}

const none =
  /not (?:be )?found|no such (?!file|option|command|host)|does(?: not|n['’]t) exist|not installed|(?:cannot|can['’]t|could not|couldn['’]t|unable to) (?:find|locate)|NoSuch[A-Z]|NotFound|\bE?404\b|\bno (?:[\w-]{1,20} ){0,2}(?:found|matching|match(?:es)?|results?|crontab|session)\b|unknown (?:revision|package|session)|needed a single revision|bad revision/i;
const unasked: ReadonlySet<Family> = new Set(['auth', 'conn', 'perm', 'port', 'init', 'usage', 'transient']);
