/*
 * Runs git for the rooms. Variables that a hook or a shell has set for its own git do not reach it; it runs no hook,
 * monitor or maintenance, asks for nothing, takes paths literally, and uses only transports that a person may name. The
 * user's own configuration applies, because it knows their keys and credentials.
 */

import { CoppiceError } from '../../text/errors.js';
import { type ProcessOutcome, runProcess } from './process.js';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface GitRequest {
  /** The command and what follows it. */
  readonly words: readonly string[];
  /** Options that stand before the command. */
  readonly options?: readonly string[];
  readonly cwd?: string;
  /** The process's own; git gets PATH, HOME and what `inherit` names of it. */
  readonly environment: Environment;
  readonly inherit?: readonly string[];
  /** More variables, for git alone. */
  readonly variables?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** A file that gets what git prints, where that may be any bytes. */
  readonly into?: string;
  readonly timeoutMs: number;
  readonly maxOutputBytes: number;
}

/** What git prints, or its first complaint where it refuses by its exit code. */
export type GitAnswer =
  | { readonly kind: 'done'; readonly text: string }
  | { readonly kind: 'refused'; readonly said: string; readonly exitCode: number };

/** Throws `unavailable` when git did not come to an end of its own. */
export async function runGit(request: GitRequest): Promise<GitAnswer> {
  const { words, options = [], cwd, variables = {}, stdin, into, timeoutMs, maxOutputBytes } = request;
  const argv = ['git', ...hardening, ...options, ...words];
  const { outcome, stdout, stderr, truncated } = await runProcess({
    // The output of a program is read as text, which would spoil bytes that are none.
    argv: into === undefined ? argv : ['/bin/sh', '-c', 'exec "$@" > "$0"', into, ...argv],
    environment: { ...inheritedVariables(request), ...variables, ...quietVariables },
    timeoutMs,
    maxOutputBytes,
    ...(cwd !== undefined && { cwd }),
    ...(stdin !== undefined && { stdin }),
  });
  if (outcome.kind !== 'exited')
    throw new CoppiceError('unavailable', `git ${words[0]} ${describeEnd(outcome)}`);
  if (truncated) throw new CoppiceError('unavailable', `git ${words[0]} printed too much`);
  if (outcome.code === 0) return { kind: 'done', text: stdout };
  return { kind: 'refused', said: complaintIn(stderr), exitCode: outcome.code };
}

const settings = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'maintenance.auto=false',
  'fetch.recurseSubmodules=false',
  'fetch.writeCommitGraph=false',
  'protocol.allow=never',
  'protocol.https.allow=always',
  'protocol.ssh.allow=always',
  'protocol.file.allow=always',
];

const hardening = ['--literal-pathspecs', ...settings.flatMap((setting) => ['-c', setting])];

const quietVariables = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: '',
  GCM_INTERACTIVE: 'never',
  LC_ALL: 'C.UTF-8',
};

function inheritedVariables({ environment, inherit = [] }: GitRequest): Environment {
  const names = ['PATH', 'HOME', 'XDG_CONFIG_HOME', 'SSH_AUTH_SOCK', ...inherit];
  return Object.fromEntries(names.map((name) => [name, environment[name]]));
}

function complaintIn(stderr: string): string {
  const lines = stderr.trim().split('\n');
  const line = lines.find((one) => /^(?:fatal|error|ERROR):/.test(one)) ?? lines.at(-1) ?? '';
  return line.replace(/^\w+: /, '').slice(0, 300);
}

function describeEnd(outcome: Exclude<ProcessOutcome, { kind: 'exited' }>): string {
  switch (outcome.kind) {
    case 'signalled':
      return `was ended by ${outcome.signal}`;
    case 'not-started':
      return `cannot be run: ${outcome.reason}`;
    case 'timed-out':
      return 'took too long';
    case 'aborted':
      return 'was called off';
    default:
      return outcome satisfies never;
  }
}
