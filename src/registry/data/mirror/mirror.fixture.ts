/*
 * A repository for the mirror in tests, made and read with the real git.
 */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Registry } from '../../registry.js';
import { doDueWork, type Round } from '../outbox.js';
import { mirrorTopic } from './mirror-topic.js';
import type { MirrorOptions } from './repository.js';

export interface TestMirror extends MirrorOptions {
  /** Does the work that is due now. */
  follow(registry: Registry): Promise<Round | undefined>;
  git(...words: readonly string[]): string;
  /** The subjects of the commits, the oldest first. */
  log(): readonly string[];
  /** What a commit touches. */
  touched(commit: string): readonly string[];
  remove(): void;
}

export function testMirror(...initOptions: readonly string[]): TestMirror {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'coppice-mirror-')));
  // The user's own configuration must not affect a test.
  const environment = { PATH: process.env['PATH'], HOME: folder, XDG_CONFIG_HOME: folder };
  const run = (...words: readonly string[]): string =>
    execFileSync('git', words, { cwd: folder, encoding: 'utf8', env: environment, stdio: 'pipe' });
  run('init', '--quiet', '--initial-branch=main', ...initOptions);
  return {
    folder,
    environment,
    follow: (registry) => doDueWork(registry, mirrorTopic({ folder, environment })),
    git: run,
    log: () => linesOf(run('log', '--reverse', '--format=%s')),
    touched: (commit) => linesOf(run('show', '--format=', '--name-only', commit)),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '');
}
