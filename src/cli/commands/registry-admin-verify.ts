/*
 * `coppice registry admin verify`: whether everything the registry keeps is as it must be.
 */

import { verifyRegistry } from '../../registry/data/backup/verify.js';
import { withStoredRegistry } from '../admin-storage.js';
import type { Context } from '../context.js';
import type { Input } from '../input.js';
import { rowsText } from '../rows.js';
import type { Report } from '../verb.js';

export async function runRegistryVerify(context: Context, input: Input): Promise<Report> {
  const found = await withStoredRegistry(context, input, verifyRegistry);
  const { versions, drafts, problems } = found;
  const rows = problems.map(({ check, tenant, target, fault }) => [check, tenant, target, fault]);
  const checked = `versions: ${versions}, revisions of drafts: ${drafts}`;
  return {
    document: found,
    text:
      problems.length === 0
        ? `all is well (${checked})\n`
        : () => rowsText(context.terminal, ['CHECK', 'TENANT', 'WHAT', 'PROBLEM'], rows),
    ...(problems.length > 0 && { talk: `problems: ${problems.length} (${checked})\n`, exitCode: 1 }),
  };
}
