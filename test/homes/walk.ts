/*
 * Follows the screen: looks at `coppice`, runs the command that its `next` line names, as it is printed, and looks again,
 * until the screen is clean. A command that asks is repeated with `--yes`, as somebody at a terminal would agree.
 */

import type { Answer } from '../cli/coppice.js';

export interface WalkedStep {
  /** As it was typed. */
  readonly command: string;
  readonly answer: Answer;
}

export interface Walk {
  /** What was run, the looks at the screen included. */
  readonly steps: readonly WalkedStep[];
  /** The commands that `next` named. */
  readonly followed: readonly string[];
  readonly isClean: boolean;
}

export type RunCoppice = (words: readonly string[]) => Answer;

/** The first look scans for two seconds at most; on a slow machine, later ones go on. */
export function lookUntilScanned(run: RunCoppice): void {
  for (let unscanned = 1; unscanned > 0; ) ({ unscanned } = JSON.parse(run(['status', '--json']).stdout));
}

export function followTheScreen(run: RunCoppice, limit: number): Walk {
  lookUntilScanned(run);
  const steps: WalkedStep[] = [];
  const followed: string[] = [];
  const type = (command: string): Answer => {
    const answer = run(wordsOf(command).slice(1));
    steps.push({ command, answer });
    return answer;
  };
  for (;;) {
    const screen = type('coppice');
    const { attention } = JSON.parse(run(['status', '--json']).stdout);
    const command = nextOf(screen.stdout);
    // When nothing is wrong and everything was read, it offers to search.
    if (attention.length === 0 && command === 'coppice search TEXT')
      return { steps, followed, isClean: true };
    if (command === undefined || followed.length >= limit) return { steps, followed, isClean: false };
    followed.push(command);
    const { stdout, stderr } = type(command);
    const agreed = `${command} --yes`;
    if (`${stdout}${stderr}`.includes(agreed)) {
      steps.pop();
      type(agreed);
    }
  }
}

function nextOf(screen: string): string | undefined {
  return /^next +(coppice .*)$/m.exec(screen)?.[1];
}

/** As a shell splits them; the screen quotes with single quotes. */
function wordsOf(command: string): readonly string[] {
  return [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}
