/*
 * Plays the whole story in a temporary folder, and leaves nothing of it behind, however it ends.
 */

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CoppiceError } from '../../text/errors.js';
import { buildHome } from './build-home.js';
import type { PlayedStep } from './chapter.js';
import { chapters } from './chapters.js';
import { openStage, type StageOptions } from './stage.js';

export interface PlayOptions
  extends Pick<StageOptions, 'program' | 'packages' | 'clock' | 'signal' | 'onStep' | 'onTold'> {
  readonly keep: boolean;
  onFolder(folder: string): void;
  onChapter(title: string, number: number): void;
}

export interface Played {
  readonly ok: boolean;
  /** Null where it was removed. */
  readonly folder: string | null;
  readonly ms: number;
  readonly steps: readonly PlayedStep[];
  readonly told: readonly string[];
  /** Why it ended early. */
  readonly error: { readonly code: string; readonly message: string } | null;
}

export async function play(options: PlayOptions): Promise<Played> {
  const started = options.clock.now();
  const folder = mkdtempSync(join(tmpdir(), 'coppice-demo-'));
  // Where PostgreSQL has to be somebody else than root, they must be able to pass.
  chmodSync(folder, 0o711);
  const steps: PlayedStep[] = [];
  const told: string[] = [];
  try {
    options.onFolder(folder);
    const error = await playChapters({
      ...options,
      folder,
      onStep: (step) => {
        steps.push(step);
        options.onStep(step);
      },
      onTold: (sentence) => {
        told.push(sentence);
        options.onTold(sentence);
      },
    });
    const ms = options.clock.now() - started;
    return { ok: error === null, folder: options.keep ? folder : null, ms, steps, told, error };
  } finally {
    if (!options.keep) rmSync(folder, { recursive: true, force: true });
  }
}

async function playChapters(options: PlayOptions & { readonly folder: string }): Promise<Played['error']> {
  let current = '';
  const stage = openStage({ ...options, chapter: () => current });
  try {
    await buildHome(stage.userHome);
    for (const [at, { title, play: playOne }] of chapters.entries()) {
      current = title;
      options.onChapter(title, at + 1);
      await playOne(stage);
    }
    return null;
  } catch (error) {
    if (!(error instanceof CoppiceError)) throw error;
    return { code: error.code, message: error.message };
  }
}
