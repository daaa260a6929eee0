/*
 * A process for a test to kill: a source file that is bundled and started, and prints lines as it proceeds.
 */

import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

export interface ChildProgram {
  start(...args: readonly string[]): Child;
  /** Kills all processes that still run. */
  close(): Promise<void>;
}

export interface Child {
  /** The next line that it prints; undefined once it has ended. */
  line(): Promise<string | undefined>;
  /** Kills it without a chance to clean up. */
  kill(): Promise<void>;
}

/** `source` is a `*.child.ts`. */
export function childProgram(source: URL): ChildProgram {
  const { script, remove } = builtProgram(source);
  const started: Child[] = [];
  return {
    start: (...args) => {
      const child = childOf(
        spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] }),
      );
      started.push(child);
      return child;
    },
    close: async () => {
      await Promise.all(started.map((child) => child.kill()));
      remove();
    },
  };
}

/** Bundles a source file so that Node can run it as a process or a thread. */
export function builtProgram(source: URL): { readonly script: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'coppice-child-'));
  const script = join(folder, 'child.mjs');
  buildSync({
    entryPoints: [fileURLToPath(source)],
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['pg-native', '@photostructure/sqlite'],
    loader: { '.sql': 'text' },
    banner: {
      js: `import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);`,
    },
    logLevel: 'error',
  });
  return { script, remove: () => rmSync(folder, { recursive: true }) };
}

function childOf(child: ChildProcessByStdio<null, Readable, null>): Child {
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const ended = once(child, 'exit');
  return {
    line: async () => {
      const next = await lines.next();
      return next.done ? undefined : next.value;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
