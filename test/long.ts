/*
 * For a long test among short ones, such as a walk through every operation: the fast gate leaves it out, as it does files
 * of the long kinds (vitest.config.ts), and the full gate runs it.
 */

import { test } from 'vitest';

export const longTest = process.env['COPPICE_TESTS'] === 'fast' ? test.skip : test;
