/*
 * Starts this program in a process that knows only the temporary folder: another home, none of
 * the variables that agents and registries look at, and the clock of the story.
 */

import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ProgramStart } from '../../evidence/live/hooks.js';
import { type ProcessResult, runProcess } from '../../system/process/process.js';
import { CoppiceError } from '../../text/errors.js';
import { parseJson } from '../../text/json.js';
import { isObject } from '../../text/shape.js';
import type { Scene } from '../rules/demo/chapter.js';
import { screenWidth } from '../rules/demo/transcript.js';
import { today } from './sessions.js';

export interface ProgramOptions {
  readonly program: ProgramStart;
  /** The temporary one: the home of the story and the database are inside. */
  readonly folder: string;
  /** Where the optional packages of the real home are. */
  readonly packages: string;
}

type TypedCommand = Pick<Scene, 'words' | 'folder' | 'input' | 'realTime'>;

export function startProgram(
  { program, folder, packages }: ProgramOptions,
  { words, folder: at = '', input, realTime = false }: TypedCommand,
  signal: AbortSignal,
): Promise<ProcessResult> {
  const userHome = join(folder, 'home');
  return runProcess({
    argv: [program.executable, '--import', asOnTerminal, program.script, ...words],
    cwd: join(userHome, at),
    environment: {
      HOME: userHome,
      LANG: 'C.UTF-8',
      LC_ALL: undefined,
      TERM: 'dumb',
      NO_COLOR: '1',
      COPPICE_REGISTRY_DATA: join(folder, 'database'),
      COPPICE_PACKAGES: packages,
      COPPICE_EMBEDDINGS: 'off',
      COPPICE_LOG_LEVEL: 'error',
      COPPICE_STOP_GRACE_SECS: '0',
      ...(!realTime && { COPPICE_NOW: String(today) }),
    },
    ...(input !== undefined && { stdin: input }),
    timeoutMs: 600_000,
    // The database is to be closed in order.
    graceMs: 20_000,
    maxOutputBytes: 1 << 20,
    signal,
  });
}

/**
 * What is printed for a person differs from what is printed into a pipe. Here there is a pipe, and a person at the end of
 * it, so the process gets a terminal.
 */
const asOnTerminal = `data:text/javascript,${encodeURIComponent(
  `process.stdout.isTTY = true; process.stdout.columns = ${screenWidth};`,
)}`;

/** Why the story cannot go on after it. */
export function failed(command: string, { outcome, stderr }: ProcessResult): CoppiceError {
  if (outcome.kind === 'aborted') return stopped();
  const how = outcome.kind === 'exited' ? `ended with ${outcome.code}` : outcome.kind;
  return new CoppiceError('internal', `\`${command}\` ${how}: ${stderr.trim().split('\n')[0]}`);
}

function stopped(): CoppiceError {
  return new CoppiceError('unavailable', 'the demonstration was stopped');
}

/*
 * A registry beside the story: started on a free port, asked to stop in the end, and waited for, so that its database
 * is closed before the folder goes.
 */

/** Undefined where it was played; else why it was left out. */
export async function withDemoRegistry(
  place: ProgramOptions,
  signal: AbortSignal,
  during: (url: string) => Promise<void>,
): Promise<string | undefined> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const stop = new AbortController();
  const words = ['registry', 'serve', '--port', String(port), '--json'];
  const ended = startProgram(place, { words, realTime: true }, stop.signal);
  try {
    const first = await Promise.race([ended, untilReady(url, AbortSignal.any([signal, stop.signal]))]);
    if (first === 'stopped') throw stopped();
    if (first !== 'ready') return whyLeftOut(first);
    await during(url);
    return undefined;
  } finally {
    stop.abort();
    await ended;
  }
}

/** A missing optional package is not a failure; anything else is. */
function whyLeftOut(result: ProcessResult): string {
  const document = parseJson(result.stdout);
  const error = isObject(document) && isObject(document['error']) ? document['error'] : {};
  if (error['code'] !== 'package-missing') throw failed('coppice registry serve', result);
  return `This chapter is skipped: ${error['message']}. To see it: ${error['hint']}`;
}

async function untilReady(url: string, signal: AbortSignal): Promise<'ready' | 'stopped'> {
  while (!signal.aborted) {
    if (await isReady(url)) return 'ready';
    await delay(50);
  }
  return 'stopped';
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok;
  } catch (error) {
    // Nobody listens yet.
    if (error instanceof TypeError) return false;
    throw error;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
