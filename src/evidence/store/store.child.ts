/*
 * A process that stores evidence; store.process.test.ts starts several. For every byte of its input it stores a batch,
 * half of it events of its own session and half of them events that all processes tell, and then prints a dot.
 */

import { writeSync } from 'node:fs';
import { systemClock } from '../../system/clock.js';
import { nodeFiles } from '../../system/disk/node-disk.js';
import { sha256Hex } from '../../text/hash.js';
import { EvidenceStore } from './evidence-store.js';
import { batch, event } from './store.world.js';

const [, , path = '', name = ''] = process.argv;
const store = await EvidenceStore.open({ path, files: nodeFiles, clock: systemClock });
const eventsOf = (session: string, number: number) =>
  Array.from({ length: 50 }, (_, index) =>
    event(number, { id: sha256Hex(`${session} ${number} ${index}`).slice(0, 32), session, turn: index }),
  );

let number = 0;
process.stdin.setEncoding('latin1');
for await (const input of process.stdin) {
  for (const _ of String(input)) {
    store.ingest(batch([...eventsOf(name, number), ...eventsOf('shared', number)], { source: name }));
    number += 1;
    writeSync(1, '.');
  }
}
