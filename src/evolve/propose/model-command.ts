/*
 * A model behind a command of the user's: the question goes in on stdin, never as an argument, and the answer comes out
 * on stdout. It has a minimal environment and a limited time.
 */

import { runProcess } from '../../system/process/process.js';
import { failed, type ModelAnswer, type ModelSettings, maxAnswerBytes, tookTooLong } from './model-answer.js';
import type { Prompt } from './prompt.js';

export async function askCommand(
  { command, folder, timeoutMs }: ModelSettings,
  { rules, data }: Prompt,
): Promise<ModelAnswer> {
  const { outcome, stdout, truncated } = await runProcess({
    argv: typeof command === 'string' ? ['sh', '-c', command] : command,
    cwd: folder,
    stdin: `${rules}\n\n${data}\n`,
    timeoutMs,
    maxOutputBytes: maxAnswerBytes,
  });
  switch (outcome.kind) {
    case 'exited':
      if (outcome.code !== 0) return failed(`the command ended with exit code ${outcome.code}`);
      return truncated ? failed('its output is too long') : { kind: 'text', text: stdout };
    case 'timed-out':
      return tookTooLong(timeoutMs);
    case 'not-started':
      return failed(outcome.reason);
    case 'signalled':
    case 'aborted':
      return failed('the command was ended by a signal');
    default:
      return outcome satisfies never;
  }
}
