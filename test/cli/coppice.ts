/*
 * Runs the built program as a person would: in an empty home, with nothing of this machine's environment.
 */

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

export const program = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

export interface Answer {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Home {
  readonly path: string;
  coppice(
    words: readonly string[],
    options?: {
      input?: string;
      environment?: Record<string, string>;
      workingFolder?: string;
      /** The program, or a link to it. */
      startedAs?: string;
    },
  ): Answer;
  /** Writes a file below the home, with the folders it needs. */
  put(path: string, content: string | Uint8Array): void;
}

export function emptyHome(): Home {
  if (!existsSync(program)) throw new Error('dist/main.js is missing: run npm run build first');
  const path = mkdtempSync(join(tmpdir(), 'coppice-cli-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return {
    path,
    coppice(words, { input = '', environment = {}, workingFolder = '.', startedAs = program } = {}) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [startedAs, ...words], {
        cwd: join(path, workingFolder),
        input,
        encoding: 'utf8',
        env: { PATH: process.env['PATH'], HOME: path, LANG: 'C.UTF-8', ...environment },
      });
      return { code: status, stdout, stderr };
    },
    put(name, content) {
      const target = join(path, name);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, content);
    },
  };
}
