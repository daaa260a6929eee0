/*
 * How long the program takes to answer, against Node doing nothing.
 */

import { spawnSync } from 'node:child_process';
import { type Bench, shortest } from './bench.js';

const node = (...words: string[]) => {
  const { status } = spawnSync(process.execPath, words, { stdio: 'ignore' });
  if (status !== 0) throw new Error(`node ${words.join(' ')} exited ${status}`);
};

export const benches: readonly Bench[] = [
  {
    name: 'start-up of coppice --version',
    limit: { ratio: 1.8 },
    run: () => ({
      ...shortest(
        20,
        () => node('dist/main.js', '--version'),
        () => node('-e', '0'),
      ),
      unit: 'ms',
      peerName: 'node -e 0',
    }),
  },
];
