import { expect, test } from 'vitest';
import { badToken, memoryRemote, offline } from './memory-remote.fixture.js';
import { remoteContract } from './remote.contract.js';

remoteContract('memory', async () => memoryRemote());

test('it refuses on demand, and records the requests', async () => {
  const remote = memoryRemote();
  const { digest } = await remote.put('lib@1.0.0');
  remote.faults = { refusal: offline, only: ['blob'] };
  await remote.whoAmI();
  await expect(remote.blob(digest, 10_000)).rejects.toBe(offline);
  remote.faults = { refusal: badToken };
  await expect(remote.whoAmI()).rejects.toBe(badToken);
  expect(remote.calls).toEqual(['whoAmI', `blob ${digest}`, 'whoAmI']);
});

test('it sends false answers on demand', async () => {
  const remote = memoryRemote();
  const { digest, size_bytes, content_digest } = await remote.put('lib@1.0.0');
  const lib = { kind: 'skill', slug: 'lib' } as const;
  const reported = async () =>
    (await remote.resolve({ items: [{ ...lib, range: '*' }], locked: [] })).nodes[0];
  const honest = await remote.blob(digest, size_bytes);
  remote.faults = { lies: { lib: 'bytes' } };
  expect(Buffer.compare(await remote.blob(digest, size_bytes), honest)).not.toBe(0);
  remote.faults = { lies: { lib: 'size' } };
  expect((await reported())?.size_bytes).toBe(size_bytes - 1);
  remote.faults = { lies: { lib: 'content-digest' } };
  expect((await reported())?.content_digest).not.toBe(content_digest);
});
