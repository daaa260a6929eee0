// `npm run check`: the fast gate for while you work. Lint, types, unused code, the tests beside the code.
import { bin, install, step } from './steps.mjs';

install();
step('lint', bin('biome'), ['check', '--error-on-warnings']);
for (const config of ['tsconfig.json', 'tsconfig.web.json']) {
  // What was checked once is checked again only where it changed.
  const memory = `node_modules/.cache/coppice/${config}.tsbuildinfo`;
  step(`types (${config})`, bin('tsc'), ['-p', config, '--incremental', '--tsBuildInfoFile', memory]);
}
step('unused code', bin('knip'), ['--cache']);
step('tests', bin('vitest'), ['run'], { env: { ...process.env, COPPICE_TESTS: 'fast' } });
