import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inWrittenHome } from '../homes/program.js';
import { walkTranscript, withWalk } from '../homes/transcript.js';
import { walkThrough } from '../homes/walk-home.js';
import { walkedHome } from '../homes/walked-home.js';

test('the screen leads through a neglected home to a clean one, loses nothing, and all of it can be undone', async () => {
  const home = walkedHome();
  const walk = await inWrittenHome(home, (run, folder) => walkThrough(folder, run));
  expect(walk.steps[0]?.answer.stdout).toMatch(/^5 skills are blocked by the scanner /);
  expect(walk.followed).toEqual([
    'coppice archive --blocked',
    'coppice doctor --fix',
    'coppice archive --unloadable',
    'coppice dedupe',
    'coppice evidence backfill',
    'coppice evolve run --propose',
    'coppice tidy',
    'coppice evolve review accept --all',
  ]);
  expect(walk.steps.map(({ answer }) => answer.code)).toEqual(walk.steps.map(() => 0));
  const { isClean, lost, differing, undone } = walk;
  expect({ isClean, lost, differing }).toEqual({ isClean: true, lost: [], differing: [] });
  expect(undone).toBeGreaterThan(5);

  const page = readFileSync(new URL('../../docs/getting-started.md', import.meta.url), 'utf8');
  expect(withWalk(page, walkTranscript(walk)), 'npm run homes -- transcript').toBe(page);
}, 180_000);
