/*
 * `coppice registry admin backup`: everything the registry keeps, in a folder.
 */

import { resolve } from 'node:path';
import { backUp } from '../../registry/data/backup/backup.js';
import { printable } from '../../text/printable.js';
import { withStoredRegistry } from '../admin-storage.js';
import type { Context } from '../context.js';
import type { Input } from '../input.js';
import type { Report } from '../verb.js';

export async function runRegistryBackup(context: Context, input: Input): Promise<Report> {
  const folder = resolve(context.workingFolder, input.argument('folder') ?? '');
  const manifest = await withStoredRegistry(context, input, (registry, onProgress) =>
    backUp(registry, folder, onProgress),
  );
  const { tables, blobs, missing } = manifest;
  const rows = Object.values(tables).reduce((total, table) => total + table.rows, 0);
  return {
    document: { folder, ...manifest },
    text: `${printable(`backed up ${rows} rows and ${blobs} bundles to ${folder}`)}\n`,
    ...(missing.length > 0 && {
      talk: missing.map((digest) => `missing or damaged in the storage: ${digest}\n`).join(''),
      exitCode: 1,
    }),
  };
}
