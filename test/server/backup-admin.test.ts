import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommandLine } from '../../src/cli/frame/command-line.js';
import { processContext } from '../../src/cli/frame/process-context.js';
import { verbs } from '../../src/cli/verbs.js';
import { createDatabase } from '../../src/registry/data/db/test-database.fixture.js';
import { type TestMirror, testMirror } from '../../src/registry/data/mirror/mirror.fixture.js';
import { folderBlobs } from '../../src/registry/data/storage/folder-blobs.js';
import { type Publishing, publishingIn } from '../../src/registry/items/publish/publishing.fixture.js';
import { type TestRegistry, testRegistry } from '../../src/registry/registry.fixture.js';

let folder: string;
let registry: TestRegistry;
let team: Publishing;
let mirror: TestMirror;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'coppice-upkeep-'));
  registry = await testRegistry({ blobs: folderBlobs(join(folder, 'blobs')) });
  mirror = testMirror();
  team = await publishingIn(registry, 'acme');
  await team.publish('lib@1.0.0');
  await team.publish('lib@1.1.0', { body: 'contains a secret' });
});
afterAll(async () => {
  mirror.remove();
  await registry.close();
  rmSync(folder, { recursive: true });
});

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** `words` follow `registry admin`; `more` changes the environment of the server. */
async function run(words: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<Ran> {
  let stdout = '';
  let stderr = '';
  const streams = {
    out: (text: string) => {
      stdout += text;
    },
    notes: (text: string) => {
      stderr += text;
    },
  };
  const code = await runCommandLine(['registry', 'admin', ...words], verbs, streams, async () => ({
    ...processContext(process),
    clock: registry.clock,
    workingFolder: folder,
    environment: {
      ...mirror.environment,
      COPPICE_DATABASE_URL: registry.url,
      COPPICE_STORAGE: pathToFileURL(join(folder, 'blobs')).href,
      COPPICE_GIT_REPO_PATH: mirror.folder,
      ...more,
    },
  }));
  return { code, stdout, stderr };
}

test('a registry is verified, backed up, and restored elsewhere', async () => {
  expect(await run(['verify'])).toEqual({
    code: 0,
    stderr: '',
    stdout: 'no problems (versions: 2, revisions of drafts: 0)\n',
  });
  const backup = await run(['backup', 'monday']);
  expect(backup).toMatchObject({ code: 0, stderr: '' });
  expect(backup.stdout).toMatch(/^backed up \d+ rows and 2 bundles to .*\/monday\n$/);
  expect(await run(['backup', 'monday'])).toMatchObject({ code: 1, stdout: '' });

  const { url, drop } = await createDatabase();
  const elsewhere = {
    COPPICE_DATABASE_URL: url,
    COPPICE_STORAGE: pathToFileURL(join(folder, 'elsewhere')).href,
  };
  const restored = await run(['restore', 'monday', '--json'], elsewhere);
  expect(JSON.parse(restored.stdout)).toMatchObject({
    blobs: 2,
    missing: [],
    tables: { versions: { rows: 2 } },
  });
  expect(await run(['verify'], elsewhere)).toMatchObject({ code: 0 });
  expect(await run(['restore', 'monday'], elsewhere)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('the registry is not empty'),
  });
  await drop();
});

test('the mirror is filled, and follows a purge', async () => {
  expect(await run(['mirror', 'reconcile'])).toEqual({
    code: 0,
    stderr: '',
    stdout: 'added acme/skill/lib/1.0.0\nadded acme/skill/lib/1.1.0\nversions compared: 2\n',
  });
  expect(await run(['mirror', 'reconcile'], { COPPICE_GIT_REPO_PATH: '' })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('COPPICE_GIT_REPO_PATH'),
  });
  const purge = ['purge', 'skill/lib@1.1.0', '--tenant', 'acme'];
  expect(await run(purge)).toMatchObject({ code: 2, stderr: expect.stringContaining('--reason') });
  expect(await run([...purge, '--reason', 'a secret'])).toEqual({
    code: 0,
    stdout: 'purged skill/lib@1.1.0; its content was deleted\n',
    stderr:
      'installed copies, backups and the git mirror still contain it; revoke a leaked secret in any case\n',
  });
  expect(await run([...purge, '--reason', 'a secret'])).toMatchObject({ code: 1 });
  for (const wrong of ['lib@1.1.0', 'thing/lib@1.1.0', 'skill/lib'])
    expect(await run(['purge', wrong, '--tenant', 'acme', '--reason', 'x'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('KIND/SLUG@VERSION'),
    });
  expect((await run(['mirror', 'reconcile'])).stdout).toBe(
    'removed acme/skill/lib/1.1.0\nversions compared: 1\n',
  );
});

test('every command names bundles that are missing from the storage, with exit code 1', async () => {
  const { version } = await team.publish('lost@1.0.0', { body: 'lost' });
  await registry.blobs.remove(version.digest);
  const verified = await run(['verify']);
  expect(verified).toMatchObject({ code: 1, stderr: expect.stringContaining('problems: 1') });
  expect(verified.stdout).toContain(`the storage has no ${version.digest}`);
  expect(await run(['backup', 'tuesday'])).toMatchObject({
    code: 1,
    stderr: `missing or damaged in the storage: ${version.digest}\n`,
  });
  expect(await run(['mirror', 'reconcile'])).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('missing or damaged in the storage: acme/skill/lost/1.0.0'),
  });
  writeFileSync(join(folder, 'tuesday/manifest.json'), '{}');
  expect(await run(['restore', 'tuesday'])).toMatchObject({ code: 1, stdout: '' });
  expect(readdirSync(folder).sort()).toEqual(['blobs', 'elsewhere', 'monday', 'tuesday']);
});

test('the audit log is verified, and the first row that was changed is named', async () => {
  const good = await run(['audit', 'verify']);
  expect(good).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^acme: \d+ rows verified \(0 checkpoints/),
  });
  await sql`alter table audit disable trigger audit_is_append_only; update audit set actor = 'user:other' where id = (select min(id) from audit);
    alter table audit enable trigger audit_is_append_only`.execute(registry.unguarded);
  const changed = await run(['audit', 'verify', '--tenant', 'acme']);
  expect(changed).toMatchObject({
    code: 1,
    stdout: 'acme: row 1 is wrong: the row is not the one that was written, or follows another row\n',
  });
});
