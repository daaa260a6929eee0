/*
 * Names for versions, such as `next`. A name stays where it was put until somebody moves it.
 */

import { CoppiceError } from '../../system/errors.js';
import type { Caller, ItemName } from '../access/principal.js';
import type { ChangeAnswer } from '../api/routes/publish.js';
import { noSuchVersion } from '../catalog/find-version.js';
import { findBurnt } from '../publish/find-burnt.js';
import type { Registry } from '../registry.js';
import { changeAnswerOf, changeItem } from './change-item.js';

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
    const found = await findBurnt(transaction, tenantId, { ...name, version: given });
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
