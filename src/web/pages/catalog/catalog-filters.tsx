/*
 * What kind of items is shown, in which order, and, for curators, in which state.
 */

import type { ItemState, Kind } from '../../../registry/api/names.js';
import { kinds } from '../../address.js';
import { type CatalogView, changedView, type Sort, sortsFor, states } from './catalog-view.js';

interface Props {
  readonly view: CatalogView;
  readonly isCurator: boolean;
  readonly show: (view: CatalogView) => void;
}

export const kindWords: Readonly<Record<Kind, string>> = {
  skill: 'Skills',
  agent: 'Agents',
  command: 'Commands',
};

const sortWords: Readonly<Record<Sort, string>> = {
  relevance: 'Relevance',
  name: 'Name',
  updated: 'Last updated',
  used: 'Most used',
};

const stateWords: Readonly<Record<ItemState, string>> = {
  published: 'Published',
  flagged: 'Flagged',
  archived: 'Archived',
};

export function CatalogFilters({ view, isCurator, show }: Props) {
  return (
    <>
      <fieldset class="segments" aria-label="Kind">
        {kinds.map((kind) => (
          <label key={kind}>
            <input
              type="radio"
              name="kind"
              value={kind}
              checked={view.kind === kind}
              onChange={() => show(changedView(view, { kind }))}
            />
            {kindWords[kind]}
          </label>
        ))}
      </fieldset>
      <label class="beside">
        Sort
        <select
          value={view.sort}
          onChange={({ currentTarget }) => {
            const sort = sortsFor(view.query).find((offered) => offered === currentTarget.value);
            if (sort) show(changedView(view, { sort }));
          }}
        >
          {sortsFor(view.query).map((sort) => (
            <option key={sort} value={sort}>
              {sortWords[sort]}
            </option>
          ))}
        </select>
      </label>
      {isCurator && (
        <label class="beside">
          State
          <select
            value={view.state}
            onChange={({ currentTarget }) => {
              const state = states.find((offered) => offered === currentTarget.value);
              if (state) show(changedView(view, { state }));
            }}
          >
            {states.map((state) => (
              <option key={state} value={state}>
                {stateWords[state]}
              </option>
            ))}
          </select>
        </label>
      )}
    </>
  );
}
