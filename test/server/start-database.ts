/*
 * Starts one PostgreSQL for all tests that need it, with a migrated database of which every test file gets a copy.
 * COPPICE_TEST_POSTGRES names the folder of another version's programs (/usr/lib/postgresql/15/bin); its texts are then
 * sorted by a language, as on many servers, so that nothing depends on the order of the embedded one.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../src/registry/data/db/migrate.js';
import {
  embeddedOptions,
  openFolder,
  quickSettings,
  testBinaries,
} from '../../src/registry/data/embedded/embedded.fixture.js';
import { startEmbedded } from '../../src/registry/data/embedded/start-embedded.js';
import { silentLog } from '../../src/system/log.js';

declare module 'vitest' {
  interface ProvidedContext {
    readonly databaseUrl: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = openFolder();
  const binaries = await testBinaries(folder.path);
  const server = await startEmbedded({
    ...embeddedOptions(join(folder.path, 'data'), binaries),
    settings: { ...quickSettings, max_connections: '300' },
  });
  const guard = guardAgainstDeath(server.pid, folder.path);
  const version = await makeTemplate(server.url, process.env['COPPICE_TEST_POSTGRES'] ? byLanguage : '');
  process.stderr.write(`server tests run on PostgreSQL ${version} of ${binaries.folder}\n`);
  project.provide('databaseUrl', server.url);
  return async () => {
    guard.kill();
    await server.stop();
    folder.remove();
  };
}

/** Cleans up when this process ends without its teardown, however it ends, because that closes the pipe. */
function guardAgainstDeath(pid: number, folder: string): ChildProcess {
  const script = 'cat > /dev/null; kill -QUIT "$0"; rm -rf "$1"';
  const guard = spawn('sh', ['-c', script, String(pid), folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  guard.unref();
  return guard;
}

const byLanguage = `locale_provider icu icu_locale 'en-US'`;

async function makeTemplate(url: string, order: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create database coppice_template template template0 ${order}`);
  const template = new URL(url);
  template.pathname = '/coppice_template';
  await migrate({ url: template.href }, silentLog);
  const { rows } = await client.query('show server_version');
  await client.end();
  return String(rows[0].server_version);
}
