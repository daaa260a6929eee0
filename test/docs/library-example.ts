/*
 * The examples of docs/library.md: how they are found, and how one is run as a program that has the built package
 * installed.
 */

import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';

const projectRoot = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(join(projectRoot, 'docs/library.md'), 'utf8');

/** Those that stand in blocks of this language: `js`, or `js registry` for those that need one. */
export function libraryExamples(language: string): readonly string[] {
  return [...page.matchAll(/^```(.+)\n([\s\S]*?)^```$/gm)]
    .filter(([, found]) => found === language)
    .map(([, , block = '']) => block);
}

/** What the comments behind each console.log say it prints. */
export function promisedLines(example: string): readonly string[] {
  return [...example.matchAll(/^\s*console\.log\(.*\); \/\/ (.*)$/gm)].map(([, line = '']) => line);
}

/** What it prints, in a folder of its own; fails where it talks or fails. */
export async function printedLines(
  example: string,
  environment: NodeJS.ProcessEnv = {},
): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'coppice-example-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(projectRoot, join(folder, 'node_modules/coppice'));
  writeFileSync(join(folder, 'example.mjs'), example);
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['example.mjs'], {
    cwd: folder,
    env: environment,
  });
  if (stderr !== '') throw new Error(`it talks: ${stderr}`);
  return stdout.trimEnd().split('\n');
}
