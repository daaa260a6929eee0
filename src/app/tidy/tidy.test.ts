import { expect, test } from 'vitest';
import { fixedClock } from '../../system/clock.js';
import { memoryFiles } from '../../system/disk/memory-disk.js';
import type { Files } from '../../system/files.js';
import { CoppiceError } from '../../text/errors.js';
import { UsageStore } from '../../usage/store.js';
import { contextWith, now } from '../context.world.js';
import { suggestTidying } from './tidy.js';

const day = 86_400_000;
const root = '/user/.coppice/skills';

function filesWith(...names: string[]): Files {
  const files = memoryFiles();
  const usage = new UsageStore({
    path: '/user/.coppice/usage.json',
    files,
    clock: fixedClock(now - 100 * day),
  });
  for (const name of names) {
    files.makeFolder(`${root}/${name}`);
    files.write(
      `${root}/${name}/SKILL.md`,
      new TextEncoder().encode(`---\nname: ${name}\ndescription: Does ${name}.\n---\n`),
    );
    usage.put(`home:${name}`, { createdBy: 'agent' });
  }
  usage.noteSeen(names.map((name) => `home:${name}`));
  return files;
}

test('the first failure ends it, and what was not done is named', async () => {
  const files = filesWith('a', 'b', 'c');
  let archived = 0;
  const failing: Files = {
    ...files,
    append: (path, bytes, options) => {
      if (new TextDecoder().decode(bytes).includes('"state":"archived"')) archived += 1;
      if (archived === 2) throw new CoppiceError('disk-full', 'no room');
      files.append(path, bytes, options);
    },
  };
  const { suggestions, apply } = await suggestTidying(contextWith({ files: failing }), { days: 30 });
  expect(suggestions.map(({ id, act }) => [id, act])).toEqual([
    ['home:a', 'archive'],
    ['home:b', 'archive'],
    ['home:c', 'archive'],
  ]);
  const done = await apply(suggestions);
  expect(done).toMatchObject({ archived: ['home:a'], quiet: [], remaining: ['home:b', 'home:c'] });
  expect(done.error?.code).toBe('disk-full');
  expect(files.stat(`${root}/c/SKILL.md`)).toBeDefined();
});

test('where something cannot be read, nothing is suggested', async () => {
  const files = filesWith('a');
  const unreadable: Files = {
    ...files,
    read: (path, range) => {
      if (path.endsWith('usage.journal')) throw new CoppiceError('no-permission', 'refused');
      return files.read(path, range);
    },
  };
  await expect(suggestTidying(contextWith({ files: unreadable }), { days: 30 })).rejects.toMatchObject({
    code: 'no-permission',
  });
});
