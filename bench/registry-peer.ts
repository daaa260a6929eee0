/*
 * Verdaccio, the npm registry that teams run for themselves, with one package of the size of ours in it. It is fetched
 * from npm into a scratch folder for the bench alone: the newest that runs on every Node we run on.
 */

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { answers, freePort } from './registry-server.js';

export interface Peer {
  readonly metadata: string;
  readonly tarball: string;
  stop(): Promise<void>;
}

export async function startVerdaccio(tarball: Uint8Array): Promise<Peer> {
  const folder = mkdtempSync(join(tmpdir(), 'coppice-verdaccio-'));
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ dependencies: { verdaccio: '6.8.0' }, overrides: { 'node-fetch': '2.7.0' } }),
  );
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: 'inherit',
  });
  const access = "  '**':\n    access: $all\n    publish: $all\n";
  const config = `storage: ${folder}/storage\nuplinks: {}\npackages:\n${access}log: {type: stdout, level: fatal}\n`;
  writeFileSync(join(folder, 'config.yaml'), config);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const process_ = spawn(
    process.execPath,
    [
      join(folder, 'node_modules/verdaccio/bin/verdaccio'),
      ...['--config', join(folder, 'config.yaml')],
      ...['--listen', `127.0.0.1:${port}`],
    ],
    { stdio: 'ignore' },
  );
  await answers(`${url}/-/ping`, process_);
  await publish(url, tarball);
  return {
    metadata: `${url}/peer`,
    tarball: `${url}/peer/-/peer-1.0.0.tgz`,
    stop: async () => {
      await ended(process_);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function publish(url: string, tarball: Uint8Array): Promise<void> {
  const version = {
    name: 'peer',
    version: '1.0.0',
    description: 'A package',
    dist: { tarball: `${url}/peer/-/peer-1.0.0.tgz` },
  };
  const attachment = {
    content_type: 'application/octet-stream',
    data: Buffer.from(tarball).toString('base64'),
    length: tarball.length,
  };
  const answer = await fetch(`${url}/peer`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      _id: 'peer',
      name: 'peer',
      'dist-tags': { latest: '1.0.0' },
      versions: { '1.0.0': version },
      _attachments: { 'peer-1.0.0.tgz': attachment },
    }),
  });
  if (!answer.ok) throw new Error(`Verdaccio answered ${answer.status}: ${await answer.text()}`);
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}
