/*
 * Asks a person a question on the terminal and reads one line.
 */

import { createInterface } from 'node:readline';

interface PromptTerminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream;
}

/** Undefined if there is no terminal to ask on. Input that ends without a line is an empty answer. */
export async function promptLine(
  question: string,
  { input, output }: PromptTerminal = { input: process.stdin, output: process.stderr },
): Promise<string | undefined> {
  if (input.isTTY !== true) return undefined;
  const lines = createInterface({ input, output, terminal: true, historySize: 0 });
  try {
    return await new Promise((resolve) => {
      lines.once('close', () => resolve(''));
      lines.question(question, resolve);
    });
  } finally {
    lines.close();
  }
}
