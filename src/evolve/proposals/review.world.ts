/*
 * The evolver's machine with a person at it who reviews what is proposed.
 */

import type { EvidenceNote } from '../../evidence/store/notes.js';
import { type Library, openLibrary } from '../../library/open-library.js';
import { findSkillToChange } from '../../library/read/resolve.js';
import { countingIds, type Ids } from '../../system/ids.js';
import { EvolveWorld } from '../evolve.world.js';
import type { Proposal } from '../rules/proposal/proposal.js';
import { type Acceptance, type AcceptOptions, acceptProposal, rejectProposal } from './decide.js';
import type { DraftModel } from './parts.js';
import { type ProposeResult, propose } from './propose.js';

export class ReviewWorld extends EvolveWorld {
  /** What the index of notes received. */
  readonly indexed: EvidenceNote[] = [];
  readonly #ids: Ids = countingIds('r');

  get library(): Library {
    return openLibrary({ ...this.deps(), onlyRoots: [] });
  }

  async tryToPropose(name: string, model?: DraftModel): Promise<ProposeResult> {
    const { library } = this;
    const { evidence } = this.deps();
    return await propose({ library, evidence, model }, findSkillToChange(library, name), 30);
  }

  async propose(name: string, model?: DraftModel): Promise<Proposal> {
    const made = await this.tryToPropose(name, model);
    if (made.kind === 'nothing') throw new Error(`nothing was proposed: ${made.reason}`);
    return made.proposal;
  }

  async accept(id: string, options: AcceptOptions = {}): Promise<Acceptance> {
    const index = { putNotes: (notes: readonly EvidenceNote[]) => void this.indexed.push(...notes) };
    return await acceptProposal({ ...this.#decideDeps(), index }, id, options);
  }

  async reject(id: string, reason?: string): Promise<Proposal & { readonly entry: string }> {
    return await rejectProposal(this.#decideDeps(), id, reason);
  }

  #decideDeps() {
    const { files, clock, home } = this.deps();
    return { files, clock, home, ids: this.#ids, usage: this.usage, library: this.library };
  }

  /** Edits the file of a proposal, as anybody could. */
  forge(proposal: Proposal, changes: Readonly<Record<string, unknown>>): void {
    this.put(`/home/proposals/${proposal.id}.json`, JSON.stringify({ ...proposal, ...changes }));
  }
}

/** Gives the answers that the test chose. */
export function modelSaying(text: string): DraftModel {
  return { name: 'stub', ask: () => Promise.resolve({ kind: 'text', text }) };
}

export const section = '## Troubleshooting\n\n- After `boom`, run `make clean` first.';
