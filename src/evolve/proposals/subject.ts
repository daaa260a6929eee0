/*
 * The subject of a proposal: the current files of a skill, and what the evidence teaches about it.
 */

import type { Evidence, EvidenceSummary, Window } from '../../evidence/rules/evidence.js';
import type { Library } from '../../library/open-library.js';
import type { SkillEntry } from '../../library/rules/entry.js';
import type { Files } from '../../system/files.js';
import { CoppiceError } from '../../text/errors.js';
import { sha256Hex } from '../../text/hash.js';
import { dayMs } from '../../text/time.js';
import { decodeStrict, decodeUtf8 } from '../../text/utf8.js';
import { idsOf } from '../notes/current-note.js';
import { type NoteItem, noteItems } from '../rules/note/items.js';
import { type EventFact, eventFacts, lessonsOf } from '../rules/note/lessons.js';
import { supportPath } from '../rules/note/render.js';
import type { SkillFiles } from '../rules/proposal/change.js';
import type { Proposal, ProposalBase, ProposalEvidence } from '../rules/proposal/proposal.js';

export interface Subject {
  readonly entry: SkillEntry;
  readonly present: ReadSkill;
  /** The id of the skill in the evidence, which may be a previous one. */
  readonly evidenceId: string;
  readonly window: Window;
  readonly days: number;
  /** All that a note could say, whether or not it was rejected before. */
  readonly items: readonly NoteItem[];
  /** What happened, by the ids of events. */
  readonly facts: ReadonlyMap<string, EventFact>;
  readonly summary: EvidenceSummary;
}

export function subjectOf(library: Library, evidence: Evidence, entry: SkillEntry, days: number): Subject {
  const present = readSkillFiles(library.files, entry);
  if (present === undefined) {
    throw new CoppiceError('not-found', `${entry.path} is missing, or is not text`);
  }
  const to = library.clock.now() + 1;
  const window = { from: to - days * dayMs, to };
  const ids = idsOf(library, entry.id);
  const evidenceId = ids.find((id) => evidence.evidenceFor(id, window, 1).length > 0) ?? entry.id;
  const { items } = noteItems(entry.id, lessonsOf(evidence, evidenceId, window), sha256Hex);
  const facts = eventFacts(evidence.episodes(window, { skill: evidenceId }));
  const summary = evidence.summary(window, evidenceId);
  return { entry, present, evidenceId, window, days, items, facts, summary };
}

const maxEventsPerItem = 5;
const maxEvents = 25;

/** The latest events behind each item. */
export function evidenceBehind(
  items: readonly NoteItem[],
  facts: ReadonlyMap<string, EventFact>,
): readonly ProposalEvidence[] {
  const shown = new Map<string, ProposalEvidence>();
  for (const item of items) {
    for (const id of item.evidence.slice(0, maxEventsPerItem)) {
      const fact = facts.get(id);
      if (fact === undefined || shown.size >= maxEvents) continue;
      const { session: _, ...event } = fact;
      shown.set(id, event);
    }
  }
  return [...shown.values()];
}

/** The files that a proposal may change, with their hashes. */
interface ReadSkill extends SkillFiles {
  readonly base: ProposalBase;
}

/** Undefined if there is no SKILL.md, or it is not text. */
export function readSkillFiles(files: Pick<Files, 'read'>, entry: SkillEntry): ReadSkill | undefined {
  const file = files.read(entry.path);
  const text = file && decodeStrict(file.bytes);
  if (file === undefined || text === undefined) return undefined;
  const support = supportPath(entry.name);
  const supportFile = files.read(`${entry.folder}/${support}`);
  return {
    skill: { path: entry.path.slice(entry.folder.length + 1), text },
    support: { path: support, text: supportFile && decodeUtf8(supportFile.bytes) },
    base: {
      sha256: sha256Hex(file.bytes),
      supportSha256: supportFile === undefined ? null : sha256Hex(supportFile.bytes),
    },
  };
}

/** Whether the proposal was made for these files. */
export function isBaseOf(
  { base, support }: Pick<Proposal, 'base' | 'support'>,
  present: ProposalBase,
): boolean {
  if (base.sha256 !== present.sha256) return false;
  return support === undefined || base.supportSha256 === present.supportSha256;
}
