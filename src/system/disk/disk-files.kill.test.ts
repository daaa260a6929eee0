import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { nodeFiles } from './node-disk.js';

let folder: string;
let script: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'coppice-kill-'));
  script = join(folder, 'child.mjs');
  const source = fileURLToPath(new URL('disk-files.child.ts', import.meta.url));
  buildSync({ entryPoints: [source], outfile: script, bundle: true, platform: 'node', format: 'esm' });
});
afterAll(() => rmSync(folder, { recursive: true }));

const old = 'file=old';
const changed = 'new'.repeat(10_000);

test.skipIf(process.platform === 'win32').for([
  ['write', `file=${changed}`],
  ['create', `created=${changed} file=old`],
] as const)('a process killed at any operation of %s leaves the old or the new', ([change, after]) => {
  const states = new Set<string>();
  for (let at = 1; ; at++) {
    const place = join(folder, `${change}-${at}`);
    nodeFiles.makeFolder(place);
    nodeFiles.write(join(place, 'file'), new TextEncoder().encode('old'));
    const { signal, status, stderr } = spawnSync(process.execPath, [script, place, change, String(at)]);
    const state = stateOf(place);
    states.add(state);
    if (signal !== 'SIGKILL') {
      expect({ status, stderr: String(stderr) }).toEqual({ status: 0, stderr: '' });
      expect(state).toBe(after);
      break;
    }
    expect([old, after], `killed at operation ${at}`).toContain(state);
    nodeFiles.write(join(place, 'file'), new TextEncoder().encode('next'));
    expect(stateOf(place)).toContain('file=next');
  }
  expect(states).toEqual(new Set([old, after]));
});

function stateOf(place: string): string {
  const paths = ['created', 'file'].flatMap((path) => {
    const content = nodeFiles.read(join(place, path));
    return content === undefined ? [] : [`${path}=${new TextDecoder().decode(content.bytes)}`];
  });
  return paths.join(' ');
}
