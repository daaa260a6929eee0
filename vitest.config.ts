import { defineConfig } from 'vitest/config';

// Tests beside the code, then those that drive the built program and look at the code itself. COPPICE_TESTS=fast is the
// gate for while you work: it leaves out what drives the program, and the long walks through faults, kills and random input.
const fast = process.env['COPPICE_TESTS'] === 'fast';
const long = ['**/*.{fault,kill,process,property,effort}.test.ts', 'src/system/process.test.ts'];

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', fast ? 'test/meta/*.test.ts' : 'test/**/*.test.ts'],
    exclude: ['**/node_modules/**', ...(fast ? long : [])],
    setupFiles: ['test/seed.ts'],
    pool: 'threads',
    // A fresh worker for every file takes longer than most of the files.
    isolate: !fast,
    testTimeout: 60_000,
    reporters: ['default'],
  },
});
