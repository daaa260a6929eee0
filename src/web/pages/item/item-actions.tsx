/*
 * What an owner, a curator or an admin may do with an item. Buttons that the scopes do not allow are not shown; ownership
 * is checked by the registry.
 */

import { useState } from 'preact/hooks';
import type { ItemAnswer } from '../../../registry/api/item.js';
import { useSession } from '../../state/session.js';
import { type Change, ChangeDialog, DeprecateDialog } from './change-dialog.js';

interface Props {
  readonly item: ItemAnswer;
  readonly changed: () => void;
}

export function ItemActions({ item, changed }: Props) {
  const { may } = useSession();
  const changes = useChanges(item);
  const [open, setOpen] = useState<Change | 'deprecate'>();
  const close = () => setOpen(undefined);
  const { deprecated, state } = item;
  // A change and its reversal share one button, so that the keyboard focus does not get lost.
  const offered: readonly (Change | 'deprecate' | false)[] = [
    may('publisher', item.slug) && (deprecated ? changes.undeprecate : 'deprecate'),
    may('curator', item.slug) &&
      state !== 'archived' &&
      (state === 'flagged' ? changes.unflag : changes.flag),
    may('admin', item.slug) && (state === 'archived' ? changes.restore : changes.archive),
  ];
  return (
    <>
      {offered.map(
        (change) =>
          change && (
            <button
              type="button"
              class={change !== 'deprecate' && change.isDangerous ? 'danger' : undefined}
              onClick={() => setOpen(change)}
            >
              {change === 'deprecate' ? 'Deprecate' : change.verb}
            </button>
          ),
      )}
      {open === 'deprecate' && <DeprecateDialog name={item} close={close} changed={changed} />}
      {open !== undefined && open !== 'deprecate' && (
        <ChangeDialog change={open} close={close} changed={changed} />
      )}
    </>
  );
}

type ItemChange = 'archive' | 'restore' | 'flag' | 'unflag' | 'undeprecate';

function useChanges({ slug, kind, used_by: usedBy }: ItemAnswer): Readonly<Record<ItemChange, Change>> {
  const { api } = useSession();
  const apply =
    (verb: 'archive' | 'unarchive' | 'flag' | 'unflag' | 'undeprecate') => async (reason: string) => {
      const input = { params: { slug }, query: { kind }, body: { reason } };
      return (await api.send('POST', `/v1/skills/{slug}/${verb}`, input)).warnings;
    };
  return {
    archive: {
      verb: 'Archive',
      title: `Archive ${slug}?`,
      reason: 'optional',
      isDangerous: true,
      says: 'It is removed from the catalog and from new installs. Nothing is deleted: existing locks keep working, and it can be restored.',
      dependents: usedBy,
      done: `${slug} is archived.`,
      apply: apply('archive'),
    },
    restore: {
      verb: 'Restore',
      title: `Restore ${slug}?`,
      reason: 'none',
      says: 'It returns to the catalog with all its versions.',
      done: `${slug} is restored.`,
      apply: apply('unarchive'),
    },
    flag: {
      verb: 'Flag',
      title: `Flag ${slug}?`,
      reason: 'optional',
      says: 'It becomes a candidate for the archive: no longer listed, but still installable.',
      done: `${slug} is flagged.`,
      apply: apply('flag'),
    },
    unflag: {
      verb: 'Unflag',
      title: `Unflag ${slug}?`,
      reason: 'none',
      says: 'It is listed in the catalog again.',
      done: `${slug} is no longer flagged.`,
      apply: apply('unflag'),
    },
    undeprecate: {
      verb: 'Undeprecate',
      title: `Undeprecate ${slug}?`,
      reason: 'none',
      says: 'People are no longer warned against using it.',
      done: `${slug} is no longer deprecated.`,
      apply: apply('undeprecate'),
    },
  };
}
