/*
 * A process that changes one file and is killed at the n-th operation of its disk; disk-files.kill.test.ts starts it.
 * Arguments: the folder, the change, and the operation to be killed at.
 */

import { filesOn } from './disk-files.js';
import { Fault } from './faulty-disk.js';
import { nodeDisk } from './node-disk.js';

const [, , folder = '', change = '', at = ''] = process.argv;
const files = filesOn(new Fault(Number(at), { act: 'kill' }).on(nodeDisk));
const bytes = new TextEncoder().encode('new'.repeat(10_000));

if (change === 'write') files.write(`${folder}/file`, bytes);
if (change === 'create') files.create(`${folder}/created`, bytes);
