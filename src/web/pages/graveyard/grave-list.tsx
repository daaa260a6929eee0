/*
 * A list of candidates or archived items: select some or all and move them, or move each by its own button.
 */

import { useState } from 'preact/hooks';
import type { DecayItem } from '../../../registry/api/routes/usage.js';
import { Moment, Pill, WordPill } from '../../parts/facts.js';
import { itemAddress } from '../../rules/address.js';
import { countText, groupedCount } from '../../rules/wording.js';
import { Link } from '../../state/navigation.js';
import { useSession } from '../../state/session.js';
import { MoveDialog, type RequestedMove } from './move-dialog.js';
import { moves } from './move-items.js';
import type { Moves } from './use-moves.js';

interface GraveItem extends Omit<DecayItem, 'reasons' | 'version'> {
  /** Why it is a candidate. */
  readonly reasons?: readonly string[];
}

interface GraveListProps {
  readonly label: string;
  readonly items: readonly GraveItem[];
  readonly move: RequestedMove;
  readonly run: Moves['run'];
}

export function GraveList({ label, items, move, run }: GraveListProps) {
  const { can } = useSession();
  const [chosenSlugs, setChosenSlugs] = useState<ReadonlySet<string>>(new Set());
  const [moving, setMoving] = useState<readonly GraveItem[]>();
  // Items that have left the list are no longer selected.
  const chosen = items.filter(({ slug }) => chosenSlugs.has(slug));
  const choose = (changed: readonly GraveItem[], isChosen: boolean) => {
    const slugs = new Set(chosenSlugs);
    for (const { slug } of changed) {
      if (isChosen) slugs.add(slug);
      else slugs.delete(slug);
    }
    setChosenSlugs(slugs);
  };
  const isAdmin = can('namespaces:admin');
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
            Select all
          </label>
          <button type="button" disabled={chosen.length === 0} onClick={() => setMoving(chosen)}>
            {moves[move].verb} {groupedCount(chosen.length, 'item')}
          </button>
        </div>
      )}
      <table class="graveyard-table" aria-label={label}>
        <thead>
          <tr>
            {isAdmin && <td />}
            <th scope="col">Item</th>
            <th scope="col" class="number wide">
              Activity
            </th>
            <th scope="col" class="wide">
              Last active
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
                  move: () => setMoving([item]),
                  unflag: () => run('unflag', [item]),
                },
              })}
            />
          ))}
        </tbody>
      </table>
      {moving && <MoveDialog move={move} items={moving} run={run} close={() => setMoving(undefined)} />}
    </>
  );
}

/** A row of the graveyard. On a narrow screen its figures are below its name instead of in columns. */
interface GraveRowProps {
  readonly item: GraveItem;
  /** Undefined for visitors who may only read. */
  readonly control?: RowControl;
}

interface RowControl {
  readonly isChosen: boolean;
  readonly choose: (isChosen: boolean) => void;
  readonly verb: string;
  readonly move: () => void;
  readonly unflag: () => void;
}

function GraveRow({ item, control }: GraveRowProps) {
  const { slug, state, description, use_count: useCount, reasons = [] } = item;
  return (
    <tr>
      {control && (
        <td>
          <label class="graveyard-choice">
            <input
              type="checkbox"
              aria-label={`Select ${slug}`}
              checked={control.isChosen}
              onChange={(event) => control.choose(event.currentTarget.checked)}
            />
          </label>
        </td>
      )}
      <td>
        <div class="graveyard-name">
          <Link class="graveyard-slug" href={itemAddress(item)}>
            {slug}
          </Link>
          {state !== 'archived' && <WordPill word={state} />}
        </div>
        <p class="graveyard-description" dir="auto">
          {description}
        </p>
        {reasons.length > 0 && (
          <ul class="graveyard-reasons" aria-label="Why it is here">
            {reasons.map((reason) => (
              <li key={reason}>
                <Pill word={reason} />
              </li>
            ))}
          </ul>
        )}
        <p class="graveyard-facts">
          {countText(useCount)} uses, views and downloads, the last <Moment at={item.last_used_at} />, created{' '}
          <Moment at={item.created_at} />
        </p>
      </td>
      <td class="number wide">{countText(useCount)}</td>
      <td class="wide">
        <Moment at={item.last_used_at} />
      </td>
      <td class="wide">
        <Moment at={item.created_at} />
      </td>
      {control && (
        <td>
          <div class="graveyard-actions">
            <button type="button" aria-label={`${control.verb} ${slug}`} onClick={control.move}>
              {control.verb}
            </button>
            {state === 'flagged' && (
              <button type="button" class="quiet" aria-label={`Unflag ${slug}`} onClick={control.unflag}>
                Unflag
              </button>
            )}
          </div>
        </td>
      )}
    </tr>
  );
}
