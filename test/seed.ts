/*
 * Property tests draw the same inputs in every run, so that the gate says the same twice. COPPICE_SEED=N (or `random`)
 * draws others.
 */

import { readFileSync } from 'node:fs';
import { expect } from 'vitest';

const { testPath } = expect.getState();
const given = process.env['COPPICE_SEED'] ?? '1';
// Loading fast-check for every file would take longer than many of the tests.
if (testPath && given !== 'random' && readFileSync(testPath, 'utf8').includes("'fast-check'")) {
  const { default: fc } = await import('fast-check');
  fc.configureGlobal({ seed: Number(given) });
}
