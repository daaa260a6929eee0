// `npm run check`: the fast checks to run while you work. Lint, types, unused code, the tests beside the code.
import { bin, install, step } from './steps.mjs';

install();
step('lint', bin('biome'), ['check', '--error-on-warnings']);
for (const config of ['tsconfig.json', 'tsconfig.web.json']) {
  // Incremental: the compiler checks again only what changed.
  const buildInfo = `node_modules/.cache/coppice/${config}.tsbuildinfo`;
  step(`types (${config})`, bin('tsc'), ['-p', config, '--incremental', '--tsBuildInfoFile', buildInfo]);
}
step('unused code', bin('knip'), ['--cache']);
step('tests', bin('vitest'), ['run'], { env: { ...process.env, COPPICE_TESTS: 'fast' } });
