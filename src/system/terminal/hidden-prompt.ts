/*
 * Asks a person for a secret on the terminal, without showing what is typed.
 */

import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

interface PromptTerminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream;
  /** What Ctrl-C does elsewhere. */
  interrupt(): void;
}

/** Undefined where there is no terminal. What ends without a line is an empty answer. */
export async function promptHidden(
  question: string,
  { input, output, interrupt }: PromptTerminal = processTerminal(),
): Promise<string | undefined> {
  if (input.isTTY !== true) return undefined;
  // As a terminal, so that it does not echo by itself; what the line editor would echo goes nowhere.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: nowhere, terminal: true, historySize: 0 });
  // Only now that nothing is echoed: whoever pastes answers as soon as they see the question.
  output.write(question);
  try {
    return await new Promise((resolve) => {
      lines.once('line', resolve);
      lines.once('close', () => resolve(''));
      lines.once('SIGINT', () => {
        lines.close();
        output.write('\n');
        interrupt();
      });
    });
  } finally {
    lines.close();
    output.write('\n');
  }
}

function processTerminal(): PromptTerminal {
  const { stdin, stderr, pid } = process;
  return { input: stdin, output: stderr, interrupt: () => process.kill(pid, 'SIGINT') };
}
