/*
 * Runs another program and reports how it ended. Takes only argv, never a shell string: a caller that wants a shell
 * names it. The program leads its own process group, and no process of that group outlives the run, whether the program
 * ends, takes too long, is cancelled, or this process ends (process-group.ts). For POSIX systems.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { faultCode } from '../disk/disk-fault.js';
import { guardGroup, killGroup, stopGroup } from './process-group.js';

export interface ProcessRequest {
  /** The program and its arguments; the program is looked up on the PATH of its environment. */
  readonly argv: readonly string[];
  readonly cwd?: string;
  /** Added to the minimal environment, and takes precedence; undefined removes a variable. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Without it, the program reads end of file at once. */
  readonly stdin?: string | Uint8Array;
  readonly timeoutMs: number;
  /** The time between SIGTERM and SIGKILL, after a timeout or an abort. */
  readonly graceMs?: number;
  /** The limit for stdout and stderr each; the program may write more, and never blocks on it. */
  readonly maxOutputBytes: number;
  readonly signal?: AbortSignal;
  /** Called with every piece of stdout as it arrives, also with what is beyond the limit. */
  readonly onStdout?: (piece: Uint8Array) => void;
}

export interface ProcessResult {
  readonly outcome: ProcessOutcome;
  readonly stdout: string;
  readonly stderr: string;
  /** Whether stdout or stderr was longer than the limit. */
  readonly truncated: boolean;
}

export type ProcessOutcome =
  | { readonly kind: 'exited'; readonly code: number }
  | { readonly kind: 'signalled'; readonly signal: NodeJS.Signals }
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'aborted' }
  | { readonly kind: 'not-started'; readonly reason: string };

const defaultGraceMs = 2_000;

/** How long other processes of the group may keep the output open after the program has ended. */
const lingerMs = 200;

const maxTimerMs = 2 ** 31 - 1;

export async function runProcess(request: ProcessRequest): Promise<ProcessResult> {
  if (request.signal?.aborted) return withoutOutput({ kind: 'aborted' });
  const started = await start(request);
  if (started.kind === 'not-started') return withoutOutput(started);

  const { child, leader, releaseGroup } = started;
  try {
    const { onStdout } = request;
    if (onStdout !== undefined) child.stdout?.on('data', onStdout);
    const stdout = captureOutput(child.stdout, request.maxOutputBytes);
    const stderr = captureOutput(child.stderr, request.maxOutputBytes);
    const closed = once(child, 'close');
    const outcome = await ending(child, request);
    if (outcome.kind === 'timed-out' || outcome.kind === 'aborted') {
      await stopGroup(leader, request.graceMs ?? defaultGraceMs);
    }
    await Promise.race([closed, polledFor(lingerMs)]);
    return {
      outcome,
      stdout: stdout.text(),
      stderr: stderr.text(),
      truncated: stdout.truncated() || stderr.truncated(),
    };
  } finally {
    killGroup(leader);
    releaseGroup();
    for (const stream of child.stdio) stream?.destroy();
  }
}

type Start =
  | {
      readonly kind: 'started';
      readonly child: ChildProcess;
      readonly leader: number;
      readonly releaseGroup: () => void;
    }
  | Extract<ProcessOutcome, { readonly kind: 'not-started' }>;

async function start(request: ProcessRequest): Promise<Start> {
  const [program, ...programArguments] = request.argv;
  if (program === undefined) return { kind: 'not-started', reason: 'no program was named' };
  try {
    const child = spawn(program, programArguments, {
      cwd: request.cwd,
      env: { ...minimalEnvironment(process.env), ...request.environment },
      stdio: [request.stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      detached: true,
    });
    // Some faults are thrown and others emitted.
    if (child.pid === undefined) throw (await once(child, 'error'))[0];
    return { kind: 'started', child, leader: child.pid, releaseGroup: guardGroup(child.pid) };
  } catch (fault) {
    return { kind: 'not-started', reason: whyNotStarted(fault, request) };
  }
}

function whyNotStarted(fault: unknown, { argv, cwd }: ProcessRequest): string {
  const code = faultCode(fault);
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      // The operating system does not say which of the two is missing.
      return cwd === undefined || isFolder(cwd)
        ? `program not found: ${argv[0]}`
        : `folder not found: ${cwd}`;
    case 'EACCES':
      return `no permission to run: ${argv[0]}`;
    case 'ERR_INVALID_ARG_VALUE':
      return 'a NUL character or an empty program name';
    default:
      if (fault instanceof Error && 'syscall' in fault) return `the operating system refused it: ${code}`;
      throw fault;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Sends the input, and resolves when the program ends, times out or is aborted. */
function ending(child: ChildProcess, { stdin, timeoutMs, signal }: ProcessRequest): Promise<ProcessOutcome> {
  return new Promise((resolve, reject) => {
    const end = (outcome: ProcessOutcome): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      resolve(outcome);
    };
    // A program that ended while this process was busy has not timed out, so its exit event is handled first.
    const onTimeout = (): void => {
      setImmediate(() => end({ kind: 'timed-out' }));
    };
    const onAbort = (): void => end({ kind: 'aborted' });
    const timer = setTimeout(onTimeout, Math.min(timeoutMs, maxTimerMs));
    signal?.addEventListener('abort', onAbort);
    if (signal?.aborted) onAbort();
    child.once('exit', (code, by) => {
      if (by !== null) end({ kind: 'signalled', signal: by });
      else if (code !== null) end({ kind: 'exited', code });
    });
    child.stdin?.on('error', (fault) => {
      // A program need not read its input to the end.
      const code = faultCode(fault);
      if (code !== 'EPIPE' && code !== 'ECONNRESET') reject(fault);
    });
    child.stdin?.end(stdin);
  });
}

/** Resolves after at least this time, and after all input that arrived until then was read. */
function polledFor(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    // The open output keeps the process running for as long as this timer matters.
    setTimeout(() => setImmediate(resolve), milliseconds).unref();
  });
}

function withoutOutput(outcome: ProcessOutcome): ProcessResult {
  return { outcome, stdout: '', stderr: '', truncated: false };
}

/** Enough to find programs, a home and a language, without the tokens and keys in a person's shell. */
const inheritedVariables = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TMPDIR', 'TERM'] as const;

export function minimalEnvironment(
  from: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const environment: Record<string, string> = {};
  for (const name of inheritedVariables) {
    const value = from[name];
    if (value !== undefined) environment[name] = value;
  }
  return environment;
}

interface CapturedOutput {
  /** The text so far; bytes that are not UTF-8 become U+FFFD. */
  text(): string;
  truncated(): boolean;
}

/** Reads a stream to its end, so that the program never blocks on a full pipe, but keeps only the first bytes. */
export function captureOutput(stream: Readable | null, maxBytes: number): CapturedOutput {
  const chunks: Uint8Array[] = [];
  let room = maxBytes;
  let truncated = false;
  stream?.on('data', (chunk: Buffer) => {
    truncated ||= chunk.length > room;
    if (room === 0) return;
    // A cut chunk is copied, because a view would keep the whole chunk in memory.
    chunks.push(chunk.length > room ? Uint8Array.from(chunk.subarray(0, room)) : chunk);
    room -= Math.min(room, chunk.length);
  });
  return {
    // Stream mode leaves out an incomplete character at the end, which the cut may have left.
    text: () =>
      new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.concat(chunks), { stream: truncated }),
    truncated: () => truncated,
  };
}
