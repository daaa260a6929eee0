/*
 * Asks before items are archived or restored: which they are, what it means, and why. While it goes on it shows how far it
 * is; closing it leaves the rest as they are.
 */

import { useEffect, useMemo, useState } from 'preact/hooks';
import type { ItemName } from '../../address.js';
import { counted } from '../../parts/counted.js';
import { Dialog } from '../../parts/dialog.js';
import { Field } from '../../parts/field.js';
import { moves } from './move-items.js';
import type { Moves } from './use-moves.js';

export type AskedMove = 'archive' | 'unarchive';

const meanings: Readonly<Record<AskedMove, string>> = {
  archive:
    'Gone from the catalog and from new installs. Nothing is deleted: locks keep working, and what is archived can be restored.',
  unarchive: 'Back in the catalog and in new installs, with every version there was.',
};

interface Props {
  readonly move: AskedMove;
  readonly items: readonly ItemName[];
  readonly run: Moves['run'];
  readonly close: () => void;
}

export function MoveDialog({ move, items, run, close }: Props) {
  const [reason, setReason] = useState('');
  const [doneCount, setDoneCount] = useState<number>();
  const stop = useMemo(() => new AbortController(), []);
  useEffect(() => () => stop.abort(), []);
  const { verb } = moves[move];
  const act = () => {
    setDoneCount(0);
    return run(move, items, { reason, signal: stop.signal, step: setDoneCount });
  };
  const [only] = items;
  const what = items.length === 1 && only ? only.slug : counted(items.length, 'item');
  return (
    <Dialog title={`${verb} ${what}`} verb={verb} isDangerous={move === 'archive'} act={act} close={close}>
      <p>{meanings[move]}</p>
      {items.length > 1 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        <ul class="graveyard-listed" tabIndex={0} aria-label="Which ones">
          {items.map(({ slug }) => (
            <li key={slug}>{slug}</li>
          ))}
        </ul>
      )}
      <Field label="Reason" help="Kept in the audit log. May be left empty.">
        <input
          value={reason}
          maxLength={500}
          autocomplete="off"
          onInput={(event) => setReason(event.currentTarget.value)}
        />
      </Field>
      {doneCount !== undefined && items.length > 1 && (
        <p class="graveyard-progress" role="status">
          <progress aria-label="Progress" value={doneCount} max={items.length} /> {doneCount} of{' '}
          {items.length}
        </p>
      )}
    </Dialog>
  );
}
