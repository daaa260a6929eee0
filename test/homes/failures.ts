/*
 * What goes wrong in the sessions of the month: commands that fail, each with the step after which the same command works,
 * and results that the user corrects.
 */

export interface RecurringFailure {
  readonly command: string;
  readonly output: string;
  readonly fix: string;
  readonly works: string;
}

export const recurringFailures: readonly RecurringFailure[] = [
  {
    command: 'npm test',
    output: "Error: Cannot find module 'vitest'\nRequire stack:\n- /r/vitest.config.js",
    fix: 'npm install',
    works: 'Tests  41 passed (41)',
  },
  {
    command: 'docker run whisper-local notes.wav',
    output:
      "Unable to find image 'whisper-local:latest' locally\ndocker: Error response from daemon: pull access denied for whisper-local.",
    fix: 'docker build -t whisper-local .',
    works: 'notes.txt written, 214 lines',
  },
  {
    command: 'terraform plan',
    output: 'Error: Backend initialization required, please run "terraform init"',
    fix: 'terraform init',
    works: 'No changes. Your infrastructure matches the configuration.',
  },
  {
    command: 'npx playwright test',
    output:
      "Error: browserType.launch: Executable doesn't exist at /r/.cache/ms-playwright/chromium-1140/chrome",
    fix: 'npx playwright install chromium',
    works: '12 passed (14.1s)',
  },
  {
    command: 'python3 scripts/profile.py data/all.csv',
    output: "Traceback (most recent call last):\nModuleNotFoundError: No module named 'pandas'",
    fix: 'pip install pandas',
    works: '48213 rows, 17 columns',
  },
  {
    command: 'psql -f migrations/latest.sql',
    output:
      'psql: error: connection to server at "localhost" (127.0.0.1), port 5432 failed: Connection refused',
    fix: 'docker compose up -d database',
    works: 'ALTER TABLE',
  },
  {
    command: 'bundle exec rspec',
    output:
      'Could not find rake-13.2.1 in locally installed gems\nRun `bundle install` to install missing gems.',
    fix: 'bundle install',
    works: '88 examples, 0 failures',
  },
];

export interface RecurringCorrection {
  /** What the agent says about its result. */
  readonly says: string;
  readonly correction: string;
}

export const recurringCorrections: readonly RecurringCorrection[] = [
  {
    says: 'Done, it listens on port 8000 now.',
    correction: 'No, that is wrong. It should be port 8080, not 8000.',
  },
  {
    says: 'Done, the dates are in the American order.',
    correction: 'No, not like that. You should write the day before the month.',
  },
  {
    says: 'Done, all of it is in one file.',
    correction: 'That is wrong, you should split it into one file for each month.',
  },
];
