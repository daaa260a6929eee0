/*
 * Yanking versions, and channels. A yanked version is excluded from new resolutions and never the latest, but still
 * available to every lock that names it; its number cannot be used again, and a yank can be undone. A channel is a name
 * for a version, such as `next`; it stays until somebody moves it.
 */

import { CoppiceError } from '../../../text/errors.js';
import type { VersionAnswer } from '../../api/item.js';
import type { ChangeAnswer } from '../../api/routes/publish.js';
import type { Registry } from '../../registry.js';
import type { Caller, ItemName } from '../../rules/access/principal.js';
import { noSuchVersion } from '../catalog/find-version.js';
import { readVersion } from '../catalog/read-version.js';
import { findUsedVersion } from '../publish/find-used-version.js';
import { refreshLatest } from '../publish/search-columns.js';
import { changeAnswerOf, changeItem } from './change-item.js';

interface Yanking {
  readonly version: string;
  readonly reason: string;
  readonly undo?: boolean;
}

export async function yankVersion(
  registry: Registry,
  caller: Caller,
  name: ItemName,
  { version: given, reason, undo = false }: Yanking,
): Promise<VersionAnswer> {
  const { tenant, principal } = caller;
  await changeItem(registry, caller, name, { byOwner: true }, async ({ transaction, item, tenantId, at }) => {
    const found = await findUsedVersion(transaction, tenantId, { ...name, version: given });
    if (found?.by !== 'version') throw noSuchVersion(name, given);
    const changed = await transaction
      .updateTable('versions')
      .set(
        undo
          ? { yanked_at: null, yanked_reason: null, yanked_by: null }
          : { yanked_at: new Date(at), yanked_reason: reason, yanked_by: principal.name },
      )
      .where('tenant_id', '=', tenantId)
      .where('id', '=', found.id)
      .where('yanked_at', undo ? 'is not' : 'is', null)
      .returning(['version', 'digest'])
      .executeTakeFirst();
    if (changed === undefined) return undefined;
    await refreshLatest(transaction, tenantId, item.id, at);
    const { version, digest } = changed;
    const action = undo ? 'unyank' : 'yank';
    return { action: `version.${action}`, version, details: { reason }, mirror: { action, digest, reason } };
  });
  const answer = await readVersion(registry.database, tenant.id, name, given);
  if (answer === undefined) throw noSuchVersion(name, given);
  return answer;
}

export async function setChannel(
  registry: Registry,
  caller: Caller,
  name: ItemName,
  channel: string,
  given: string,
): Promise<ChangeAnswer> {
  if (channel === 'latest')
    throw new CoppiceError(
      'bad-value',
      'the channel `latest` cannot be set: it is the highest stable version',
    );
  await changeItem(registry, caller, name, { byOwner: true }, async ({ transaction, item, tenantId }) => {
    const found = await findUsedVersion(transaction, tenantId, { ...name, version: given });
    if (found?.by !== 'version') throw noSuchVersion(name, given);
    const { id, version } = found;
    const changed = await transaction
      .insertInto('channels')
      .values({ tenant_id: tenantId, item_id: item.id, channel, version_id: id })
      .onConflict((conflict) =>
        conflict
          .columns(['tenant_id', 'item_id', 'channel'])
          .doUpdateSet({ version_id: id })
          .where('channels.version_id', '<>', id),
      )
      .returning('channel')
      .executeTakeFirst();
    return changed && { action: 'channel.set', version, details: { channel } };
  });
  return changeAnswerOf(registry, caller, name);
}

export async function removeChannel(
  registry: Registry,
  caller: Caller,
  name: ItemName,
  channel: string,
): Promise<ChangeAnswer> {
  await changeItem(registry, caller, name, { byOwner: true }, async ({ transaction, item, tenantId }) => {
    const removed = await transaction
      .deleteFrom('channels')
      .where('tenant_id', '=', tenantId)
      .where('item_id', '=', item.id)
      .where('channel', '=', channel)
      .returning('channel')
      .executeTakeFirst();
    if (removed === undefined)
      throw new CoppiceError('not-found', `\`${name.slug}\` has no channel \`${channel}\``);
    return { action: 'channel.remove', details: { channel } };
  });
  return changeAnswerOf(registry, caller, name);
}
