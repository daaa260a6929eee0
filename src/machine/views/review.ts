/*
 * Reads the proposals that wait for a person, and one of them with its change and the evidence behind it.
 */

import { type Context, wholeLibraryOf } from '../../app/context.js';
import { evolvedSkills } from '../../evolve/notes/skills.js';
import { reviewQueue, type ShownProposal, showProposal } from '../../evolve/proposals/queue.js';
import { outcomeLabels } from '../../evolve/rules/note/lessons.js';
import type { ProposedFile as ProposedChange } from '../../evolve/rules/proposal/change.js';
import type { Proposal, ProposalEvidence } from '../../evolve/rules/proposal/proposal.js';
import { sha256Hex } from '../../text/hash.js';
import { timeText } from '../../text/time.js';
import type {
  ProposalAnswer,
  ProposalLine,
  ProposedFile,
  ReviewAnswer,
  WordingAnswer,
} from '../api/review.js';

export function readReview(context: Context): ReviewAnswer {
  const { proposals, unreadable } = reviewQueue(wholeLibraryOf(context));
  return {
    proposals: proposals.map(({ risk, ...row }) => ({ ...row, isRisky: risk !== 'low' })),
    unreadable: unreadable.map(({ file }) => file),
    now: context.clock.now(),
  };
}

export function readProposal(context: Context, wanted: string): ProposalAnswer {
  const library = wholeLibraryOf(context);
  const shown = showProposal(library, wanted);
  const { proposal, state, diff, files, editable } = shown;
  const { id, skill, kind, risk, riskReasons, createdAt, title, days, summary, evaluation, model } = proposal;
  const { lines, events } = evidenceOf(proposal);
  const isHere = evolvedSkills(library).find(skill) !== undefined;
  return {
    id,
    skill,
    kind,
    state,
    isRisky: risk !== 'low',
    createdAt,
    title,
    isHere,
    risks: riskReasons,
    days,
    sessions: summary.sessions,
    errors: summary.errorEvents,
    lines,
    events,
    evaluation:
      evaluation === undefined
        ? null
        : {
            agent: evaluation.agent,
            model: evaluation.model,
            runs: evaluation.runs,
            difference: evaluation.difference,
            cases: evaluation.cases.map(({ heldOut, ...rest }) => ({ ...rest, isHeldOut: heldOut })),
          },
    model: model?.executed === true ? model.name : null,
    files: files.map(shownFile),
    diff: files.length > 0 ? '' : diff,
    seen: seenOf(files),
    words: editable ?? null,
    ...conflictOf(shown, isHere),
    decided: decisionOf(proposal),
    now: context.clock.now(),
  };
}

/** What accepting these words would change. */
export function readWording(context: Context, id: string, words: string): WordingAnswer {
  const { files, refused } = showProposal(wholeLibraryOf(context), id, words);
  return { files: files.map(shownFile), seen: seenOf(files), refused: refused ?? null };
}

/** Equal only for the same change of the same files. */
export function seenOf(files: readonly ProposedChange[]): string {
  return sha256Hex(JSON.stringify(files.map(({ path, before, after }) => [path, before ?? null, after])));
}

function shownFile({ path, before = '', after }: ProposedChange): ProposedFile {
  return { path, before, after: after ?? '' };
}

function conflictOf(
  { proposal: { skill, kind }, state, refused }: ShownProposal,
  isHere: boolean,
): Pick<ProposalAnswer, 'conflict' | 'command'> {
  if (refused !== undefined)
    return {
      conflict: `It cannot be accepted: ${refused}. Reject it, or change its words.`,
      command: null,
    };
  if (state !== 'stale') return { conflict: null, command: null };
  if (!isHere)
    return {
      conflict: `${skill} is not there any more, so this cannot be accepted: reject it, or restore the skill.`,
      command: null,
    };
  // What is typed into a shell must be a plain word, whatever somebody wrote into the file of a proposal.
  const canRepeat = kind === 'note' && /^[\w@.:-]+$/.test(skill);
  return {
    conflict: `${skill} was changed after this was proposed, so it cannot be accepted: ${canRepeat ? 'propose it again from what the skill says now, or reject it' : 'reject it, and propose it again'}.`,
    command: canRepeat ? `coppice evolve propose ${skill}` : null,
  };
}

function decisionOf({ state, decidedAt, reason, entry, edited }: Proposal): ProposalAnswer['decided'] {
  if (state === 'pending') return null;
  return {
    at: decidedAt ?? 0,
    reason: reason ?? null,
    entry: entry ?? null,
    isEdited: edited !== undefined,
  };
}

function evidenceOf({ items, evidence }: Proposal): Pick<ProposalAnswer, 'lines' | 'events'> {
  const left = new Map(evidence.map((event) => [event.id, event]));
  const lines = items.map((item): ProposalLine => {
    const known = item.evidence.flatMap((id) => left.get(id) ?? []);
    for (const { id } of known) left.delete(id);
    return {
      text: item.text,
      sessions: item.sessions,
      events: known.map(eventText),
      moreEvents: item.evidence.length - known.length,
    };
  });
  return { lines, events: [...left.values()].map(eventText) };
}

/** `2026-06-15 11:00 claude: docker run x: failed, then fixed by docker build .`. */
function eventText({ at, agent, text, outcome, fix }: ProposalEvidence): string {
  const by = fix.length === 0 ? '' : ` by ${fix.join(', then ')}`;
  return `${timeText(at)} ${agent}: ${text === '' ? '' : `${text}: `}${outcomeLabels[outcome]}${by}`;
}
