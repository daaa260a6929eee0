// `npm test`: the whole gate, from a clean clone. Installs, builds, lints, type-checks and runs every test.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bin, install, step } from './steps.mjs';

install();
step('build', process.execPath, ['scripts/build.mjs']);
step('lint', bin('biome'), ['check', '--error-on-warnings']);
step('types', bin('tsc'), ['-p', 'tsconfig.json']);
step('types of the web', bin('tsc'), ['-p', 'tsconfig.web.json']);
step('unused code', bin('knip'), []);

const scratch = mkdtempSync(join(tmpdir(), 'coppice-test-'));
const results = join(scratch, 'results.json');
step('tests', bin('vitest'), [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${results}`,
]);
const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(results, 'utf8'));
rmSync(scratch, { recursive: true, force: true });
console.log(`${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests} skipped`);
