/*
 * The candidates or the archived items: choose some or all and move them, or each by its own button.
 */

import { useState } from 'preact/hooks';
import type { DecayItem } from '../../../registry/api/routes/usage.js';
import { counted } from '../../parts/counted.js';
import { useSession } from '../../session.js';
import { GraveRow } from './grave-row.js';
import { type AskedMove, MoveDialog } from './move-dialog.js';
import { moves } from './move-items.js';
import type { Moves } from './use-moves.js';

export interface GraveItem extends Omit<DecayItem, 'reasons' | 'version'> {
  /** Why it is a candidate. */
  readonly reasons?: readonly string[];
}

interface Props {
  readonly label: string;
  readonly items: readonly GraveItem[];
  readonly move: AskedMove;
  readonly run: Moves['run'];
}

export function GraveList({ label, items, move, run }: Props) {
  const { can } = useSession();
  const [chosenSlugs, setChosenSlugs] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<readonly GraveItem[]>();
  // What has left the list meanwhile is chosen no longer.
  const chosen = items.filter(({ slug }) => chosenSlugs.has(slug));
  const choose = (changed: readonly GraveItem[], isChosen: boolean) => {
    const slugs = new Set(chosenSlugs);
    for (const { slug } of changed) {
      if (isChosen) slugs.add(slug);
      else slugs.delete(slug);
    }
    setChosenSlugs(slugs);
  };
  const isAdmin = can('tenant:admin');
  return (
    <>
      {isAdmin && (
        <div class="graveyard-bulk">
          <label>
            <input
              type="checkbox"
              checked={chosen.length === items.length}
              indeterminate={chosen.length > 0 && chosen.length < items.length}
              onChange={(event) => choose(items, event.currentTarget.checked)}
            />{' '}
            Choose all
          </label>
          <button type="button" disabled={chosen.length === 0} onClick={() => setAsked(chosen)}>
            {moves[move].verb} {counted(chosen.length, 'item')}
          </button>
        </div>
      )}
      <table class="graveyard-table" aria-label={label}>
        <thead>
          <tr>
            {isAdmin && <td />}
            <th scope="col">Item</th>
            <th scope="col" class="number wide">
              Uses
            </th>
            <th scope="col" class="wide">
              Last used
            </th>
            <th scope="col" class="wide">
              Created
            </th>
            {isAdmin && <td />}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <GraveRow
              key={item.slug}
              item={item}
              {...(isAdmin && {
                control: {
                  isChosen: chosenSlugs.has(item.slug),
                  choose: (isChosen) => choose([item], isChosen),
                  verb: moves[move].verb,
                  move: () => setAsked([item]),
                  unflag: () => run('unflag', [item]),
                },
              })}
            />
          ))}
        </tbody>
      </table>
      {asked && <MoveDialog move={move} items={asked} run={run} close={() => setAsked(undefined)} />}
    </>
  );
}
