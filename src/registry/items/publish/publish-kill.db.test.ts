import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ChildProgram, childProgram } from '../../child-process.fixture.js';
import { type TestRegistry, testRegistry } from '../../registry.fixture.js';
import { publishingIn } from './publishing.fixture.js';

let registry: TestRegistry;
let program: ChildProgram;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'coppice-kill-'));
  program = childProgram(new URL('publish-kill.child.ts', import.meta.url));
  registry = await testRegistry();
});
afterAll(async () => {
  await program.close();
  await registry.close();
  rmSync(folder, { recursive: true });
});

const nothing = { items: 1, versions: 1, dependencies: 0, audit: 1, outbox: 2 };
const everything = { items: 1, versions: 2, dependencies: 1, audit: 2, outbox: 4 };

test.for([
  ['before the bytes', nothing],
  ['within the bytes', nothing],
  ['after the bytes', nothing],
  ['before the version', nothing],
  ['after the version', nothing],
  ['before the commit', nothing],
  ['after the commit', everything],
] as const)(
  'a server killed %s leaves all or nothing of a publish, and the next one succeeds',
  async ([point, expected]) => {
    const { publish, tenant, traces, item } = await publishingIn(registry, point.replaceAll(' ', '-'));
    await publish('lib@1.0.0');
    const child = program.start(registry.url, folder, String(tenant.id), point);
    expect(await child.line()).toBe(`at ${point}`);
    await child.kill();
    expect(await traces()).toEqual(expected);
    expect((await item('lib'))?.version).toBe(expected === everything ? '1.1.0' : '1.0.0');
    const { outcome, version } = await publish('lib@1.1.0', { requires: ['tool@^1'], body: 'to be killed' });
    expect(outcome).toBe(expected === everything ? 'unchanged' : 'published');
    expect(await traces()).toEqual(everything);
    expect(await item('lib')).toMatchObject({
      version: '1.1.0',
      digest: version.digest,
      requires: ['tool@^1'],
    });
  },
);
