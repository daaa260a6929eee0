/*
 * Finds the Chromium that the tests drive: CHROMIUM_PATH, or one of the usual places. Without one they are skipped, which is
 * said once; where tests must not be skipped (CI) that is a failure.
 */

import { existsSync } from 'node:fs';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Empty where there is none. */
    readonly chromium: string;
  }
}

const defaultPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

export function setup(project: TestProject): void {
  const given = process.env['CHROMIUM_PATH'];
  const found = (given ? [given] : defaultPaths).find((path) => existsSync(path)) ?? '';
  if (found === '') {
    const problem = `no browser at ${given ?? defaultPaths.join(', ')}: set CHROMIUM_PATH to a Chromium`;
    if (process.env['CI'] === 'true') throw new Error(problem);
    process.stderr.write(`browser tests are skipped: ${problem}\n`);
  }
  project.provide('chromium', found);
}
