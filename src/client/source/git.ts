/*
 * Runs git, for reading. Variables that a hook or a shell has set for its own git do not reach it; no hook, monitor or
 * maintenance is run, nothing is asked for, and only transports are used that a person may name. The user's own
 * configuration stands, because it knows their keys and credentials.
 */

import { type ProcessOutcome, runProcess } from '../../system/process/process.js';
import { CoppiceError } from '../../text/errors.js';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface GitRequest {
  /** The command and what follows it. */
  readonly words: readonly string[];
  /** What stands before the command. */
  readonly options?: readonly string[];
  readonly stdin?: string;
  /** A file that gets what it prints, where that may be any bytes. */
  readonly into?: string;
}

/** What it prints, or its first complaint where it says no by its exit code. */
export type GitAnswer =
  | { readonly kind: 'done'; readonly text: string }
  | { readonly kind: 'refused'; readonly said: string };

export async function askGit(
  environment: Environment,
  { words, options = [], stdin, into }: GitRequest,
): Promise<GitAnswer> {
  const argv = ['git', ...settings, ...options, ...words];
  const { outcome, stdout, stderr, truncated } = await runProcess({
    // A program's output is kept as text, which would spoil bytes that are none.
    argv: into === undefined ? argv : ['/bin/sh', '-c', 'exec "$@" > "$0"', into, ...argv],
    environment: { ...passedOn(environment), ...ownVariables },
    timeoutMs: 300_000,
    maxOutputBytes: 16 * 1024 * 1024,
    ...(stdin !== undefined && { stdin }),
  });
  if (outcome.kind !== 'exited') throw new CoppiceError('unavailable', `git ${words[0]} ${ended(outcome)}`);
  if (truncated) throw new CoppiceError('unavailable', `git ${words[0]} printed too much`);
  return outcome.code === 0 ? { kind: 'done', text: stdout } : { kind: 'refused', said: complaintIn(stderr) };
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
].flatMap((setting) => ['-c', setting]);

const ownVariables = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_ASKPASS: '',
  GCM_INTERACTIVE: 'never',
  LC_ALL: 'C.UTF-8',
};

/** Where its configuration and keys are, and how to get out of a network that needs a proxy. */
function passedOn(environment: Environment): Environment {
  const names = [
    ...['XDG_CONFIG_HOME', 'SSH_AUTH_SOCK', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
    ...['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy', 'NO_PROXY', 'no_proxy'],
  ];
  const all = ['PATH', 'HOME', ...names].map((name) => [name, environment[name]]);
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}

function complaintIn(stderr: string): string {
  const lines = stderr.trim().split('\n');
  const line = lines.find((one) => /^(?:fatal|error|ERROR):/.test(one)) ?? lines.at(-1) ?? '';
  return line.replace(/^\w+: /, '').slice(0, 300);
}

function ended(outcome: Exclude<ProcessOutcome, { kind: 'exited' }>): string {
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
