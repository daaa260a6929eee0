/*
 * The built program in a written home, at the time of the home, with nothing of this machine's environment.
 */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { PlannedHome } from './plan.js';
import type { RunCoppice } from './walk.js';
import { writeHome } from './write-home.js';

/** Writes it into a temporary folder, which is gone afterwards. */
export async function inWrittenHome<Result>(
  home: PlannedHome,
  act: (run: RunCoppice, folder: string) => Promise<Result> | Result,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'coppice-home-'));
  try {
    await writeHome(folder, home);
    return await act(programIn(folder, home.now), folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function programIn(folder: string, now: number): RunCoppice {
  const program = resolve('dist/main.js');
  return (words) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words], {
      cwd: folder,
      input: '',
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      env: { PATH: process.env['PATH'], HOME: folder, LANG: 'C.UTF-8', COPPICE_NOW: String(now) },
    });
    return { code: status, stdout, stderr };
  };
}
