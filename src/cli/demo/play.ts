/*
 * Plays the whole story in a temporary folder, and always removes it.
 */

import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Clock } from '../../system/clock.js';
import { CoppiceError } from '../../text/errors.js';
import type { PlayedStep, Stage } from '../rules/demo/chapter.js';
import { commandText, shownLines } from '../rules/demo/transcript.js';
import { buildHome } from './build-home.js';
import { chapters } from './chapters.js';
import { failed, type ProgramOptions, startProgram, withDemoRegistry } from './start-program.js';

interface PlayOptions
  extends Pick<StageOptions, 'program' | 'packages' | 'clock' | 'signal' | 'onStep' | 'onNarration'> {
  readonly keep: boolean;
  onFolder(folder: string): void;
  onChapter(title: string, number: number): void;
}

export interface PlayResult {
  readonly ok: boolean;
  /** Null where it was removed. */
  readonly folder: string | null;
  readonly ms: number;
  readonly steps: readonly PlayedStep[];
  readonly told: readonly string[];
  /** Why it ended early. */
  readonly error: { readonly code: string; readonly message: string } | null;
}

export async function play(options: PlayOptions): Promise<PlayResult> {
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
      onNarration: (sentence) => {
        told.push(sentence);
        options.onNarration(sentence);
      },
    });
    const ms = options.clock.now() - started;
    return { ok: error === null, folder: options.keep ? folder : null, ms, steps, told, error };
  } finally {
    if (!options.keep) rmSync(folder, { recursive: true, force: true });
  }
}

async function playChapters(
  options: PlayOptions & { readonly folder: string },
): Promise<PlayResult['error']> {
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

/*
 * The stage: runs the commands of the chapters and keeps how each of them went.
 */

interface StageOptions extends ProgramOptions {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** The title of the chapter that is being played. */
  chapter(): string;
  onStep(step: PlayedStep): void;
  onNarration(sentence: string): void;
}

function openStage(options: StageOptions): Stage {
  const { clock, signal, onStep, onNarration } = options;
  const userHome = join(options.folder, 'home');
  return {
    userHome,
    narrate: onNarration,
    run: async (scene) => {
      const { says, sees = null, folder } = scene;
      const command = commandText(scene, userHome);
      const started = clock.now();
      const result = await startProgram(options, scene, signal);
      const { outcome } = result;
      const exitCode = outcome.kind === 'exited' ? outcome.code : 1;
      onStep({
        ...{ chapter: options.chapter(), says, command, exitCode, sees },
        folder: folder === undefined ? '~' : `~/${folder}`,
        ms: clock.now() - started,
        shown: shownLines(result, scene, userHome),
      });
      if (exitCode !== 0) throw failed(command, result);
      return result;
    },
    withRegistry: async (during) => {
      const leftOut = await withDemoRegistry(options, signal, during);
      if (leftOut !== undefined) onNarration(leftOut);
    },
  };
}
