/*
 * Asks a person for a secret on the terminal, without showing what is typed.
 */

import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

interface PromptTerminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream;
  /** Does what Ctrl-C usually does. */
  interrupt(): void;
}

/** Undefined if there is no terminal. Input that ends without a line is an empty answer. */
export async function promptHidden(
  question: string,
  { input, output, interrupt }: PromptTerminal = processTerminal(),
): Promise<string | undefined> {
  if (input.isTTY !== true) return undefined;
  // Terminal mode turns the terminal's own echo off, and the line editor's echo goes nowhere.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: nowhere, terminal: true, historySize: 0 });
  // The question comes after echo is off, because some people paste as soon as they see it.
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
