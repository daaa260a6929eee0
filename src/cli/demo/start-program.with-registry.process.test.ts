import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { withDemoRegistry } from './start-program.js';

/** With another program in the place of the server. */
async function played(source: string, during: (url: string) => Promise<void> = unexpected) {
  const folder = mkdtempSync(join(tmpdir(), 'coppice-with-registry-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, 'home'));
  const script = join(folder, 'program.mjs');
  writeFileSync(script, source);
  const program = { executable: process.execPath, script };
  return withDemoRegistry({ program, folder, packages: folder }, new AbortController().signal, during);
}

async function unexpected(): Promise<void> {
  throw new Error('there is no server');
}

const server = `
  import { createServer } from 'node:http';
  const port = Number(process.argv[process.argv.indexOf('--port') + 1]);
  createServer((request, response) => response.end('ok')).listen(port, '127.0.0.1');
`;

test('a machine without the embedded database is told the command that adds it', async () => {
  const error = { code: 'package-missing', message: 'no database', hint: 'npm install it' };
  const source = `console.log(${JSON.stringify(JSON.stringify({ error }))}); process.exit(1);`;
  expect(await played(source)).toBe('This chapter is skipped: no database. To see it: npm install it');
});

test('a server that does not start for another reason is a failure', async () => {
  await expect(played('console.error("no room"); process.exit(1);')).rejects.toThrow(
    '`coppice registry serve` ended with 1: no room',
  );
});

test('it is played while the server answers, which is gone afterwards, also after a failure', async () => {
  let url = '';
  const look = async (given: string) => {
    url = given;
    expect(await (await fetch(given)).text()).toBe('ok');
  };
  expect(await played(server, look)).toBeUndefined();
  await expect(fetch(url)).rejects.toThrow();
  const fail = async (given: string) => {
    await look(given);
    throw new Error('the story went wrong');
  };
  await expect(played(server, fail)).rejects.toThrow('the story went wrong');
  await expect(fetch(url)).rejects.toThrow();
});
