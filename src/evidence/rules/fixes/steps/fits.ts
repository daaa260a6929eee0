/*
 * Decides whether a command between a failure and its next attempt can have fixed the cause: it changed state, it is of a
 * kind that fits the family of the cause, and it is not part of ordinary work such as commits or undoing changes.
 */

import type { Attempt, Command, Family } from '../../attempts/attempt.js';
import { endsWithCall } from '../../attempts/command-kinds.js';
import { type FailedAttempt, isFlag, mentions } from '../work/operands.js';
import { causeFamilies } from './cause-families.js';
import { belongsTogether, namesStep, serverOf } from './ecosystem.js';
import { type StepKind, stepKindOf } from './step-kind.js';
import { isAskedSetting, writesSetting } from './written-setting.js';

/** Whether the attempt may be a step at all, for any failure. */
export function isStep(attempt: Attempt): boolean {
  const { command, outcome, changesState } = attempt;
  // A checker that installs something or clears its cache changes state.
  const changes = changesState || (command.isVerify && /^(?:install|clean)$/.test(stepKindOf(command)));
  if (command.signature === '' || !changes) return false;
  // A service that was started in the background shows no exit code, and a filter hides one.
  const hasWorked =
    outcome === 'ok' || outcome === 'masked' || (outcome === 'unknown' && startsService(command));
  return hasWorked && !isOrdinaryWork(command);
}

function startsService(command: Command): boolean {
  return stepKindOf(command) === 'start';
}

/** Commits, pushes and the like are never what fixes a call, and neither is a setting that ends with its call. */
function isOrdinaryWork(command: Command): boolean {
  const { program, subcommand } = command;
  if (writesSetting(command)) return false;
  if (program === 'git')
    return /^(?:add|commit|push|tag|rm|mv|apply|am|cherry-pick|notes|bisect)$/.test(subcommand[0] ?? '');
  return endsWithCall(command) || /^(?:patch|sed|perl|tee|cat|echo|printf)$/.test(program);
}

/** Whether the step can have fixed the cause of this failure. */
export function fits(failed: FailedAttempt, step: Command): boolean {
  const families = causeFamilies(failed);
  if (families.length === 0 || families.includes('transient')) return false;
  if (!belongsTogether(failed, step)) return false;
  const kind = stepKindOf(step);
  if (kind === 'write-setting') return isAskedSetting(failed, step);
  if (step.program === 'git' && undoing.test(step.subcommand[0] ?? '')) return isAboutChanges(failed);
  if (kind === 'fetch' && isPull(step) && !families.includes('behind'))
    return step.subcommand[0] === 'pull' && families.some((family) => family === 'path' || family === 'dep');
  if (kind === 'login' && !isLoginFor(failed, step)) return false;
  // A pointer in the place of a large file has another format.
  if (
    /^(?:git lfs|dvc) (?:install|pull|fetch|checkout)/.test(step.signature) &&
    step.words.every(isFlag) &&
    (badFormat.test(failed.output) || mentions(failed.looked ?? '', 'git-lfs'))
  )
    return true;
  if (kind === 'make-path' && step.words.some((word) => isNamedPath(failed, word))) return true;
  if (families[0] === 'init' && /^(?:start|login|configure)$/.test(kind)) return namesStep(failed, step);
  if (families.some((family) => kindsByFamily[family].includes(kind))) return true;
  return isRelated(failed, step, kind);
}

const badFormat =
  /bad magic|invalid (?:\w{1,20} ){0,2}(?:binary|header|file|format|image|data|model|archive|zip|magic)|not a (?:valid )?(?:\w{1,20} ){0,2}(?:file|image|archive|model|zip|database)|unexpected (?:header|format|magic)|unknown (?:file )?format|corrupt|cannot identify image|unpickling|git-lfs/i;

/** Whether the output of the failure names the path that the step makes. */
function isNamedPath({ output }: Attempt, word: string): boolean {
  const path = word.replace(/^\.\/|\/$/g, '');
  return path.length >= minWord && !path.startsWith('-') && output.slice(0, 4_000).includes(path);
}

const undoing = /^(?:checkout|restore|revert|stash|clean|reset)$/;

/** Undoing one's own work is no fix, unless the error is about local changes. */
function isAboutChanges({ cause, output }: Attempt): boolean {
  return localChanges.test(cause?.line ?? '') || localChanges.test(output.slice(0, 4_000));
}

const localChanges =
  /local changes|uncommitted|unstaged|unmerged|would be overwritten|not clean|is dirty|dirty (?:tree|working)|working tree|unresolved|not on a branch|detached HEAD|pathspec/i;

function isPull({ program, subcommand }: Command): boolean {
  return program === 'git' && /^(?:pull|rebase|merge)$/.test(subcommand[0] ?? '');
}

/** A program that has a login of its own does not need another one's. */
function isLoginFor(failed: Attempt, step: Command): boolean {
  const { command, cause } = failed;
  if (step.program === command.program || namesStep(failed, step)) return true;
  if (cause?.family === 'perm')
    return /\b403\b|forbidden|denied to|registry|remote|repository|publickey/i.test(cause.line);
  return !ownLogin.has(command.program);
}

const ownLogin: ReadonlySet<string> = new Set(
  'aws az gcloud gh glab docker podman npm heroku vercel netlify wrangler fly flyctl firebase supabase stripe doctl railway argocd vault'.split(
    ' ',
  ),
);

const making: readonly StepKind[] = ['install', 'build', 'init', 'fetch', 'select', 'migrate', 'clean'];

const kindsByFamily: Readonly<Record<Family, readonly StepKind[]>> = {
  notfound: making,
  dep: [...making, 'make-path'],
  init: [...making, 'make-path', 'start', 'configure', 'login'],
  path: [...making, 'make-path'],
  auth: ['login', 'select', 'configure'],
  conn: ['start', 'login', 'select'],
  port: ['stop'],
  behind: ['fetch'],
  version: ['select', 'install', 'init', 'clean', 'fetch', 'build'],
  config: [
    'select',
    'install',
    'init',
    'make-path',
    'configure',
    'login',
    'clean',
    'build',
    'migrate',
    'fetch',
  ],
  usage: ['select', 'install', 'init'],
  perm: ['executable', 'login'],
  code: ['install', 'build', 'migrate', 'clean'],
  transient: [],
  invalid: [],
  other: [],
};

/** For causes that say little: a step of the same program, or one that shares a word with the error or the command. */
function isRelated(failed: Attempt, step: Command, kind: StepKind): boolean {
  const { command, cause, output } = failed;
  const saysLittle =
    cause?.family === 'other' ||
    cause?.family === 'invalid' ||
    (cause?.family === 'code' && !command.isVerify);
  if (cause === undefined || !saysLittle) return false;
  // The same kind of work on something else prepares nothing.
  if (kind === 'other' && step.signature === command.signature) return false;
  if (step.program === command.program || serverOf(step) === serverOf(command)) return true;
  if (kind === 'other' || kind === 'configure') return false;
  if (kind === 'install' && step.words.some((word) => word.split(/[^a-z\d]+/i).includes(command.program)))
    return true;
  const text = lower(`${cause.line}\n${command.text}\n${output}`);
  return wordsOf(step).some((word) => mentions(text, word));
}

const minWord = 4;

function wordsOf({ program, subcommand, words }: Command): readonly string[] {
  return [fullNames.get(program) ?? program, `${program}-${subcommand[0] ?? ''}`, ...subcommand, ...words]
    .slice(0, 30)
    .flatMap((word) =>
      lower(word)
        .slice(0, 120)
        .split(/[^a-z0-9]+/),
    )
    .filter((word) => word.length >= minWord && !commonWords.has(word));
}

/** Names that errors use for a program. */
const fullNames: ReadonlyMap<string, string> = new Map([
  ['pod', 'cocoapods'],
  ['gh', 'github'],
  ['tf', 'terraform'],
]);

const commonWords: ReadonlySet<string> = new Set([
  'install',
  'build',
  'start',
  'init',
  'true',
  'false',
  'test',
  'http',
  'https',
]);

function lower(text: string): string {
  return text.slice(0, 4_000).toLowerCase();
}
