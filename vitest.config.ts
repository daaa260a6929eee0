import { defineConfig } from 'vitest/config';

// Unit, property, contract and fault tests sit beside the code; what drives the built program sits in test/.
// COPPICE_TESTS=fast leaves the second kind to the whole run.
export default defineConfig({
  test: {
    include:
      process.env['COPPICE_TESTS'] === 'fast'
        ? ['src/**/*.test.ts', 'test/meta/**/*.test.ts']
        : ['src/**/*.test.ts', 'test/**/*.test.ts'],
    pool: 'threads',
    testTimeout: 30_000,
    reporters: ['default'],
  },
});
