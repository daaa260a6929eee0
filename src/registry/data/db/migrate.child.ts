/*
 * A process that migrates, for migrate.db.test.ts to kill. Arguments: the URL of the database, and the migrations as
 * JSON.
 */

import { silentLog } from '../../../system/log.js';
import { migrate } from './migrate.js';

const [, , url = '', list = ''] = process.argv;
await migrate({ url }, silentLog, JSON.parse(list));
