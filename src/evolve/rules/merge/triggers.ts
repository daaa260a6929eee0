/*
 * Whether the result of a merge is found where its sources were: by their triggers in our search, and in what each agent
 * shows of its description.
 */

import { updateIndex } from '../../../search/build-index.js';
import type { SearchDocument } from '../../../search/document.js';
import { triggersOf } from '../../../search/overlap/clauses.js';
import { search } from '../../../search/search.js';
import type { SearchIndex } from '../../../search/search-index.js';
import type { Loss } from './loss.js';

export interface TriggerSource {
  readonly id: string;
  /** The id of its document in the index. */
  readonly document: string;
  /** With what it says about when to use it. */
  readonly description: string;
}

/** The clauses about when to use a skill, or all of its description where it has none. */
function triggerPhrases(description: string): readonly string[] {
  const clauses = triggersOf(description);
  return clauses.length > 0 ? clauses : [description.trim()].filter((text) => text !== '');
}

/** Phrases that found their source first, and do not find the result first. */
export function searchLosses(
  sources: readonly TriggerSource[],
  result: SearchDocument,
  index: SearchIndex,
): readonly Loss[] {
  const own = new Set(sources.map(({ document }) => document));
  const after = updateIndex(index, { put: [result], remove: [...own] });
  const first = (where: SearchIndex, phrase: string) => search(where, phrase, { limit: 1 })[0]?.id;
  return sources.flatMap(({ id, description }) =>
    triggerPhrases(description)
      .filter((phrase) => own.has(first(index, phrase) ?? '') && first(after, phrase) !== result.id)
      .map((phrase): Loss => ({ source: id, kind: 'trigger', text: phrase, line: null })),
  );
}

export interface AgentListing {
  readonly title: string;
  /** The most characters that it shows of a description. */
  readonly maxDescription: number;
}

/** Phrases that an agent showed before, and would cut from the description of the result. */
export function listingLosses(
  sources: readonly TriggerSource[],
  description: string,
  agents: readonly AgentListing[],
): readonly (Loss & { readonly agent: string })[] {
  const shows = (text: string, phrase: string, most: number) => {
    const at = plain(text).indexOf(plain(phrase));
    return at !== -1 && at + plain(phrase).length <= most;
  };
  return agents.flatMap(({ title, maxDescription }) =>
    sources.flatMap((source) =>
      triggerPhrases(source.description)
        .filter(
          (phrase) =>
            shows(source.description, phrase, maxDescription) && !shows(description, phrase, maxDescription),
        )
        .map((phrase) => ({
          source: source.id,
          kind: 'listing' as const,
          text: phrase,
          line: null,
          agent: title,
        })),
    ),
  );
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
