/*
 * The subject of a proposal: the current files of a skill, and its evidence.
 */

import type { Evidence, EvidenceRow, EvidenceSummary, Window } from '../../evidence/rules/evidence.js';
import type { Library } from '../../library/open-library.js';
import type { SkillEntry } from '../../library/rules/entry.js';
import type { Files } from '../../system/files.js';
import { CoppiceError } from '../../text/errors.js';
import { sha256Hex } from '../../text/hash.js';
import { dayMs } from '../../text/time.js';
import { decodeStrict, decodeUtf8 } from '../../text/utf8.js';
import { supportPath } from '../rules/note/render.js';
import type { SkillFiles } from '../rules/proposal/change.js';
import type { Proposal, ProposalBase } from '../rules/proposal/proposal.js';

export interface Subject {
  readonly entry: SkillEntry;
  readonly present: ReadSkill;
  /** The id of the skill in the evidence, which may be a previous one. */
  readonly evidenceId: string;
  readonly window: Window;
  readonly days: number;
  /** Errors and corrections, or else the uses; latest first. */
  readonly rows: readonly EvidenceRow[];
  readonly summary: EvidenceSummary;
}

const maxRows = 500;
const maxShownRows = 20;

export function subjectOf(library: Library, evidence: Evidence, entry: SkillEntry, days: number): Subject {
  const present = readSkillFiles(library.files, entry);
  if (present === undefined) {
    throw new CoppiceError('not-found', `${entry.path} is missing, or is not text`);
  }
  const to = library.clock.now() + 1;
  const window = { from: to - days * dayMs, to };
  const ids = [entry.id, ...(library.usage.get(entry.id)?.aliases ?? [])];
  const evidenceId = ids.find((id) => evidence.evidenceFor(id, window, 1).length > 0) ?? entry.id;
  const found = evidence.evidenceFor(evidenceId, window, maxRows);
  const problems = found.filter(({ isError, isCorrection }) => isError || isCorrection);
  const rows = (problems.length > 0 ? problems : found).slice(0, maxShownRows);
  return { entry, present, evidenceId, window, days, rows, summary: evidence.summary(window, evidenceId) };
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
