/*
 * After evidence was purged, proposals must not go on showing it. One that is still to be decided is removed, as it can
 * be made again from what is left; one that was decided is remembered without its words.
 */

import type { ReportPlace } from '../../library/run-report.js';
import { type Proposal, printProposal } from '../propose/proposal.js';
import { readProposals, saveProposal, withProposalsLock } from '../review/proposal-folder.js';
import { goneAmong, type KnownEvents } from './known-events.js';
import type { NoteHistory } from './note-history.js';
import { type Unreadable, unfinishedFiles, unlessUnreadable } from './unreadable.js';

export interface ForgottenProposals {
  /** The ids of those concerned. */
  readonly proposals: readonly string[];
  readonly unreadable: readonly Unreadable[];
}

export async function forgetInProposals(
  place: ReportPlace,
  history: NoteHistory,
  known: KnownEvents,
  { isDry }: { readonly isDry: boolean },
): Promise<ForgottenProposals> {
  if (place.files.list(`${place.home}/proposals`) === undefined) return { proposals: [], unreadable: [] };
  const forget = () => forgetIn(place, history, known, { isDry });
  return isDry ? forget() : await withProposalsLock(place, forget);
}

function forgetIn(
  place: ReportPlace,
  history: NoteHistory,
  known: KnownEvents,
  { isDry }: { readonly isDry: boolean },
): ForgottenProposals {
  const read = readProposals(place);
  const unreadable: Unreadable[] = [
    ...read.unreadable.map(({ file, reason }) => ({ file: `proposals/${file}`, reason })),
    ...unfinishedFiles(place, 'proposals'),
  ];
  const shown = (proposal: Proposal): readonly string[] => [
    ...citedEvents(proposal),
    ...history.evidenceAt({ skill: proposal.skill, at: proposal.createdAt }),
  ];
  const isGone = goneAmong(known, read.proposals.flatMap(shown));
  const proposals: string[] = [];
  for (const proposal of read.proposals) {
    if (!isGone(shown(proposal)) || isBare(proposal)) continue;
    const file = `proposals/${proposal.id}.json`;
    const refused = unlessUnreadable(file, () => {
      if (!isDry && proposal.state === 'pending') place.files.remove(`${place.home}/${file}`);
      else if (!isDry) saveProposal(place, withoutWords(proposal));
      proposals.push(proposal.id);
    });
    unreadable.push(...refused);
  }
  return { proposals, unreadable };
}

/** The events that a proposal was made from. */
export function citedEvents({ evidence, items }: Proposal): readonly string[] {
  return [...evidence.map(({ id }) => id), ...items.flatMap((item) => item.evidence)];
}

function isBare(proposal: Proposal): boolean {
  return proposal.state !== 'pending' && printProposal(proposal) === printProposal(withoutWords(proposal));
}

/** The ids stay: they tell what was rejected, and from what a draft was made that is in a skill now. */
function withoutWords({ support: _, model, ...proposal }: Proposal): Proposal {
  return {
    ...proposal,
    title: proposal.kind,
    evidence: proposal.evidence.map((row) => ({ ...row, tool: null, preview: '' })),
    items: proposal.items.map((item) => ({ ...item, text: '', tool: '' })),
    diff: '',
    content: '',
    ...(model && { model: { name: model.name, executed: model.executed } }),
  };
}
