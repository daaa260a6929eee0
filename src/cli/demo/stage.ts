/*
 * The stage: runs the commands of the chapters and keeps how each of them went.
 */

import { join } from 'node:path';
import type { Clock } from '../../system/clock.js';
import type { PlayedStep, Stage } from './chapter.js';
import { commandText, shownLines } from './narration.js';
import { failed, type ProgramPlace, startProgram } from './start-program.js';
import { withRegistry } from './with-registry.js';

export interface StageOptions extends ProgramPlace {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** The title of the chapter that is being played. */
  chapter(): string;
  onStep(step: PlayedStep): void;
  onTold(sentence: string): void;
}

export function openStage(options: StageOptions): Stage {
  const { clock, signal, onStep, onTold } = options;
  const userHome = join(options.folder, 'home');
  return {
    userHome,
    tell: onTold,
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
      const leftOut = await withRegistry(options, signal, during);
      if (leftOut !== undefined) onTold(leftOut);
    },
  };
}
