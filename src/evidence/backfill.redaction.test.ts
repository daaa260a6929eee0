import { expect, test } from 'vitest';
import { createEnvironmentFinder } from '../scan/secrets/redact.js';
import { memoryFiles } from '../system/disk/memory-disk.js';
import { hourMs } from '../text/time.js';
import { now, promptLine, withMachine } from './backfill.world.js';

const path = '/u/.claude/projects/p/one.jsonl';
const secret = ['Kq7', 'vTz2', 'Lm9x', 'Rb4w'].join('');

/** Reads the messages of a session in pieces, and returns what is stored of them and of the cursors. */
async function stored(...pieces: readonly (readonly string[])[]): Promise<string> {
  return await withMachine(
    async (machine) => {
      let text = '';
      for (const piece of pieces) {
        for (const message of piece) text += promptLine(message, now - hourMs + text.length);
        machine.put(path, text);
        await machine.backfill();
      }
      const events = await machine.events();
      return JSON.stringify([events.map(({ args }) => args), machine.store.cursor(path)?.memory]);
    },
    memoryFiles(),
    createEnvironmentFinder({}),
  );
}

test('a value that was recognised once is redacted before and after, as it is and encoded', async () => {
  const text = await stored([
    `first ${secret} alone`,
    `the password for staging is ${secret}`,
    `again ${btoa(secret)}`,
  ]);
  expect(text).not.toContain(secret);
  expect(text).not.toContain(btoa(secret));
  expect(text).toContain('first [redacted:');
});

test('a value is still known at the next reading, which stores only its hash', async () => {
  const text = await stored([`the password for staging is ${secret}`], [`now ${secret} alone`]);
  expect(text).not.toContain(secret);
  expect(text).toContain('now [redacted:');
});

test('without a secret before it, the same word stays', async () => {
  expect(await stored([`now ${secret.slice(0, 7)} alone`])).toContain(`now ${secret.slice(0, 7)} alone`);
});
