import { defineConfig } from 'vitest/config';

// Tests beside the code, then those that drive the built program and look at the code itself. COPPICE_TESTS=fast is the
// gate for while you work: it leaves out what drives the program or needs a database, and the long walks through faults,
// kills and random input.
const fast = process.env['COPPICE_TESTS'] === 'fast';
const long = [
  '**/*.{fault,kill,process,property,effort,hostile,simulation}.test.ts',
  // These start programs or threads, or load models and whole sets.
  'src/cli/verbs.test.ts',
  'src/evidence/backfill-bad-input.test.ts',
  'src/evolve/notes/verify*.test.ts',
  'src/library/use/inline-shell.test.ts',
  'src/registry/server/threads/*.test.ts',
  'src/search/quality.test.ts',
  'src/app/semantic-models.test.ts',
  'src/search/models/{energetic,transformers}.test.ts',
  'src/skill/bundle/other-programs.test.ts',
  'src/system/gzip.test.ts',
  'src/system/process/{process,signals}*.test.ts',
];

/** These ask a real PostgreSQL, which is started once for all of them. */
const withDatabase = ['src/registry/**/*.db.test.ts', 'test/server/**/*.test.ts'];

/** These drive a real Chromium. */
const withBrowser = ['test/browser/**/*.test.ts'];

// Migrations are plain SQL files, imported as text.
const sql = {
  name: 'sql',
  transform: (text: string, path: string) =>
    path.endsWith('.sql') ? `export default ${JSON.stringify(text)}` : null,
};

const shared = {
  setupFiles: 'test/seed.ts',
  pool: 'threads',
  testTimeout: 60_000,
} as const;

export default defineConfig({
  test: {
    reporters: ['default'],
    // Beside the linter and the compiler on two cores, two workers get a fair share; what was compiled once is not again.
    ...(fast ? { maxWorkers: 2, experimental: { fsModuleCache: true } } : {}),
    projects: [
      {
        plugins: [sql],
        test: {
          ...shared,
          name: 'program',
          include: ['src/**/*.test.ts', fast ? 'test/meta/*.test.ts' : 'test/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...withDatabase, ...withBrowser, ...(fast ? long : [])],
          // A fresh worker for every file takes longer than most of the files.
          isolate: !fast,
        },
      },
      ...(fast
        ? []
        : [
            {
              plugins: [sql],
              test: {
                ...shared,
                name: 'server',
                include: withDatabase,
                globalSetup: ['test/server/start-database.ts'],
              },
            },
            {
              plugins: [sql],
              test: {
                ...shared,
                name: 'browser',
                include: withBrowser,
                globalSetup: ['test/browser/find-browser.ts', 'test/server/start-database.ts'],
                // A page of figures in two themes and three widths is looked through in one test.
                testTimeout: 120_000,
                hookTimeout: 60_000,
                expect: { poll: { timeout: 20_000 } },
              },
            },
          ]),
    ],
  },
});
