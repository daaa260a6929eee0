/*
 * A process that uses the embedded database, prints the id of the server's process, and stays until it is killed.
 * Arguments: the data folder, the folder of PostgreSQL's programs.
 */

import { dirname } from 'node:path';
import { silentLog } from '../../../system/log.js';
import { serverAccount } from './account.js';
import { binariesIn } from './binaries.js';
import { startEmbedded } from './start-embedded.js';

const [, , dataFolder = '', programs = ''] = process.argv;
const account = serverAccount();
const { pid } = await startEmbedded({
  dataFolder,
  lockFolder: dirname(dataFolder),
  binaries: () => binariesIn(programs, account),
  account,
  log: silentLog,
});
process.stdout.write(`${pid}\n`);
