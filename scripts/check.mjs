// `npm run check`: the fast gate for while you work. Lint, types, unused code, the tests beside the code.
import { bin, install, step } from './steps.mjs';

install();
step('lint', bin('biome'), ['check', '--error-on-warnings']);
step('types', bin('tsc'), ['-p', 'tsconfig.json']);
step('types of the web', bin('tsc'), ['-p', 'tsconfig.web.json']);
step('unused code', bin('knip'), []);
step('tests', bin('vitest'), ['run'], { env: { ...process.env, COPPICE_TESTS: 'fast' } });
