/*
 * Programs that go on when this one ends: a server in the background, and the browser of the person.
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

interface BackgroundRequest {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Starts it and returns what it prints first, up to the line that says it is ready, or all of it where it ends before. */
export async function startInBackground(
  { argv: [program = '', ...words], cwd, environment }: BackgroundRequest,
  isLast: (line: string) => boolean,
): Promise<string> {
  const child = spawn(program, words, {
    cwd,
    env: environment,
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const lines: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    lines.push(line);
    if (isLast(line)) break;
  }
  child.stdout.destroy();
  child.unref();
  return lines.join('\n');
}

/** Opens a file or an address as the person's desktop does. False where nothing can. */
export async function openForPerson(
  target: string,
  {
    platform,
    environment,
  }: { readonly platform: string; readonly environment: BackgroundRequest['environment'] },
): Promise<boolean> {
  const program = platform === 'darwin' ? 'open' : 'xdg-open';
  const child = spawn(program, [target], { env: environment, detached: true, stdio: 'ignore' });
  try {
    await once(child, 'spawn');
    child.unref();
    return true;
  } catch {
    // There is no such program.
    return false;
  }
}
