/*
 * Every `console` block of the documents is run, in one empty home per document, and must print what it shows. A `…`
 * in the shown output stands for anything; the home is shown as /home/you; a line that goes on starts with `> `.
 */

import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const projectRoot = fileURLToPath(new URL('../..', import.meta.url));
const documents = [
  'README.md',
  ...readdirSync(join(projectRoot, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

test.each(documents.filter((document) => examplesIn(document).length > 0))(
  'the examples of %s are true',
  (document) => {
    const home = mkdtempSync(join(tmpdir(), 'coppice-docs-'));
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    mkdirSync(join(home, 'bin'));
    writeFileSync(
      join(home, 'bin/coppice'),
      `#!/bin/sh\nexec '${process.execPath}' '${join(projectRoot, 'dist/main.js')}' "$@"\n`,
    );
    chmodSync(join(home, 'bin/coppice'), 0o755);
    const environment = {
      PATH: `${join(home, 'bin')}:${process.env['PATH']}`,
      HOME: home,
      LANG: 'C.UTF-8',
      COPPICE_NOW: '2026-03-01T12:00:00Z',
    };
    for (const { command, shown } of examplesIn(document)) {
      const { stdout } = spawnSync('bash', ['--norc', '-c', `exec 2>&1; ${command}`], {
        cwd: home,
        env: environment,
        encoding: 'utf8',
      });
      expect(stdout.replaceAll(home, '/home/you').trimEnd(), `$ ${command}`).toMatch(pattern(shown));
    }
  },
);

interface ShownCommand {
  readonly command: string;
  readonly shown: string;
}

function examplesIn(document: string): readonly ShownCommand[] {
  const text = readFileSync(join(projectRoot, document), 'utf8');
  const blocks = [...text.matchAll(/^```console\n([\s\S]*?)^```$/gm)].map((found) => found[1] ?? '');
  return blocks.flatMap((block) =>
    block
      .split(/^\$ /m)
      .filter((part) => part.trim() !== '')
      .map((part) => {
        const lines = part.trimEnd().split('\n');
        const rest = lines.findIndex((line, at) => at > 0 && !line.startsWith('> '));
        const end = rest === -1 ? lines.length : rest;
        const typed = lines.slice(0, end).map((line, at) => (at === 0 ? line : line.slice(2)));
        return { command: typed.join('\n'), shown: lines.slice(end).join('\n') };
      }),
  );
}

function pattern(shown: string): RegExp {
  const literal = shown.split('…').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${literal.join('[\\s\\S]*?')}$`);
}
