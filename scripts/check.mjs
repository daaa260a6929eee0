// `npm run check`: the fast checks to run while you work. Lint, types and unused code beside the tests of the code: the tests
// keep one core busy, the others take turns on the second.
import { bin, chain, install } from './steps.mjs';

install();
const types = (config) => {
  // Incremental: the compiler checks again only what changed.
  const buildInfo = `node_modules/.cache/coppice/${config}.tsbuildinfo`;
  return [`types (${config})`, bin('tsc'), ['-p', config, '--incremental', '--tsBuildInfoFile', buildInfo]];
};
const failed = await Promise.all([
  chain([
    ['lint', bin('biome'), ['check', '--error-on-warnings']],
    types('tsconfig.json'),
    types('tsconfig.web.json'),
    ['unused code', bin('knip'), ['--cache']],
  ]),
  chain([['tests', bin('vitest'), ['run'], { env: { ...process.env, COPPICE_TESTS: 'fast' } }]]),
]);
process.exitCode = Math.max(...failed);
