/*
 * A process that uses a store; store.process.test.ts starts many. For every byte of its input it works, and then
 * prints a dot: `append` records ten events of its own skill and ten of one that all share, `compact` compacts, `read`
 * reads, and no count may have gone down since; as a reader it compacts a journal that has grown.
 */

import { writeSync } from 'node:fs';

import { systemClock } from '../system/clock.js';
import { nodeFiles } from '../system/disk/node-disk.js';
import { UsageStore } from './store.js';

const [, , path = '', role = '', name = ''] = process.argv;
const store = new UsageStore({
  path,
  files: nodeFiles,
  clock: systemClock,
  rotateBytes: 20_000,
  worthwhileBytes: 4_000,
});
let lastCount = 0;

const roles: Readonly<Record<string, () => Promise<void> | void>> = {
  append: () => {
    for (let event = 0; event < 20; event += 1) {
      const result = store.record(event % 2 === 0 ? name : 'shared', 'use');
      if (!result.ok) throw result.error;
    }
  },
  compact: async () => {
    const result = await store.compact();
    if (!result.ok) throw result.error;
  },
  read: () => {
    const count = store.get('shared')?.useCount ?? 0;
    if (count < lastCount) throw new Error(`the count went from ${lastCount} to ${count}`);
    lastCount = count;
    store.compactIfWorthwhile();
  },
};

process.stdin.setEncoding('latin1');
for await (const input of process.stdin) {
  for (const _ of String(input)) {
    await roles[role]?.();
    writeSync(1, '.');
  }
}
