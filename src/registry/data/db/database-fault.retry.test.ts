import { expect, test } from 'vitest';
import { retryingConflicts } from './database-fault.js';

function faultOf(code: string): Error {
  return Object.assign(new Error('given up'), { code, severity: 'ERROR' });
}

/** Each run fails with the next of `faults`. */
async function check(faults: readonly string[], expected: string): Promise<void> {
  let runs = 0;
  const outcome = await retryingConflicts(async () => {
    const code = faults[runs];
    runs += 1;
    if (code !== undefined) throw faultOf(code);
    return 'done';
  }).catch((error: unknown) => String(error));
  expect(`${outcome} after ${runs}`).toBe(expected);
}

test('a transaction that lost a conflict is run again, a few times', async () => {
  await check([], 'done after 1');
  await check(['40001'], 'done after 2');
  await check(['40P01', '40001', '40P01'], 'done after 4');
  await check(Array(9).fill('40001'), 'Error: given up after 4');
});

test('after any other fault it is not run again', async () => {
  await check(['23505'], 'Error: given up after 1');
});
