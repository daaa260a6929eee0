/*
 * The files of a skill that a proposal may change, read once, and what they are known by later.
 */

import type { SkillEntry } from '../../library/read/entry.js';
import type { Files } from '../../system/files.js';
import { sha256Hex } from '../../text/hash.js';
import { decodeUtf8, isUtf8 } from '../../text/utf8.js';
import { supportPath } from '../note/spill.js';
import type { SkillFiles } from './change.js';
import type { Proposal, ProposalBase } from './proposal.js';

export interface ReadSkill extends SkillFiles {
  readonly base: ProposalBase;
}

/** Undefined when there is no SKILL.md, or none that is text. */
export function readSkillFiles(files: Pick<Files, 'read'>, entry: SkillEntry): ReadSkill | undefined {
  const file = files.read(entry.path);
  if (file === undefined || !isUtf8(file.bytes)) return undefined;
  const support = supportPath(entry.name);
  const supportFile = files.read(`${entry.folder}/${support}`);
  return {
    skill: { path: entry.path.slice(entry.folder.length + 1), text: decodeUtf8(file.bytes) },
    support: { path: support, text: supportFile && decodeUtf8(supportFile.bytes) },
    base: {
      sha256: sha256Hex(file.bytes),
      supportSha256: supportFile === undefined ? null : sha256Hex(supportFile.bytes),
    },
  };
}

/** Whether the files are still those that the proposal was made for. */
export function isBaseOf(
  { base, support }: Pick<Proposal, 'base' | 'support'>,
  present: ProposalBase,
): boolean {
  if (base.sha256 !== present.sha256) return false;
  return support === undefined || base.supportSha256 === present.supportSha256;
}
