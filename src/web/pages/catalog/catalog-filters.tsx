/*
 * The filters of the catalog: kind, order, tags and, for curators, state.
 */

import { useId, useState } from 'preact/hooks';
import type { ItemState, Kind } from '../../../registry/api/names.js';
import type { TagCount } from '../../../registry/api/routes/catalog.js';
import { kinds } from '../../rules/address.js';
import {
  type CatalogView,
  changedView,
  type Sort,
  sortsFor,
  states,
  withoutTag,
  withTag,
} from '../../rules/catalog-view.js';
import { groupedCount } from '../../rules/wording.js';

interface CatalogFiltersProps {
  readonly view: CatalogView;
  readonly isCurator: boolean;
  readonly show: (view: CatalogView) => void;
}

export const kindLabels: Readonly<Record<Kind, string>> = {
  skill: 'Skills',
  agent: 'Agents',
  command: 'Commands',
};

const sortWords: Readonly<Record<Sort, string>> = {
  relevance: 'Relevance',
  name: 'Name',
  updated: 'Last updated',
  used: 'Most active',
};

const stateWords: Readonly<Record<ItemState, string>> = {
  published: 'Published',
  flagged: 'Flagged',
  archived: 'Archived',
};

export function CatalogFilters({ view, isCurator, show }: CatalogFiltersProps) {
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
            {kindLabels[kind]}
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

interface TagFilterProps {
  readonly view: CatalogView;
  /** The most used first. */
  readonly known: readonly TagCount[];
  readonly show: (view: CatalogView) => void;
}

const maxOffered = 12;

/**
 * The tags that are asked for, each to be taken away, and those that are used most, to be added. Any other can be typed. It
 * is one line, whatever comes: a list below it must not move.
 */
export function TagFilter({ view, known, show }: TagFilterProps) {
  const others = known.filter(({ tag }) => !view.tags.includes(tag));
  return (
    <fieldset class="tag-filter" aria-label="Tags">
      <TagInput others={others} add={(tag) => show(withTag(view, tag))} />
      {view.tags.map((tag) => (
        <button
          key={tag}
          type="button"
          class="chip chosen"
          aria-label={`Remove tag ${tag}`}
          title={`Remove tag ${tag}`}
          onClick={() => show(withoutTag(view, tag))}
        >
          <span class="chip-word">{tag}</span> <span aria-hidden="true">×</span>
        </button>
      ))}
      {others.slice(0, maxOffered).map(({ tag, count }) => (
        <button
          key={tag}
          type="button"
          class="chip"
          aria-label={`Add tag ${tag}, ${groupedCount(count, 'item')}`}
          onClick={() => show(withTag(view, tag))}
        >
          <span class="chip-word">{tag}</span> <span class="chip-count">{count}</span>
        </button>
      ))}
    </fieldset>
  );
}

interface TagInputProps {
  readonly others: readonly TagCount[];
  readonly add: (tag: string) => void;
}

function TagInput({ others, add }: TagInputProps) {
  const [text, setText] = useState('');
  const listId = useId();
  const take = (tag: string) => {
    setText('');
    if (tag.trim() !== '') add(tag.trim());
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        take(text);
      }}
    >
      <input
        class="tag-input"
        aria-label="Add a tag"
        placeholder="Add a tag"
        list={listId}
        maxLength={64}
        autocomplete="off"
        spellcheck={false}
        value={text}
        onInput={(event) => {
          // A tag chosen from the list is added at once; typed letters are not.
          const { value } = event.currentTarget;
          const isChosen = event instanceof InputEvent ? event.inputType === 'insertReplacementText' : true;
          if (isChosen && others.some(({ tag }) => tag === value)) take(value);
          else setText(value);
        }}
      />
      <datalist id={listId}>
        {others.map(({ tag }) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
    </form>
  );
}
