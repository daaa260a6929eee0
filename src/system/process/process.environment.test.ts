import { expect, test } from 'vitest';
import { minimalEnvironment } from './process.js';

test('only what a program needs to find its way is passed on, and only where it is set', () => {
  const needed = { PATH: '/bin', HOME: '/home/ada', LANG: 'C', LC_ALL: 'C', TMPDIR: '/tmp', TERM: 'xterm' };
  expect(minimalEnvironment({ ...needed, API_TOKEN: 'secret', NODE_OPTIONS: '--inspect' })).toEqual(needed);
  expect(minimalEnvironment({ PATH: '/bin', HOME: undefined, TERM: '' })).toEqual({ PATH: '/bin', TERM: '' });
});
