/*
 * Runs git on the mirror's repository. What a shell or a hook around the server has set for its own git does not reach
 * this one, no hook is run and nothing is ever asked for; the user's own configuration stands, so commits are signed
 * where that says so.
 */

import { type ProcessResult, runProcess } from '../../../system/process/process.js';
import { CoppiceError } from '../../../text/errors.js';

/** Of the server's: what finds git, and what signs. */
export type Environment = Readonly<Record<string, string | undefined>>;

export interface GitOptions {
  readonly cwd: string;
  readonly environment: Environment;
  /** More variables, which are for git alone. */
  readonly variables?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  readonly timeoutMs?: number;
}

/** What it prints. Throws `unavailable` when it does not succeed. */
export async function git(words: readonly string[], options: GitOptions): Promise<string> {
  const result = await runGit(words, options);
  if (result.outcome.kind === 'exited' && result.outcome.code === 0) return result.stdout;
  throw failure(words, result);
}

/** Undefined where it says no by its exit code, as for a name that is not there. */
export async function gitMaybe(words: readonly string[], options: GitOptions): Promise<string | undefined> {
  const result = await runGit(words, options);
  if (result.outcome.kind !== 'exited') throw failure(words, result);
  return result.outcome.code === 0 ? result.stdout : undefined;
}

const defaultTimeoutMs = 60_000;
const maxOutputBytes = 256 * 1024 * 1024;

async function runGit(words: readonly string[], options: GitOptions): Promise<ProcessResult> {
  const { cwd, environment, variables = {}, stdin, timeoutMs = defaultTimeoutMs } = options;
  const result = await runProcess({
    argv: ['git', '-c', 'core.hooksPath=/dev/null', '--literal-pathspecs', ...words],
    cwd,
    environment: {
      ...inheritedVariables(environment),
      ...variables,
      GIT_TERMINAL_PROMPT: '0',
      LC_ALL: 'C.UTF-8',
    },
    timeoutMs,
    maxOutputBytes,
    ...(stdin === undefined ? {} : { stdin }),
  });
  if (result.truncated) throw new CoppiceError('unavailable', `git ${words[0]} printed too much`);
  return result;
}

function inheritedVariables(environment: Environment): Environment {
  return Object.fromEntries(
    ['PATH', 'HOME', 'XDG_CONFIG_HOME', 'GNUPGHOME', 'SSH_AUTH_SOCK'].map((name) => [
      name,
      environment[name],
    ]),
  );
}

function failure(words: readonly string[], { outcome, stderr }: ProcessResult): CoppiceError {
  const lines = stderr.trim().split('\n');
  const said = lines.find((line) => /^(?:fatal|error):/.test(line)) ?? lines.at(-1);
  return new CoppiceError('unavailable', `git ${words[0]} failed (${howItEnded(outcome)}): ${said}`);
}

function howItEnded(outcome: ProcessResult['outcome']): string {
  switch (outcome.kind) {
    case 'exited':
      return `exit code ${outcome.code}`;
    case 'signalled':
      return outcome.signal;
    case 'not-started':
      return outcome.reason;
    default:
      return outcome.kind;
  }
}
