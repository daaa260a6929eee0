/*
 * `coppice demo`: plays the story, and shows it while it happens.
 */

import { type Context, libraryOptions } from '../../../app/context.js';
import { systemClock } from '../../../system/clock.js';
import { packagesFolder } from '../../../system/optional-package.js';
import { untilInterruptedOrClosed } from '../../../system/process/signals.js';
import { printable } from '../../../text/printable.js';
import { type PlayResult, play } from '../../demo/play.js';
import type { PlayedStep } from '../../rules/demo/chapter.js';
import { terminalLines } from '../../rules/demo/transcript.js';
import type { Report } from '../../rules/verb.js';
import type { Input } from '../../verbs/records.js';

export async function runDemo(context: Context, input: Input<'demo'>): Promise<Report> {
  const { program, environment, terminal } = context;
  const { bold, dim } = terminal.stdout.colours;
  const say = (...lines: readonly string[]) => {
    const text = lines.map((line) => `${line.trimEnd()}\n`).join('');
    if (!input.isOn('json') && !hasReaderLeft) terminal.stdout.write(text);
  };
  const showStep = (step: PlayedStep) => {
    const [command = '', ...output] = terminalLines(step).map((line) => printable(line));
    say('', step.says, `  ${bold(command)}`, ...output.map((line) => `  ${line}`));
    if (step.sees !== null) say(dim(`-> ${step.sees}`));
  };
  const stop = new AbortController();
  let hasReaderLeft = false;
  void untilInterruptedOrClosed().then((how) => {
    hasReaderLeft = how === 'reader-left';
    stop.abort();
  });
  const played = await play({
    program,
    // The duration is measured by the real clock, not by that of the story.
    clock: systemClock,
    packages: packagesFolder(libraryOptions(context).home, environment),
    keep: input.isOn('keep'),
    signal: stop.signal,
    onFolder: (folder) =>
      say(`Created a home with skills and sessions in ${folder}. Below, ~ is ${folder}/home.`),
    onChapter: (title, number) => say('', bold(`${number}. ${title}`)),
    onStep: showStep,
    onNarration: (sentence) => say('', sentence),
  });
  say('', ...ending(played));
  return { document: played, text: '', exitCode: played.ok || hasReaderLeft ? 0 : 1 };
}

function ending({ error, folder, ms }: PlayResult): readonly string[] {
  const where = folder === null ? 'The folder was removed.' : `Explore it with: HOME=${folder}/home coppice`;
  if (error !== null) return [`The demo ended here: ${printable(error.message)}. ${where}`];
  return [
    `That was everything, in ${Math.round(ms / 1_000)} s. ${where}`,
    'On your own skills:',
    '  coppice                     the current state, and what to do next',
    '  coppice evidence backfill   what your agents have done; no skill is changed',
    '  coppice curate --dry-run    what would be retired; nothing is moved',
  ];
}
