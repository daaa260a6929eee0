/*
 * The screen of every day, `coppice` alone, against a listing of the same skills: an invented home of 300 skills with
 * problems of every kind, whose verdicts are known from an earlier look.
 */

import { look } from '../test/homes/look.js';
import { inWrittenHome } from '../test/homes/program.js';
import { troubledHome } from '../test/homes/troubled.js';
import { type Bench, shortest } from './bench.js';

export const benches: readonly Bench[] = [
  {
    name: 'coppice alone, 300 skills',
    limit: { ratio: 1.5 },
    run: async () => {
      const troubled = troubledHome(6, { least: 300, most: 300, kinds: ['hostile'] });
      return await inWrittenHome(troubled.home, (run) => {
        look(run, troubled);
        const figures = shortest(
          15,
          () => run([]),
          () => run(['list']),
        );
        return { ...figures, unit: 'ms', peerName: 'coppice list' };
      });
    },
  },
];
