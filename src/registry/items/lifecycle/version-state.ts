/*
 * Yanking versions, and channels. A yanked version is excluded from new resolutions and never the latest, but still
 * available to every lock that names it; its number cannot be used again, and a yank can be undone. A channel is a name
 * for a version, such as `next`; it stays until somebody moves it.
 */

import { CoppiceError } from '../../../text/errors.js';
import type { VersionAnswer } from '../../api/item.js';
import type { ChangeAnswer } from '../../api/routes/publish.js';
import type { Queries } from '../../data/db/database.js';
import type { Registry } from '../../registry.js';
import type { Caller, ItemName } from '../../rules/access/principal.js';
import { highestFitting } from '../../rules/versions/offer.js';
import { noSuchVersion } from '../catalog/find-version.js';
import { readLiveDemands } from '../catalog/live-demands.js';
import { queryOffers } from '../catalog/read-offers.js';
import { readVersion } from '../catalog/read-version.js';
import { type Dependent, demandText, refuseRequired, requiredText } from '../publish/dependents.js';
import { findUsedVersion } from '../publish/find-used-version.js';
import { waitForDemands } from '../publish/refuse-conflicts.js';
import { refreshLatest } from '../publish/search-columns.js';
import { changeAnswerOf, changeItem } from './change-item.js';

interface Yanking {
  readonly version: string;
  readonly reason: string;
  readonly undo?: boolean;
  /** Refuses where a live item would be left without a version that fits. */
  readonly ifUnrequired?: boolean;
}

export async function yankVersion(
  registry: Registry,
  caller: Caller,
  name: ItemName,
  { version: given, reason, undo = false, ifUnrequired = false }: Yanking,
): Promise<VersionAnswer> {
  const { tenant, principal } = caller;
  let dependents: readonly string[] = [];
  await changeItem(registry, caller, name, 'manage', async ({ transaction, item, tenantId, at }) => {
    const found = await findUsedVersion(transaction, tenantId, { ...name, version: given });
    if (found?.by !== 'version') throw noSuchVersion(name, given);
    if (!undo) {
      await waitForDemands(transaction, tenantId, [name]);
      const demands = await leftWithout(transaction, tenantId, name, found.version);
      dependents = demands.map(demandText);
      if (ifUnrequired) refuseRequired(`${name.slug}@${found.version}`, demands);
    }
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
  return dependents.length === 0 || undo
    ? answer
    : { ...answer, warnings: [requiredText(`${name.slug}@${answer.version}`, dependents)] };
}

/** The live items whose range only this version fits, of those that are not yanked. */
async function leftWithout(
  transaction: Queries,
  tenantId: number,
  name: ItemName,
  version: string,
): Promise<readonly Dependent[]> {
  const demands = await readLiveDemands(transaction, tenantId, [name]);
  if (demands.length === 0) return [];
  const [offer] = await queryOffers(transaction, tenantId, [name]);
  if (offer === undefined || offer.state === 'archived') return [];
  const others = { ...offer, versions: offer.versions.filter((one) => one.version !== version) };
  return demands.filter(
    ({ requirement: { range } }) =>
      highestFitting(offer, range) !== undefined && highestFitting(others, range) === undefined,
  );
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
  await changeItem(registry, caller, name, 'manage', async ({ transaction, item, tenantId }) => {
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
  await changeItem(registry, caller, name, 'manage', async ({ transaction, item, tenantId }) => {
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
