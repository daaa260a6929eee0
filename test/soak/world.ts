/*
 * The place of a soak, a home and two projects with nothing of this machine in them, and how the built program is run
 * there: as a process of its own that may be killed at any moment.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Journal } from './journal.js';
import type { Random } from './random.js';

export interface World {
  readonly folder: string;
  /** Of Coppice. */
  readonly home: string;
  /** Of the user; where the program is run unless another folder is given. */
  readonly user: string;
  readonly journal: Journal;
  run(words: readonly string[], options?: RunOptions): Promise<Outcome>;
  /** Runs on until it is stopped. */
  start(words: readonly string[]): ChildProcess;
}

export interface RunOptions {
  readonly workingFolder?: string;
  readonly input?: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Given, it may be killed, and this decides whether and when. */
  readonly danger?: Random;
}

/** What a process that was killed has done is not known: all, nothing, or part of it. */
export type Outcome =
  | { readonly kind: 'killed' }
  | { readonly kind: 'done'; readonly document: Document }
  | { readonly kind: 'refused'; readonly code: string; readonly text: string; readonly document: Document };

export type Document = Readonly<Record<string, unknown>>;

/** The rows of a list in a document; none where there is no such list. */
export function recordsOf(document: Document, key: string): readonly Document[] {
  const found = document[key];
  return Array.isArray(found) ? found : [];
}

const killProbability = 0.15;
/** Longer than most verbs take, so that a kill may come at any point of them. */
const latestKillMs = 900;

export function newWorld(journal: Journal): World {
  const folder = mkdtempSync(join(tmpdir(), 'coppice-soak-'));
  // As root, PostgreSQL runs as another user, which must be able to enter.
  chmodSync(folder, 0o755);
  const user = join(folder, 'user');
  const home = join(folder, 'home');
  mkdirSync(user);
  const program = resolve('dist/main.js');
  const environment = {
    PATH: process.env['PATH'],
    HOME: user,
    COPPICE_HOME: home,
    COPPICE_REGISTRY_DATA: join(folder, 'pg'),
    COPPICE_RATE_READS: '1000000000',
    COPPICE_RATE_WRITES: '1000000000',
    COPPICE_RATE_PUBLISHES: '1000000000',
  };
  return {
    folder,
    home,
    user,
    journal,
    start: (words) =>
      spawn(process.execPath, [program, ...words], { cwd: user, env: environment, stdio: 'ignore' }),
    run: async (words, { workingFolder = user, input = '', environment: more, danger } = {}) => {
      const child = spawn(process.execPath, [program, ...words, '--json'], {
        cwd: workingFolder,
        env: { ...environment, ...more },
      });
      const verb = words.slice(0, twoWordVerbs.has(words[0] ?? '') ? 2 : 1).join(' ');
      journal.did(verb);
      const isDoomed = danger?.chance(killProbability) === true;
      const timer = isDoomed && setTimeout(() => child.kill('SIGKILL'), danger?.below(latestKillMs));
      const ended = await endOf(child, input);
      if (timer !== false) clearTimeout(timer);
      if (ended.signal === null) return outcomeOf(ended);
      journal.check(
        'only we kill',
        isDoomed && ended.signal === 'SIGKILL',
        () => `coppice ${words.join(' ')} was ended by ${ended.signal}: ${ended.errors}`,
      );
      journal.killed(verb);
      return { kind: 'killed' };
    },
  };
}

const twoWordVerbs = new Set(['usage', 'evidence', 'evolve', 'registry']);

interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
  readonly errors: string;
}

function endOf(child: ChildProcess, input: string): Promise<Ended> {
  let output = '';
  let errors = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  // A process that was killed does not read on.
  child.stdin?.on('error', (fault: NodeJS.ErrnoException) => {
    if (fault.code !== 'EPIPE' && fault.code !== 'ECONNRESET') throw fault;
  });
  child.stdin?.end(input);
  return new Promise((done) => {
    child.once('close', (code, signal) => done({ code, signal, output, errors }));
  });
}

function outcomeOf({ code, output, errors }: Ended): Outcome {
  const text = `exit ${code}: ${output}${errors}`;
  const document = parsed(output);
  if (document === undefined) return { kind: 'refused', code: 'no document', text, document: {} };
  if (code === 0) return { kind: 'done', document };
  const { error } = document;
  const isReported = typeof error === 'object' && error !== null && 'code' in error;
  return { kind: 'refused', code: isReported ? String(error.code) : `exit ${code}`, text, document };
}

function parsed(output: string): Document | undefined {
  try {
    return JSON.parse(output);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
