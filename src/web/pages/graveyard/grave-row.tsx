/*
 * A row of the graveyard. On a narrow screen its figures stand under its name instead of in columns of their own.
 */

import { itemAddress } from '../../address.js';
import { Link } from '../../navigation.js';
import { counted, countText } from '../../parts/counted.js';
import { Moment } from '../../parts/moment.js';
import { Pill, WordPill } from '../../parts/pill.js';
import type { GraveItem } from './grave-list.js';

interface Props {
  readonly item: GraveItem;
  /** Absent for who may only look. */
  readonly control?: RowControl;
}

interface RowControl {
  readonly isChosen: boolean;
  readonly choose: (isChosen: boolean) => void;
  readonly verb: string;
  readonly move: () => void;
  readonly unflag: () => void;
}

export function GraveRow({ item, control }: Props) {
  const { slug, state, description, use_count: useCount, reasons = [] } = item;
  return (
    <tr>
      {control && (
        <td>
          <label class="graveyard-choice">
            <input
              type="checkbox"
              aria-label={`Choose ${slug}`}
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
          {counted(useCount, 'use')}, last used <Moment at={item.last_used_at} />, created{' '}
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
