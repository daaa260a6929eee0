/*
 * `coppice registry admin purge`: a published version goes for good.
 */

import { tenantIdBySlug } from '../../registry/access/tenants.js';
import { kinds } from '../../registry/api/names.js';
import { type PurgedVersion, purgeVersion } from '../../registry/items/lifecycle/purge.js';
import { CoppiceError } from '../../text/errors.js';
import { printable } from '../../text/printable.js';
import { withStoredRegistry } from '../admin-storage.js';
import type { Context } from '../context.js';
import type { Input } from '../input.js';
import type { Report } from '../verb.js';
import { needed } from '../whole-number.js';

const purgeVerb = 'registry admin purge';

export async function runRegistryPurge(context: Context, input: Input): Promise<Report> {
  const given = versionIn(input.argument('version') ?? '');
  const tenant = needed(input, purgeVerb, 'tenant');
  const purging = { reason: needed(input, purgeVerb, 'reason'), force: input.isOn('force') };
  const purge = await withStoredRegistry(context, input, async (registry) =>
    purgeVersion(registry, await tenantIdBySlug(registry.database, tenant), given, purging),
  );
  const bytes = purge.bytesRemoved
    ? 'its bytes are gone'
    : 'its bytes stay, since something else is the same';
  return {
    document: { tenant, ...purge },
    text: `${printable(`purged ${purge.target}; ${bytes}`)}\n`,
    talk: 'what was installed, backed up or mirrored before still has it; revoke a secret in any case\n',
  };
}

function versionIn(text: string): PurgedVersion {
  const [, word, slug = '', version = ''] = /^(\w+)\/([^@/]+)@(.+)$/.exec(text) ?? [];
  const kind = kinds.find((known) => known === word);
  if (kind !== undefined) return { kind, slug, version };
  throw new CoppiceError('bad-value', `${text} does not name a version`, {
    hint: `KIND/SLUG@VERSION, where the kind is one of ${kinds.join(', ')}`,
  });
}
