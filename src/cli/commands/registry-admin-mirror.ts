/*
 * `coppice registry admin mirror reconcile`: the git mirror is made to agree with the registry.
 */

import { type Reconciliation, reconcile } from '../../registry/data/mirror/reconcile.js';
import { CoppiceError } from '../../text/errors.js';
import { printable } from '../../text/printable.js';
import { configOf, withStoredRegistry } from '../admin-storage.js';
import type { Context } from '../context.js';
import type { Input } from '../input.js';
import type { Report } from '../verb.js';

export async function runRegistryMirror(context: Context, input: Input): Promise<Report> {
  const { gitRepoPath: folder } = configOf(context, input);
  if (folder === undefined) {
    throw new CoppiceError('usage', 'there is no mirror: COPPICE_GIT_REPO_PATH is not set', {
      hint: 'set it to the path of a git repository, as for the server',
    });
  }
  const place = { folder, environment: context.environment };
  const done = await withStoredRegistry(context, input, (registry, onProgress) =>
    reconcile(registry, place, (at, total) => onProgress('versions', at, total)),
  );
  return {
    document: { folder, ...done },
    text: reconciledText(done),
    ...(done.failed.length > 0 && { exitCode: 1 }),
  };
}

function reconciledText({ versions, added, mended, removed, unknown, failed }: Reconciliation): string {
  const lines = [
    ...added.map((path) => `added ${path}`),
    ...mended.map((path) => `mended ${path}`),
    ...removed.map((path) => `removed ${path}`),
    ...unknown.map((path) => `unknown, and left: ${path}`),
    ...failed.map((path) => `missing or damaged in the storage: ${path}`),
    `versions compared: ${versions}`,
  ];
  return lines.map((line) => `${printable(line)}\n`).join('');
}
