/*
 * The screen on thirty invented homes, each with one problem that is worse than the others. Homes of 300 skills are in
 * `npm run homes -- large`, because thirty of them take minutes.
 */

import { expect, test } from 'vitest';
import { look } from '../homes/look.js';
import { inWrittenHome } from '../homes/program.js';
import { troubledHome } from '../homes/troubled.js';

const seeds = Array.from({ length: 30 }, (_, index) => index + 1);

test.each(seeds)('the first line names the worst problem of home %i', async (seed) => {
  const troubled = troubledHome(seed, { least: 20, most: 60 });
  const { attention, firstLine, next } = await inWrittenHome(troubled.home, (run) => look(run, troubled));
  expect(attention[0]?.kind, JSON.stringify(attention)).toBe(troubled.worst);
  expect(firstLine).toContain(attention[0]?.message);
  expect(next).not.toContain('search');
});
