/*
 * The `js` blocks of docs/library.md are run against the built package, and each console.log must print the comment
 * behind it.
 */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const projectRoot = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(join(projectRoot, 'docs/library.md'), 'utf8');
const blocks = [...page.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map((found) => found[1] ?? '');

test.each(blocks.map((block, at) => [at + 1, block] as const))(
  'example %i prints what it says',
  (_, block) => {
    // Inside the package, so that it can import itself by its name.
    const folder = mkdtempSync(join(projectRoot, 'dist', 'example-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, 'example.mjs'), block);
    const { stdout, stderr } = spawnSync(process.execPath, [join(folder, 'example.mjs')], {
      encoding: 'utf8',
    });
    const promised = [...block.matchAll(/^\s*console\.log\(.*\); \/\/ (.*)$/gm)].map((found) => found[1]);
    expect([stderr, stdout.trimEnd().split('\n')]).toEqual(['', promised]);
  },
);

test('there are examples', () => {
  expect(blocks.length).toBeGreaterThan(2);
});
