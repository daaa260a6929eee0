/*
 * After evidence was purged, proposals must not go on showing it. One that is still to be decided is removed, as it can
 * be made again from what is left; one that was decided is remembered without its words.
 */

import type { Files } from '../../system/files.js';
import type { Proposal } from '../propose/proposal.js';
import { readProposals, saveProposal, withProposalsLock } from './proposal-folder.js';

export interface ForgetPlace {
  readonly files: Files;
  readonly home: string;
}

/** The ids of the proposals concerned. `known` tells which of the events are still there. */
export async function forgetInProposals(
  place: ForgetPlace,
  known: (ids: readonly string[]) => ReadonlySet<string>,
): Promise<readonly string[]> {
  if (place.files.list(`${place.home}/proposals`) === undefined) return [];
  return await withProposalsLock(place, () => {
    const { proposals } = readProposals(place);
    const there = known(proposals.flatMap(cited));
    const concerned = proposals.filter((proposal) => cited(proposal).some((id) => !there.has(id)));
    for (const proposal of concerned) {
      if (proposal.state === 'pending') place.files.remove(`${place.home}/proposals/${proposal.id}.json`);
      else saveProposal(place, withoutWords(proposal));
    }
    return concerned.map(({ id }) => id);
  });
}

function cited({ evidence, items }: Proposal): readonly string[] {
  return [...evidence.map(({ id }) => id), ...items.flatMap((item) => item.evidence)];
}

function withoutWords({ support: _, ...proposal }: Proposal): Proposal {
  const items = proposal.items.map((item) => ({ ...item, text: '' }));
  return { ...proposal, title: proposal.kind, items, evidence: [], diff: '', content: '' };
}
