/*
 * `coppice registry admin restore`: a backup becomes a registry again. The database is not migrated first, since the
 * backup may be of an older version.
 */

import { resolve } from 'node:path';
import { restore } from '../../registry/data/backup/restore.js';
import { openDatabase } from '../../registry/data/open-database.js';
import { silentLog } from '../../system/log.js';
import { printable } from '../../text/printable.js';
import { storageOf, withProgress } from '../admin-storage.js';
import { type Context, libraryPlace } from '../context.js';
import type { Input } from '../input.js';
import type { Report } from '../verb.js';

export async function runRegistryRestore(context: Context, input: Input): Promise<Report> {
  const folder = resolve(context.workingFolder, input.argument('folder') ?? '');
  const { environment } = context;
  const { home } = libraryPlace(context, input);
  const blobs = storageOf(context, input);
  const { pool, close } = await openDatabase({ environment, home, log: silentLog, maxConnections: 2 });
  try {
    const manifest = await withProgress(context, (onProgress) =>
      restore({ pool, blobs, log: silentLog }, folder, onProgress),
    );
    return {
      document: { folder, ...manifest },
      text: `${printable(`restored the backup of ${manifest.madeAt} from ${folder}`)}\n`,
      talk: 'check it with: coppice registry admin verify\n',
    };
  } finally {
    await close();
  }
}
